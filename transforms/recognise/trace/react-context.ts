import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import { unwrap } from '../../syntax.ts';
import type { Value } from '../sdk/value.ts';
import { reactFunction } from '../source/react.ts';
import type { Unit } from '../source/unit.ts';
import type { Tracing } from './tracing.ts';

/**
 * What `useContext(Profile)` gives where the context's default is a literal of functions: those are the repository's
 * own, and so is what a provider gives in their place. Undefined for every other call: what a provider gives may be
 * anything.
 */
export function valueOfContextHook(node: ts.CallExpression, unit: Unit, tracing: Tracing): Value | undefined {
  const [first] = node.arguments;
  if (first === undefined || (reactFunction(node, unit) !== 'useContext' && reactFunction(node, unit) !== 'use'))
    return undefined;
  const context = tracing.valueOf(first, unit);
  return context.kind === 'ref' && context.value.kind === 'object' && isOwn(context.value.node)
    ? context.value
    : undefined;
}

/**
 * What `createContext({ … })` makes: it holds its default until a provider gives another. Undefined for every other
 * call.
 */
export function valueOfContext(node: ts.CallExpression, unit: Unit, tracing: Tracing): Value | undefined {
  const [first] = node.arguments;
  if (first === undefined || reactFunction(node, unit) !== 'createContext') return undefined;
  // What holds a provider to the default is its inferred type: JavaScript has none, and what is written may be wider.
  if (!unit.isTypeScript || node.typeArguments !== undefined || isCast(first)) return undefined;
  const held = tracing.valueOf(first, unit);
  return held.kind === 'object' ? { kind: 'ref', value: held } : undefined;
}

function isCast(expression: ts.Expression): boolean {
  return expression !== unwrap(expression) && !ts.isParenthesizedExpression(expression);
}

/**
 * Whether a literal holds functions that the SDK's methods can't stand in for, and nothing else that says what it is:
 * they promise nothing, where the SDK's promise a user.
 */
function isOwn(literal: ts.ObjectLiteralExpression): boolean {
  return literal.properties.every((property) => {
    if (ts.isMethodDeclaration(property)) return promisesNothing(property);
    const value = ts.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined;
    return (
      value !== undefined &&
      (((ts.isArrowFunction(value) || ts.isFunctionExpression(value)) && promisesNothing(value)) ||
        value.kind === ts.SyntaxKind.NullKeyword ||
        (ts.isIdentifier(value) && value.text === 'undefined'))
    );
  });
}

/** `async (changes) => {}`: its type is inferred as `Promise<void>`. */
function promisesNothing(fn: ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration): boolean {
  const isAsync = ts.getModifiers(fn)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;
  return isAsync && fn.type === undefined && fn.asteriskToken === undefined && returnedBy(fn).values.length === 0;
}
