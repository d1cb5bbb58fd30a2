import { ts } from 'ts-morph';
import { isNeverReassigned } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap, wrapped, isAccess } from '../../syntax.ts';
import { someIn } from '../../tree.ts';
import { ARRAY, within } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';

/**
 * Where a call stands.
 *
 * - `statement`: the statement is nothing but the call, its `await`, and where the result or its promise goes. What has to run first
 *   can be put before it.
 * - `head`: the statement goes on with what the call returns, and evaluates nothing before it.
 * - `arrow-body`: the call, and its `await`, are all that an arrow function returns.
 * - `expression`: anywhere else. Whatever else the statement evaluates may come before.
 */
export type Position =
  | {
      readonly kind: 'statement';
      readonly statement: ts.Statement;
      readonly awaited: boolean;
      readonly result: 'dropped' | 'kept' | 'returned';
    }
  | { readonly kind: 'head'; readonly statement: ts.Statement }
  | { readonly kind: 'arrow-body'; readonly arrow: ts.ArrowFunction; readonly awaited: boolean }
  | { readonly kind: 'expression' };

export function positionOf(call: ts.CallExpression, unit: Unit): Position {
  let outer = wrapped(call);
  const awaited = ts.isAwaitExpression(outer.parent);
  if (ts.isAwaitExpression(outer.parent)) outer = wrapped(outer.parent);
  const { parent } = outer;
  if (ts.isExpressionStatement(parent)) return { kind: 'statement', statement: parent, awaited, result: 'dropped' };
  if (ts.isVoidExpression(parent) && !awaited && ts.isExpressionStatement(parent.parent))
    return { kind: 'statement', statement: parent.parent, awaited, result: 'dropped' };
  if (ts.isReturnStatement(parent)) return { kind: 'statement', statement: parent, awaited, result: 'returned' };
  if (ts.isArrowFunction(parent) && parent.body === outer) return { kind: 'arrow-body', arrow: parent, awaited };
  if (ts.isCallExpression(parent) && ts.isExpressionStatement(parent.parent) && isPutIntoList(outer, parent, unit))
    return { kind: 'statement', statement: parent.parent, awaited, result: 'kept' };
  if (
    ts.isVariableDeclaration(parent) &&
    !someIn(parent.name, ts.isCallExpression) &&
    ts.isVariableDeclarationList(parent.parent) &&
    parent.parent.declarations.length === 1 &&
    ts.isVariableStatement(parent.parent.parent)
  ) {
    return { kind: 'statement', statement: parent.parent.parent, awaited, result: 'kept' };
  }
  if (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    parent.right === outer &&
    ts.isIdentifier(parent.left) &&
    ts.isExpressionStatement(parent.parent)
  ) {
    return { kind: 'statement', statement: parent.parent, awaited, result: 'kept' };
  }
  return headOrExpression(call);
}

/** `requests.push(<value>)`: what comes before it, a list that is there, can't tell whether the value does. */
function isPutIntoList(value: ts.Expression, call: ts.CallExpression, unit: Unit): boolean {
  const access = call.arguments[0] === value ? accessOf(unwrap(call.expression)) : undefined;
  const list = access?.name === 'push' ? unit.scope.bindingOf(unwrap(access.object)) : undefined;
  return access !== undefined && isNeverReassigned(list) && within(kindsOf(access.object, unit), ARRAY);
}

function headOrExpression(call: ts.CallExpression): Position {
  let node = wrapped(call);
  for (;;) {
    const { parent } = node;
    const goesOn = isAccess(parent) || ts.isCallExpression(parent) || ts.isAwaitExpression(parent);
    if (!goesOn || parent.expression !== node) break;
    node = wrapped(parent);
  }
  const { parent } = node;
  return node !== wrapped(call) && (ts.isExpressionStatement(parent) || ts.isReturnStatement(parent))
    ? { kind: 'head', statement: parent }
    : { kind: 'expression' };
}
