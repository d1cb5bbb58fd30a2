import { ts } from 'ts-morph';
import { mayGoOn, mayPrecede } from '../../flow/order.ts';
import type { Binding, Write } from '../../language/scope.ts';
import { unwrap } from '../../syntax.ts';
import { containerOf, contains, loopsAround, runsBefore } from '../../tree.ts';
import { memoize } from '../../memoize.ts';

/**
 * The assignments of which one gave a variable what it has where it is mentioned: those behind a statement that always
 * assigns it. None where there is no such statement, or where another function has the variable as well.
 */
export function lastAssigned(mention: ts.Identifier, binding: Binding): readonly Write[] {
  const { home, targets } = assignedIn(binding);
  if (home !== containerOf(mention)) return [];
  const from = lastBefore(mention, (statement) => alwaysAssigns(statement, targets));
  if (from === undefined) return [];
  const loops = loopsAround(mention);
  const mayBeBefore = (target: ts.Node): boolean =>
    target.end <= mention.pos || loops.some((loop) => contains(loop, target));
  return binding.writes.filter(
    ({ target }) => target.pos >= from.pos && mayBeBefore(target) && mayPrecede(target, mention),
  );
}

/** The function that alone assigns a variable, and where. */
const assignedIn = memoize(({ declaration, writes }: Binding) => {
  const targets = new Set<ts.Node>(writes.map(({ target }) => target));
  const [home, ...others] = new Set([...(declaration === undefined ? [] : [declaration]), ...targets].map(containerOf));
  return { home: declaration === undefined || others.length > 0 ? undefined : home, targets };
});

/** The last of the statements that have run, whole, whenever a node does, that is asked for. */
function lastBefore(node: ts.Node, isAskedFor: (statement: ts.Statement) => boolean): ts.Statement | undefined {
  const home = containerOf(node);
  for (let around: ts.Node = node; around !== home; around = around.parent) {
    const { parent }: ts.Node = around;
    if (!ts.isBlock(parent) && !ts.isSourceFile(parent) && !ts.isCaseOrDefaultClause(parent)) continue;
    const last = parent.statements.findLast((statement) => runsBefore(statement, node) && isAskedFor(statement));
    if (last !== undefined) return last;
  }
  return undefined;
}

/** Whether one of the targets is assigned to wherever the code goes on behind a statement. */
function alwaysAssigns(statement: ts.Statement, targets: ReadonlySet<ts.Node>): boolean {
  const assigns = (inner: ts.Statement): boolean => alwaysAssigns(inner, targets);
  if (!mayGoOn(statement)) return true;
  if (ts.isBlock(statement)) return statement.statements.some(assigns);
  if (ts.isIfStatement(statement))
    return statement.elseStatement !== undefined && [statement.thenStatement, statement.elseStatement].every(assigns);
  if (ts.isTryStatement(statement)) {
    const { tryBlock, catchClause, finallyBlock } = statement;
    const ways = [tryBlock, catchClause?.block ?? []].flat();
    return [finallyBlock ?? []].flat().some(assigns) || ways.every(assigns);
  }
  const expression = ts.isExpressionStatement(statement) ? unwrap(statement.expression) : undefined;
  return (
    expression !== undefined &&
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    targets.has(unwrap(expression.left))
  );
}
