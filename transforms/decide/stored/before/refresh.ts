import { ts } from 'ts-morph';
import { SURFACES } from '../../../api-change.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf, unwrap } from '../../../syntax.ts';
import { containerOf } from '../../../tree.ts';

/** Methods of the browser's user that bring it up to date. */
const REFRESHING: ReadonlySet<string> = new Set(['reload', SURFACES.frontend.method, SURFACES.frontend.merge]);

/**
 * The last statement before a node, in its own function, that certainly brings the browser's user up to date and waits
 * for it: `await user.reload();`, `const fresh = await user.reload();`. Undefined where there is none.
 */
export function refreshBefore(node: ts.Node, unit: Unit): ts.Statement | undefined {
  const home = containerOf(node);
  for (let inner = node; inner !== home; inner = inner.parent) {
    const { parent } = inner;
    if (!ts.isBlock(parent) && !ts.isSourceFile(parent) && !ts.isCaseOrDefaultClause(parent)) continue;
    const refresh = parent.statements.findLast((statement) => statement.end <= inner.pos && isRefresh(statement, unit));
    if (refresh !== undefined) return refresh;
  }
  return undefined;
}

function isRefresh(statement: ts.Statement, unit: Unit): boolean {
  const first = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.initializer : undefined;
  const value = ts.isExpressionStatement(statement) ? statement.expression : first;
  const awaited = value === undefined ? undefined : unwrap(value);
  const call = awaited !== undefined && ts.isAwaitExpression(awaited) ? unwrap(awaited.expression) : undefined;
  const callee = call !== undefined && ts.isCallExpression(call) ? accessOf(unwrap(call.expression)) : undefined;
  if (callee === undefined || !REFRESHING.has(callee.name)) return false;
  const user = evaluate(callee.object, unit);
  return user.kind === 'sdk' && user.type === 'frontend-user';
}
