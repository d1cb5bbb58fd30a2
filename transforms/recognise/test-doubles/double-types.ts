import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { memberType, promisedType } from '../../language/written-type.ts';
import type { Unit } from '../../language/unit.ts';
import { returnedBy } from '../../returned.ts';
import { hasWrittenType, isWrapper, nameText, unwrap } from '../../syntax.ts';
import { evaluateProperty, evaluateType } from '../evaluator/evaluator.ts';
import type { Value } from '../sdk/value.ts';
import { hoistedFunction, underlyingMock } from '../frameworks/mocks.ts';

/**
 * Whether the types that are written for a literal, or for an object around it, let it have a member of that name: they
 * are the SDK's, or they list the member. Without a type, anything may have it.
 */
export function mayHaveMember(literal: ts.ObjectLiteralExpression, name: string, unit: Unit): boolean {
  const path = [name];
  for (let node: ts.Expression = literal; ;) {
    const { parent } = node;
    const key = ts.isPropertyAssignment(parent) ? nameText(parent.name) : undefined;
    if (key !== undefined && ts.isPropertyAssignment(parent)) {
      path.unshift(key);
      node = parent.parent;
      continue;
    }
    const type = typeAround(node, unit);
    if (type !== undefined && !allows(type, path, unit)) return false;
    if (!isWrapper(parent)) return true;
    node = parent;
  }
}

/** The type that is written for an expression by what stands around it: a cast, a variable's, a function's result. */
function typeAround(node: ts.Expression, unit: Unit): ts.TypeNode | undefined {
  const { parent } = node;
  if (ts.isReturnStatement(parent)) return resultType(ts.findAncestor(parent, ts.isFunctionLike), unit);
  if (ts.isArrowFunction(parent)) return resultType(parent, unit);
  if (ts.isBinaryExpression(parent))
    return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.right === node
      ? writtenTypeOf(parent.left, unit)?.node
      : undefined;
  return ts.isAsExpression(parent) ||
    ts.isTypeAssertionExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent)
    ? parent.type
    : undefined;
}

/** The function of the file that a call is of. */
function calledIn(call: ts.CallExpression, unit: Unit): ts.Node | undefined {
  const declared = declaredBy(unit.scope.declarationOf(unwrap(call.expression)));
  if (declared.kind === 'function') return declared.fn;
  return declared.kind === 'value' ? unwrap(declared.of) : undefined;
}

/** What a function is declared to return, or the promise that it returns to give. */
function resultType(fn: ts.Node | undefined, unit: Unit): ts.TypeNode | undefined {
  const type = fn !== undefined && ts.isFunctionLike(fn) ? fn.type : undefined;
  return type === undefined ? undefined : (promisedType(type, unit) ?? type);
}

/** Whether the types that an expression is read by let it have what a path of names leads to. */
export function mayBeRead(object: ts.Expression, path: readonly string[], unit: Unit): boolean {
  const seen = new Set<ts.Node>();
  return lets(object, path);

  function lets(expression: ts.Expression, names: readonly string[]): boolean {
    if (seen.has(expression)) return true;
    seen.add(expression);
    if (isWrapper(expression))
      return 'type' in expression && !ts.isSatisfiesExpression(expression) && !ts.isConstTypeReference(expression.type)
        ? allows(expression.type, names, unit)
        : lets(expression.expression, names);
    const origin = originOf(expression);
    switch (origin.kind) {
      case 'awaited':
      case 'assigned':
        return lets(origin.of, names);
      case 'choice':
        return origin.of.every((one) => lets(one, names));
      case 'fallback':
        return lets(origin.first, names) && lets(origin.other, names);
      case 'part':
        return origin.name === undefined || lets(origin.of, [origin.name, ...names]);
      case 'name':
        return declares(unit.scope.declarationOf(origin.name), names);
      case 'result': {
        const [first] = origin.call.arguments;
        if (first !== undefined && underlyingMock(origin.call) !== origin.call) return lets(first, names);
        const fn = hoistedFunction(origin.call) ?? calledIn(origin.call, unit);
        if (fn === undefined || !ts.isFunctionLike(fn)) return true;
        const type = resultType(fn, unit);
        return type === undefined
          ? returnedBy(fn).values.every((value) => lets(value, names))
          : allows(type, names, unit);
      }
      default:
        return true;
    }
  }

  function declares(declaration: ts.Declaration | undefined, names: readonly string[]): boolean {
    if (declaration === undefined) return true;
    if (hasWrittenType(declaration)) return allows(declaration.type, names, unit);
    const declared = declaredBy(declaration);
    if (declared.kind === 'value') return lets(declared.of, names);
    return declared.kind !== 'part' || declared.name === undefined || declares(declared.of, [declared.name, ...names]);
  }
}

/** Whether a type lets an object have what a path of names leads to. */
function allows(type: ts.TypeNode, path: readonly string[], unit: Unit): boolean {
  const [name, ...others] = path;
  if (name === undefined || saysNothing(type, unit)) return true;
  const made = promisedType(type, unit) ?? mockedType(type) ?? type;
  if (!mayBeKey(made, name, unit)) return false;
  const member = memberType(made, name, unit);
  return member === undefined ? holds(evaluateType(made, unit), path, type, unit) : allows(member.node, others, unit);
}

/** Whether a `Record` may have a key of that name. */
function mayBeKey(type: ts.TypeNode, name: string, unit: Unit): boolean {
  const isRecord = ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Record';
  const [keys] = isRecord ? (type.typeArguments ?? []) : [];
  if (keys === undefined) return true;
  if (ts.isTypeOperatorNode(keys)) return allows(keys.type, [name], unit);
  const parts = ts.isUnionTypeNode(keys) ? [...keys.types] : [keys];
  return parts.some(
    (part) =>
      part.kind === ts.SyntaxKind.StringKeyword ||
      (ts.isLiteralTypeNode(part) && ts.isStringLiteralLike(part.literal) && part.literal.text === name),
  );
}

/** Whether a value that the repository doesn't list the members of is the SDK's where the path has come to its end. */
function holds(value: Value, [name, ...others]: readonly string[], at: ts.Node, unit: Unit): boolean {
  if (name === undefined) return true;
  if (value.kind === 'sdk' && value.members?.includes(name) === false) return false;
  if (others.length === 0) return value.kind === 'sdk';
  const member = evaluateProperty(value, name, at, unit);
  return member.kind === 'unknown' ? value.kind === 'sdk' : holds(member, others, at, unit);
}

/** Whether a type leaves open what an object has: `any`, a type parameter, `as const`. */
function saysNothing(type: ts.TypeNode, unit: Unit): boolean {
  if (ANYTHING.has(type.kind) || ts.isConstTypeReference(type)) return true;
  const declaration = ts.isTypeReferenceNode(type) ? unit.scope.bindingOf(type.typeName)?.declaration : undefined;
  return declaration !== undefined && ts.isTypeParameterDeclaration(declaration);
}

const ANYTHING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AnyKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.NeverKeyword,
]);

const WRAPPERS = /(?:^|\.)(?:\w*Mock\w*|DeepPartial|PartialDeep|Partial|Required|Readonly|NonNullable)$/;

/** What a type stands for; what libraries wrap around a type changes nothing: `Partial<jest.Mocked<ClerkClient>>`. */
export function mockedType(type: ts.TypeNode | undefined): ts.TypeNode | undefined {
  return type !== undefined && ts.isTypeReferenceNode(type) && WRAPPERS.test(type.typeName.getText())
    ? mockedType(type.typeArguments?.[0])
    : type;
}
