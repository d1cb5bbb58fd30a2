import { ts } from 'ts-morph';
import type { Unit } from '../../language/unit.ts';
import { nameText, wrapped, isAccess } from '../../syntax.ts';
import { someIn } from '../../tree.ts';
import { mayThrow, stabilityOf } from '../../values/stability.ts';

/**
 * Where a call stands.
 *
 * - `statement`: the statement evaluates nothing before the call, and goes on with what it gives or, where nothing waits
 *   for that, with its promise. What has to run first can be put before it.
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
  const goingOn =
    ts.isCallExpression(parent) || ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent)
      ? statementGoingOn(outer, unit)
      : undefined;
  if (goingOn !== undefined) return { kind: 'statement', statement: goingOn, awaited, result: 'kept' };
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

/**
 * The statement that goes on with a value, having evaluated nothing before it but what is the same later:
 * `requests.push(<value>)`, `return Response.json({ user: <value> })`.
 */
function statementGoingOn(value: ts.Expression, unit: Unit): ts.Statement | undefined {
  let node = value;
  for (;;) {
    const { parent } = node;
    if (ts.isExpressionStatement(parent) || ts.isReturnStatement(parent)) return parent;
    if (ts.isAwaitExpression(parent)) {
      node = wrapped(parent);
      continue;
    }
    const whole = ts.isPropertyAssignment(parent) ? parent.parent : parent;
    if (!partsBefore(node, whole)?.every((part) => isSteady(part, unit))) return undefined;
    node = wrapped(whole as ts.Expression);
  }
}

/** What a literal or a call evaluates before one of its parts; undefined for anything else. */
function partsBefore(part: ts.Expression, whole: ts.Node): readonly ts.Node[] | undefined {
  const until = (nodes: readonly ts.Node[]): readonly ts.Node[] => nodes.filter(({ end }) => end <= part.pos);
  if (ts.isObjectLiteralExpression(whole) && nameText((part.parent as ts.PropertyAssignment).name) !== undefined)
    return until(whole.properties);
  if (ts.isArrayLiteralExpression(whole)) return until(whole.elements);
  if (!ts.isCallExpression(whole) || whole.expression === part || ts.isOptionalChain(whole)) return undefined;
  return [whole.expression, ...until(whole.arguments)];
}

/** Whether something is the same once the requests are done. A method is, of an object that is there. */
function isSteady(node: ts.Node, unit: Unit): boolean {
  const stability = stabilityOf(node, new Set(), unit);
  const isMethod = stability === 'path' && isAccess(node) && node.parent.kind === ts.SyntaxKind.CallExpression;
  return stability === 'constant' || (isMethod && !mayThrow(node, new Set(), unit));
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
