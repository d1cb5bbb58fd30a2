import { ts } from 'ts-morph';
import { containerOf, contains, isContainer, isLoop } from '../tree.ts';
import { memoize, memoizeBy } from '../memoize.ts';
import { isVariable } from '../syntax.ts';

/**
 * How code may go on behind a node: with what comes next, by an error, out of the function, or behind a statement that
 * it jumps out of. `continue` jumps behind the body of its loop.
 */
type Exit = 'normal' | 'throw' | 'return' | ts.Node;

/** What runs somewhere; anything may throw. */
const ANY_CODE: readonly Exit[] = ['normal', 'throw'];

/**
 * Whether `first` may have run when `then` does, in one run of the function around both. It can't where only one of
 * them runs in each turn (two branches of a condition), nor where the code always leaves for somewhere from which
 * `then` isn't reached. What may throw does, and so may what sends a request.
 *
 * @param first anywhere in the function, or in another one
 * @param start what comes first of all, and anew in each turn of the loops that have it in their bodies: what ran in an
 *   earlier turn doesn't count
 */
export function mayPrecede(first: ts.Node, then: ts.Node, start?: ts.Node): boolean {
  if (containerOf(first) !== containerOf(then)) return true;
  // All parts of an expression go on in the same way.
  let from = first;
  while (!isStatementOrClause(from.parent) && !isContainer(from.parent) && !contains(from.parent, then))
    from = from.parent;
  return isReached(from, then, start);
}

function isStatementOrClause(node: ts.Node): boolean {
  return ts.isStatement(node) || ts.isCaseOrDefaultClause(node) || ts.isCatchClause(node);
}

/** Whether code that goes on behind a node comes to another one. */
const isReached = memoizeBy(
  (from: ts.Node, then: ts.Node, start: ts.Node | undefined) => [from, then, start],
  goesOnTo,
);

function goesOnTo(from: ts.Node, then: ts.Node, start: ts.Node | undefined): boolean {
  const container = containerOf(then);
  let exits: ReadonlySet<Exit> = new Set(ANY_CODE);
  for (let child = from; child !== container; child = wholeAround(child)) {
    const startsAnew =
      start !== undefined && isLoop(child.parent) && child.parent.statement === child && contains(child, start);
    const next = goOn(child, arrivedAt(child, exits), then);
    if (next === 'reached') return !startsAnew;
    exits = next;
  }
  return false;
}

/** What is around a node; around what a `switch` compares, all its clauses: any of them may run then, or none. */
function wholeAround(node: ts.Node): ts.Node {
  const { parent } = node;
  return ts.isCaseClause(parent) && node === parent.expression ? parent.parent : parent;
}

/** Who jumps behind a statement goes on there. */
function arrivedAt(statement: ts.Node, exits: ReadonlySet<Exit>): ReadonlySet<Exit> {
  return exits.has(statement) ? new Set([...exits, 'normal']) : exits;
}

/**
 * How code goes on behind what is around a node.
 *
 * @param exits how it goes on behind the node itself
 */
function goOn(child: ts.Node, exits: ReadonlySet<Exit>, then: ts.Node): ReadonlySet<Exit> | 'reached' {
  const { parent } = child;
  if (ts.isTryStatement(parent)) return goOnInTry(child, parent, exits, then);
  if (!exits.has('normal')) return exits;
  if (ts.isReturnStatement(parent) || ts.isThrowStatement(parent)) return exitsOf(parent);
  const others = listAround(child, parent);
  if (others !== undefined) return goThroughBehind(child, sequenceOf(others), exits, then);
  if (isBranch(child, parent)) return exits;
  // In its next turn, a loop comes to all that is in it; a switch compares before it runs any clause.
  const isAnywhere = isLoop(parent) || ts.isCaseClause(parent);
  const whole = wholeAround(child);
  if (contains(whole, then) && (isAnywhere || then.pos >= child.end || isFirst(child, parent))) return 'reached';
  const isLast = (ts.isStatement(child) || ts.isCaseBlock(child)) && !isLoop(parent);
  return isLast || !isStatementOrClause(parent) ? exits : new Set([...exits, ...exitsOf(whole)]);
}

