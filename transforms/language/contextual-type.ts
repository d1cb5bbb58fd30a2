import { ts } from 'ts-morph';
import { memoizeBy } from '../memoize.ts';
import { isWrapper, nameText, parametersOf } from '../syntax.ts';
import { declarationNamed } from './named-declarations.ts';
import { propsArgument } from './react.ts';
import type { Unit } from './unit.ts';
import { isNullishType, listedBy, memberType, type WrittenType } from './written-type.ts';

/** A type that a function is of, or the signature that it has in the type of an object. */
interface Expected {
  readonly node: ts.TypeNode | ts.MethodSignature | ts.CallSignatureDeclaration;
  readonly unit: Unit;
}

/**
 * What TypeScript takes a parameter without a type for, by where its function stands: `const save: Save = (user) => …`,
 * `const Form: FC<Props> = ({ user }) => …`, `memo<Props>(({ user }) => …)`, a method of an object whose type lists it.
 */
export const contextualType = memoizeBy(
  (parameter: ts.ParameterDeclaration, unit: Unit) => [unit, parameter],
  (parameter, unit): WrittenType | undefined => {
    const { parent: fn, type, dotDotDotToken, initializer } = parameter;
    if (!unit.isTypeScript || type !== undefined || dotDotDotToken !== undefined || initializer !== undefined)
      return undefined;
    const index = parametersOf(fn).indexOf(parameter);
    if (ts.isMethodDeclaration(fn)) return parameterOf(memberExpected(fn, unit), index);
    if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return undefined;
    return propsExpected(fn, index, unit) ?? parameterOf(typeExpected(fn, unit), index);
  },
);

/** The type that an expression has to be of, as far as what is around it says so. */
function typeExpected(expression: ts.Expression, unit: Unit): Expected | undefined {
  const { parent } = expression;
  if (ts.isParenthesizedExpression(parent)) return typeExpected(parent, unit);
  if (ts.isPropertyAssignment(parent)) return memberExpected(parent, unit);
  // What is cast once more, others give more than the first type says.
  if (ts.isAssertionExpression(parent.parent) && isWrapper(parent)) return undefined;
  const isTyped =
    ts.isSatisfiesExpression(parent) ||
    (ts.isAsExpression(parent) && !ts.isConstTypeReference(parent.type)) ||
    ((ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) && parent.initializer === expression);
  return isTyped && parent.type !== undefined ? { node: parent.type, unit } : undefined;
}

/** The same for a member of an object, by the type of that. */
function memberExpected(member: ts.PropertyAssignment | ts.MethodDeclaration, unit: Unit): Expected | undefined {
  const name = nameText(member.name);
  const whole = ts.isObjectLiteralExpression(member.parent) ? typeExpected(member.parent, unit) : undefined;
  if (name === undefined || whole === undefined || !ts.isTypeNode(whole.node)) return undefined;
  const listed = listedBy(whole.node, whole.unit);
  const [method, ...others] = listed?.members.filter((one) => nameText(one.name) === name) ?? [];
  if (listed !== undefined && method !== undefined && ts.isMethodSignature(method))
    return others.length === 0 ? { node: method, unit: listed.unit } : undefined;
  return memberType(whole.node, name, whole.unit);
}

/** The props of a component that is given to a function of React's: `memo<Props>(({ user }) => …)`. */
function propsExpected(fn: ts.Expression, index: number, unit: Unit): WrittenType | undefined {
  const { parent } = fn;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== fn || index > 0) return undefined;
  return propsIn(parent.expression, parent.typeArguments, unit);
}

function propsIn(
  name: ts.EntityName | ts.Expression,
  args: readonly ts.TypeNode[] | undefined,
  unit: Unit,
): WrittenType | undefined {
  const position = propsArgument(name, unit);
  const props = position === undefined ? undefined : args?.[position];
  return props && { node: props, unit, optional: false };
}

/** A parameter's type, by that of its function; none for a type that leads back to itself, or has several signatures. */
function parameterOf(expected: Expected | undefined, index: number): WrittenType | undefined {
  return expected && parameterIn(expected.node, index, expected.unit);
}

const parameterIn = memoizeBy(
  (type: Expected['node'], index: number, unit: Unit) => [unit, type, index],
  (type, index, unit): WrittenType | undefined => {
    if (ts.isFunctionTypeNode(type) || ts.isMethodSignature(type) || ts.isCallSignatureDeclaration(type)) {
      const parameter = parametersOf(type)[index];
      return parameter?.type === undefined || parameter.dotDotDotToken !== undefined
        ? undefined
        : { node: parameter.type, unit, optional: parameter.questionToken !== undefined };
    }
    if (ts.isParenthesizedTypeNode(type)) return parameterIn(type.type, index, unit);
    if (ts.isUnionTypeNode(type)) {
      const [only, ...others] = type.types.filter((part) => !isNullishType(part));
      return only === undefined || others.length > 0 ? undefined : parameterIn(only, index, unit);
    }
    const props =
      ts.isTypeReferenceNode(type) && index === 0 ? propsIn(type.typeName, type.typeArguments, unit) : undefined;
    if (props !== undefined) return props;
    const named = ts.isTypeReferenceNode(type) ? declarationNamed(type.typeName, 'type', unit) : undefined;
    if (named !== undefined && ts.isTypeAliasDeclaration(named.node))
      return named.node.typeParameters === undefined ? parameterIn(named.node.type, index, named.unit) : undefined;
    const listed = listedBy(type, unit);
    const [call, ...others] = listed?.members.filter(ts.isCallSignatureDeclaration) ?? [];
    return listed === undefined || call === undefined || others.length > 0
      ? undefined
      : parameterIn(call, index, listed.unit);
  },
  { answer: undefined },
);
