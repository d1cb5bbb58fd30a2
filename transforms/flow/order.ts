import { ts } from 'ts-morph';
import { containerOf, contains, isLoop } from '../syntax.ts';

/**
 * Whether `first` may have run when `then` does, in one run of the function around both. It can't where only one of
 * them runs in each turn (two branches of a condition), nor where the code around `first` always leaves before it comes
 * to `then`.
 *
 * @param first stands before `then`, in the same function
 */
export function mayPrecede(first: ts.Node, then: ts.Node): boolean {
  const container = containerOf(then);
  if (containerOf(first) !== container) return true;
  let branch = first;
  for (let around = first.parent; !contains(around, then); branch = around, around = around.parent) {
    if (alwaysLeaves(branch, around, then)) return false;
  }
  const { parent: common } = branch;
  if (isInLoop(common, container)) return true;
  if (alwaysLeaves(branch, common, then)) return false;
  return !areExclusive(branch, common, then);
}

/** Whether a loop inside of the function runs `node` again. */
function isInLoop(node: ts.Node, container: ts.Node): boolean {
  for (let current = node; current !== container && !ts.isSourceFile(current); current = current.parent)
    if (isLoop(current)) return true;
  return false;
}

/** Whether of two children of `common` only one runs. */
function areExclusive(branch: ts.Node, common: ts.Node, then: ts.Node): boolean {
  if (ts.isIfStatement(common)) return branch !== common.expression && !contains(common.expression, then);
  return ts.isConditionalExpression(common) && branch !== common.condition && !contains(common.condition, then);
}

/**
 * Whether the list of statements that `branch` is in, or the branch of an `if` that it is, always leaves, with it or
 * behind it, for somewhere from which `then` isn't reached.
 */
function alwaysLeaves(branch: ts.Node, list: ts.Node, then: ts.Node): boolean {
  if (ts.isIfStatement(list)) return ts.isStatement(branch) && leaves(branch, then);
  if (!isStatementList(list)) return false;
  const from = list.statements.findIndex((statement) => statement === branch);
  const until = list.statements.findIndex((statement) => contains(statement, then));
  return (
    from >= 0 &&
    list.statements.slice(from, until === -1 ? undefined : until).some((statement) => leaves(statement, then))
  );
}

function isStatementList(node: ts.Node): node is ts.Block | ts.CaseOrDefaultClause | ts.SourceFile {
  return ts.isBlock(node) || ts.isCaseOrDefaultClause(node) || ts.isSourceFile(node);
}

/** Whether a statement never goes on to the next one, nor to `then`. */
function leaves(statement: ts.Statement, then: ts.Node): boolean {
  if (ts.isReturnStatement(statement)) return !isCaught(statement, then, false);
  if (ts.isThrowStatement(statement)) return !isCaught(statement, then, true);
  if (ts.isBreakStatement(statement) || ts.isContinueStatement(statement))
    return statement.label === undefined && leavesTarget(statement, then);
  if (ts.isBlock(statement)) return statement.statements.some((inner) => leaves(inner, then));
  return (
    ts.isIfStatement(statement) &&
    statement.elseStatement !== undefined &&
    leaves(statement.thenStatement, then) &&
    leaves(statement.elseStatement, then)
  );
}

/** Whether a `catch` or a `finally` runs before the function ends. */
function isCaught(statement: ts.Statement, then: ts.Node, isThrown: boolean): boolean {
  for (let node: ts.Node = statement; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (!ts.isTryStatement(parent) || node === parent.finallyBlock) continue;
    if (isThrown && node === parent.tryBlock && parent.catchClause !== undefined) return true;
    if (parent.finallyBlock !== undefined && contains(parent.finallyBlock, then)) return true;
  }
  return false;
}

/** What a `break` ends, it has `then` inside of it: behind it the code goes on elsewhere. */
function leavesTarget(statement: ts.BreakStatement | ts.ContinueStatement, then: ts.Node): boolean {
  if (ts.isContinueStatement(statement)) return false;
  for (let { parent } = statement; !ts.isFunctionLike(parent) && !ts.isSourceFile(parent); { parent } = parent) {
    if (isLoop(parent) || ts.isSwitchStatement(parent)) return contains(parent, then);
  }
  return false;
}