/** What runs one after the other, with a node among it. */
function listAround(child: ts.Node, parent: ts.Node): readonly ts.Node[] | undefined {
  if (ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isModuleBlock(parent)) return parent.statements;
  if (ts.isCaseBlock(parent)) return parent.clauses;
  return ts.isCaseOrDefaultClause(parent) && ts.isStatement(child) ? parent.statements : undefined;
}

/** Whether a node is one of two of which only one runs. */
function isBranch(child: ts.Node, parent: ts.Node): boolean {
  return (
    (ts.isIfStatement(parent) && child !== parent.expression) ||
    (ts.isConditionalExpression(parent) && child !== parent.condition)
  );
}

/** Nodes that run one after the other, by which each place among them is found at once. */
interface Sequence {
  readonly nodes: readonly ts.Node[];
  /** For each node, the first from there on behind which code never goes on; behind the last where there is none. */
  readonly leaving: readonly number[];
  /** How code goes on that is run from each of the nodes, as long as none always leaves. */
  readonly exits: readonly ReadonlySet<Exit>[];
}

const sequenceOf = memoize((nodes: readonly ts.Node[]): Sequence => {
  const leaving: number[] = [];
  const exits: ReadonlySet<Exit>[] = [];
  let behind: ReadonlySet<Exit> = new Set(['normal']);
  let left = nodes.length;
  for (const [index, node] of [...nodes.entries()].reverse()) {
    const own = exitsOf(node);
    behind = own.has('normal') ? united(behind, own) : own;
    if (!own.has('normal')) left = index;
    leaving[index] = left;
    exits[index] = behind;
  }
  const sequence = { nodes, leaving, exits };
  return sequence;
});

/** Other ways to go on, where code that goes on with what comes next has these. */
function united(next: ReadonlySet<Exit>, others: ReadonlySet<Exit>): ReadonlySet<Exit> {
  const added = [...others].filter((exit) => exit !== 'normal' && !next.has(exit));
  return added.length === 0 ? next : new Set([...next, ...added]);
}

/** Goes through what comes behind a node, as long as nothing always leaves. */
function goThroughBehind(
  child: ts.Node,
  { nodes, leaving, exits }: Sequence,
  before: ReadonlySet<Exit>,
  then: ts.Node,
): ReadonlySet<Exit> | 'reached' {
  const first = lastAt(nodes, child.pos) + 1;
  const around = lastAt(nodes, then.pos);
  const isAround = nodes[around] !== undefined && contains(nodes[around], then);
  if (isAround && around >= first && around <= (leaving[first] ?? 0)) return 'reached';
  const behind = exits[first];
  return behind === undefined ? before : united(behind, before);
}

/** Of what runs one after the other with a node among it, the first from which code may come to that one. */
export function firstThatLeadsTo(child: ts.Node): ts.Node | undefined {
  const list = listAround(child, child.parent);
  if (list === undefined) return undefined;
  const { nodes, leaving } = sequenceOf(list);
  const around = lastAt(nodes, child.pos);
  // Whoever is behind the last that never goes on; and that one, since what is in it may jump behind it.
  const open = firstIndex(nodes.length, (index) => (leaving[index] ?? 0) >= around);
  return nodes[Math.max(0, open - 1)];
}

/** The last of nodes in source order that begins at an offset or before it, by its index. */
function lastAt(nodes: readonly ts.Node[], offset: number): number {
  return firstIndex(nodes.length, (index) => (nodes[index]?.pos ?? offset) > offset) - 1;
}

/** The first index from which on something holds. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function goOnInTry(
  child: ts.Node,
  { tryBlock, catchClause, finallyBlock }: ts.TryStatement,
  before: ReadonlySet<Exit>,
  then: ts.Node,
): ReadonlySet<Exit> | 'reached' {
  const exits = new Set(before);
  if (child === tryBlock && catchClause !== undefined && exits.delete('throw')) {
    if (contains(catchClause, then)) return 'reached';
    for (const exit of exitsOf(catchClause.block)) exits.add(exit);
  }
  if (finallyBlock === undefined) return exits;
  if (child === finallyBlock) {
    // What led there goes on.
    if (!exits.has('normal')) return exits;
    return new Set([...exits, ...exitsOf(tryBlock), ...(catchClause === undefined ? [] : exitsOf(catchClause.block))]);
  }
  if (contains(finallyBlock, then)) return 'reached';
  const atLast = exitsOf(finallyBlock);
  if (!atLast.has('normal')) return atLast;
  return new Set([...exits, ...[...atLast].filter((exit) => exit !== 'normal')]);
}

/** How code may go on behind a statement, or a clause, that is run from its start. */
const exitsOf = memoize((node: ts.Node): ReadonlySet<Exit> => new Set(findExits(node)));

