import { ts } from 'ts-morph';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Unit } from '../source/unit.ts';

/** Types that say nothing of what an object holds. */
const VAGUE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AnyKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.ObjectKeyword,
]);

/**
 * Whether a type is written for what an object is read from, whatever that type says: who can read it knows better than
 * its callers.
 */
export function hasNamedType(expression: ts.Expression, unit: Unit): boolean {
  const node = unwrap(expression);
  const object = ts.isAwaitExpression(node)
    ? node.expression
    : ts.isCallExpression(node)
      ? node.expression
      : accessOf(node)?.object;
  if (object !== undefined) return hasNamedType(object, unit);
  let declaration: ts.Node | undefined = ts.isIdentifier(node) ? unit.scope.bindingOf(node)?.declaration : undefined;
  while (declaration !== undefined && ts.isBindingElement(declaration)) declaration = declaration.parent.parent;
  if (declaration === undefined) return false;
  if (ts.isFunctionDeclaration(declaration)) return isNamed(declaration.type);
  if (!ts.isVariableDeclaration(declaration) && !ts.isParameter(declaration)) return false;
  const value = declaration.initializer === undefined ? undefined : unwrap(declaration.initializer);
  const returned =
    value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value.type : undefined;
  return isNamed(declaration.type) || isNamed(returned);
}

function isNamed(type: ts.TypeNode | undefined): boolean {
  if (type === undefined || VAGUE.has(type.kind)) return false;
  return !(
    ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    type.typeName.text === 'Record' &&
    type.typeArguments?.[1] !== undefined &&
    VAGUE.has(type.typeArguments[1].kind)
  );
}
