import { ts } from 'ts-morph';
import { importOf } from '../../language/modules.ts';
import { declarationNamed, importedDeclaration } from '../../language/named-declarations.ts';
import type { Unit } from '../../language/unit.ts';
import { isNullishType } from '../../language/written-type.ts';
import { memoizeBy } from '../../memoize.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { accessOf, nameText, parameterProperty, valueOfMember } from '../../syntax.ts';

/**
 * Whether the compiler holds whatever is in an object's place to the type that is found by following it: on the way
 * there is no `any`, and no type that can't be read.
 */
export const isTypedThroughout = memoizeBy((object: ts.Expression, unit: Unit) => [unit, object], findHeld, {
  answer: false,
});

function findHeld(object: ts.Expression, unit: Unit): boolean {
  if (ts.isParenthesizedExpression(object) || ts.isNonNullExpression(object) || ts.isSatisfiesExpression(object))
    return isTypedThroughout(object.expression, unit);
  if (ts.isAsExpression(object) || ts.isTypeAssertionExpression(object))
    return ts.isConstTypeReference(object.type)
      ? isTypedThroughout(object.expression, unit)
      : isRead(object.type, unit);
  if (MADE.has(object.kind)) return unit.isTypeScript;
  const access = accessOf(object);
  if (access !== undefined) return isMemberHeld(access.object, access.name, unit);
  const named = ts.isIdentifier(object) ? declarationNamed(object, 'value', unit) : undefined;
  return named !== undefined && isDeclarationHeld(named.node, named.unit);
}

const MADE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ThisKeyword,
  ts.SyntaxKind.SuperKeyword,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ClassExpression,
]);

function isMemberHeld(object: ts.Expression, name: string, unit: Unit): boolean {
  const imported = importedDeclaration(unit.scope.declarationOf(object), name, unit);
  if (imported !== undefined && importOf(unit.scope.declarationOf(object))?.name === undefined)
    return isDeclarationHeld(imported.node, imported.unit);
  const whole = evaluate(object, unit);
  if (whole.kind !== 'instance' && whole.kind !== 'class' && whole.kind !== 'object') return false;
  const { node } = whole;
  const members: readonly (ts.ClassElement | ts.ObjectLiteralElementLike)[] = ts.isClassLike(node)
    ? node.members
    : node.properties;
  const [member, ...others] = members.flatMap((one) => {
    const parameter = ts.isClassElement(one) ? parameterProperty(one, name) : undefined;
    return parameter ?? (nameText(one.name) === name ? one : []);
  });
  return (
    member !== undefined &&
    others.length === 0 &&
    isTypedThroughout(object, unit) &&
    isDeclarationHeld(member, whole.unit)
  );
}

function isDeclarationHeld(node: ts.Declaration, unit: Unit): boolean {
  if (!unit.isTypeScript) return false;
  if (ts.isClassDeclaration(node)) return true;
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)) {
    if (node.type !== undefined) return isRead(node.type, unit);
    return node.initializer !== undefined && isTypedThroughout(node.initializer, unit);
  }
  const value = valueOfMember(node);
  return value !== undefined && isTypedThroughout(value, unit);
}

/** Whether a type is that of a class, or lists its members, in sight. */
function isRead(type: ts.TypeNode, unit: Unit): boolean {
  if (ts.isParenthesizedTypeNode(type)) return isRead(type.type, unit);
  if (ts.isUnionTypeNode(type)) return type.types.every((part) => isNullishType(part) || isRead(part, unit));
  if (ts.isTypeLiteralNode(type)) return true;
  const name = ts.isTypeReferenceNode(type) ? type.typeName : ts.isTypeQueryNode(type) ? type.exprName : undefined;
  const node = name && declarationNamed(name, ts.isTypeQueryNode(type) ? 'value' : 'type', unit)?.node;
  return node !== undefined && (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node));
}
