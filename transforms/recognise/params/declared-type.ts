import { ts } from 'ts-morph';
import { accessOf, castOf, isEmptyObject, nameText, unwrap } from '../../syntax.ts';
import { functionCalledBy } from '../source/functions.ts';
import { isNeverReassigned } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';
import { elementType, memberType, promisedType } from '../source/written-type.ts';

/** The type that the file declares for an object, and the properties that a pattern has taken off it. */
export interface DeclaredType {
  readonly node: ts.TypeNode;
  readonly unit: Unit;
  readonly without: ReadonlySet<string>;
}

/**
 * The type written for what an expression is read from: a variable, a parameter, a property on the way, a part of a
 * pattern, a function's result, a cast.
 */
export function declaredTypeOf(expression: ts.Expression, unit: Unit): DeclaredType | undefined {
  return read(expression, unit, new Set());
}

/** @param seen the variables on the way, which may lead to themselves */
function read(expression: ts.Expression, unit: Unit, seen: ReadonlySet<ts.Node>): DeclaredType | undefined {
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression))
    return saysNothing(expression.type) ? read(expression.expression, unit, seen) : whole(expression.type, unit);
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  )
    return read(expression.expression, unit, seen);
  if (ts.isAwaitExpression(expression)) return awaited(read(expression.expression, unit, seen));
  if (ts.isIdentifier(expression)) return typeOfName(expression, unit, seen);
  if (ts.isCallExpression(expression)) return typeOfResult(expression, unit);
  if (ts.isBinaryExpression(expression) && isEmptyObject(unwrap(expression.right)))
    return read(expression.left, unit, seen);
  const access = accessOf(expression);
  if (access !== undefined) return memberOf(read(access.object, unit, seen), access.name);
  return ts.isElementAccessExpression(expression) ? elementOf(read(expression.expression, unit, seen)) : undefined;
}

/** `as const`, `as any`: what is cast is still of the type that it was declared with. */
function saysNothing(type: ts.TypeNode): boolean {
  return (
    ts.isConstTypeReference(type) ||
    type.kind === ts.SyntaxKind.AnyKeyword ||
    type.kind === ts.SyntaxKind.UnknownKeyword
  );
}

function whole(node: ts.TypeNode, unit: Unit): DeclaredType {
  return { node, unit, without: new Set() };
}

function awaited(type: DeclaredType | undefined): DeclaredType | undefined {
  return type === undefined ? undefined : { ...type, node: promisedType(type.node, type.unit) ?? type.node };
}

function memberOf(type: DeclaredType | undefined, name: string): DeclaredType | undefined {
  const member = type === undefined || type.without.has(name) ? undefined : memberType(type.node, name, type.unit);
  return type === undefined || member === undefined ? undefined : whole(member.node, type.unit);
}

function elementOf(type: DeclaredType | undefined): DeclaredType | undefined {
  const element = type === undefined ? undefined : elementType({ node: type.node, optional: false }, type.unit);
  return type === undefined || element === undefined ? undefined : whole(element.node, type.unit);
}

function typeOfName(name: ts.Identifier, unit: Unit, seen: ReadonlySet<ts.Node>): DeclaredType | undefined {
  const binding = unit.scope.bindingOf(name);
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined || seen.has(declaration)) return undefined;
  return typeOfDeclaration(declaration, isNeverReassigned(binding), unit, new Set([...seen, declaration]));
}

function typeOfDeclaration(
  declaration: ts.Node,
  isConstant: boolean,
  unit: Unit,
  seen: ReadonlySet<ts.Node>,
): DeclaredType | undefined {
  if (ts.isParameter(declaration)) return declaration.type === undefined ? undefined : whole(declaration.type, unit);
  if (ts.isVariableDeclaration(declaration)) {
    if (declaration.type !== undefined) return whole(declaration.type, unit);
    const loop = declaration.parent.parent;
    if (ts.isForOfStatement(loop)) return isConstant ? elementOf(read(loop.expression, unit, seen)) : undefined;
    // What a variable starts with decides its type, whatever is assigned to it later.
    const isTyped =
      isConstant ||
      (unit.isTypeScript && declaration.initializer !== undefined && castOf(declaration.initializer) !== undefined);
    return declaration.initializer === undefined || !isTyped ? undefined : read(declaration.initializer, unit, seen);
  }
  if (!ts.isBindingElement(declaration) || !isConstant) return undefined;
  const { parent: pattern, dotDotDotToken } = declaration;
  const of = typeOfDeclaration(pattern.parent, isConstant, unit, seen);
  if (ts.isArrayBindingPattern(pattern)) return dotDotDotToken === undefined ? elementOf(of) : undefined;
  const name = nameText(declaration.propertyName ?? declaration.name);
  if (dotDotDotToken === undefined) return name === undefined ? undefined : memberOf(of, name);
  const taken = pattern.elements
    .filter((element) => element !== declaration)
    .map((element) => nameText(element.propertyName ?? element.name));
  return of === undefined || !taken.every((one) => one !== undefined)
    ? undefined
    : { ...of, without: new Set([...of.without, ...taken]) };
}

/** The type that a function of the repository says it gives. */
function typeOfResult({ expression }: ts.CallExpression, unit: Unit): DeclaredType | undefined {
  const declared = declaredFunction(expression, unit);
  const called = declared === undefined ? functionCalledBy(expression, unit) : { node: declared, unit };
  if (called === undefined || called === 'unreadable') return undefined;
  const { type } = called.node;
  return type === undefined ? undefined : whole(type, called.unit);
}

/** `declare function load(): Changes;` */
function declaredFunction(callee: ts.Expression, { scope }: Unit): ts.FunctionDeclaration | undefined {
  const node = unwrap(callee);
  const declaration = ts.isIdentifier(node) ? scope.bindingOf(node)?.declaration : undefined;
  return declaration !== undefined && ts.isFunctionDeclaration(declaration) ? declaration : undefined;
}