function findExits(node: ts.Node): readonly Exit[] {
  if (isContainer(node)) return ['normal'];
  const jumps = jumpsIn(node);
  const leading = [...jumps].filter((exit) => exit !== node);
  const throws: readonly Exit[] = ts.isBreakOrContinueStatement(node) ? [] : ['throw'];
  return [...(mayEnd(node) || jumps.has(node) ? (['normal'] as const) : []), ...throws, ...leading];
}

/** Whether code may go on with what comes next to a statement. */
export function mayGoOn(statement: ts.Statement): boolean {
  return exitsOf(statement).has('normal');
}

/** How code jumps out of a statement or a clause, or behind it, from anywhere inside of it. */
const jumpsIn = memoize(findJumps);

function findJumps(node: ts.Node): ReadonlySet<Exit> {
  if (ts.isReturnStatement(node)) return new Set(['return']);
  if (ts.isBreakOrContinueStatement(node)) return new Set([targetOf(node)]);
  const jumps = new Set<Exit>();
  ts.forEachChild(node, (child) => {
    if (isContainer(child) || !(isStatementOrClause(child) || ts.isCaseBlock(child))) return;
    for (const exit of jumpsIn(child)) if (exit !== child) jumps.add(exit);
  });
  return jumps;
}

/** Whether code may go on with what comes behind a statement, or a clause. */
function mayEnd(node: ts.Node): boolean {
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node)) return false;
  if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) return node.statements.every(mayGoOn);
  if (ts.isIfStatement(node))
    return node.elseStatement === undefined || mayGoOn(node.thenStatement) || mayGoOn(node.elseStatement);
  if (!ts.isTryStatement(node)) return true;
  const { tryBlock, catchClause, finallyBlock } = node;
  if (finallyBlock !== undefined && !mayGoOn(finallyBlock)) return false;
  return mayGoOn(tryBlock) || (catchClause !== undefined && mayGoOn(catchClause.block));
}

/** The statement behind which a jump goes on; of `continue`, that is the body of the loop. */
function targetOf(jump: ts.BreakOrContinueStatement): Exit {
  const isContinue = ts.isContinueStatement(jump);
  for (let { parent } = jump as ts.Node; !isContainer(parent); { parent } = parent) {
    const isTarget =
      jump.label === undefined
        ? isLoop(parent) || (!isContinue && ts.isSwitchStatement(parent))
        : ts.isLabeledStatement(parent) && parent.label.text === jump.label.text;
    if (!isTarget) continue;
    let target: ts.Node = parent;
    while (isContinue && (ts.isLabeledStatement(target) || isLoop(target))) {
      const isBody = isLoop(target);
      target = target.statement;
      if (isBody) break;
    }
    return target;
  }
  return 'normal';
}

/**
 * Whether a node is evaluated before one that stands ahead of it: what a pattern takes apart before the defaults in the
 * pattern, what is compared in a `switch` before any of its clauses runs.
 */
export function isEvaluatedBefore(first: ts.Node, then: ts.Node): boolean {
  if (first.pos < then.end) return false;
  let child = first;
  while (!contains(child.parent, then)) child = child.parent;
  const { parent } = child;
  if (ts.isCaseBlock(parent)) {
    const isCompared = (node: ts.Node): boolean =>
      parent.clauses.some((clause) => ts.isCaseClause(clause) && contains(clause.expression, node));
    return isCompared(first) && !isCompared(then);
  }
  return isFirst(child, parent) || (ts.isForOfStatement(parent) && child === parent.expression);
}

/** Whether a part comes before those that stand ahead of it. */
export function isFirst(child: ts.Node, parent: ts.Node): boolean {
  if (ts.isBinaryExpression(parent))
    return (
      child === parent.right &&
      parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      (ts.isObjectLiteralExpression(parent.left) || ts.isArrayLiteralExpression(parent.left))
    );
  return isVariable(parent) && child === parent.initializer;
}
