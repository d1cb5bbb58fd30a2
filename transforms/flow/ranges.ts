import { ts } from 'ts-morph';
import { aroundUpTo, containerOf, isLoop } from '../tree.ts';
import { firstThatLeadsTo, isFirst } from './order.ts';
import { memoize } from '../memoize.ts';

/** From one offset of a file on and before another. */
export type Range = readonly [from: number, to: number];

/**
 * Where all ends that the function around a call may evaluate before it, by itself: what stands behind runs first only
 * in a loop around both, as a part of the same expression, or where a `switch` compares (`comparedBehind`).
 */
export function endBefore(call: ts.Node, home: ts.Node = containerOf(call)): number {
  const ends = aroundUpTo(home, call).map((node) => (isPlainStatement(node) || isClause(node) ? call.end : node.end));
  return Math.max(call.end, ...ends);
}

/** A statement whose parts are evaluated one after the other, as they stand there. */
function isPlainStatement(node: ts.Node): boolean {
  return ts.isBlock(node) || (ts.isStatement(node) && !isLoop(node) && !ts.isFunctionLike(node));
}

function isClause(node: ts.Node): boolean {
  return ts.isCaseBlock(node) || ts.isCaseOrDefaultClause(node);
}

/** What is compared before a call by the `switch` statements around it, though it stands behind an offset. */
export function comparedBehind(call: ts.Node, home: ts.Node, offset: number): readonly Range[] {
  const compared = aroundUpTo(home, call).filter(ts.isCaseBlock).flatMap(comparisonsOf);
  return merged(compared.filter(([, to]) => to > offset).map(([from, to]): Range => [Math.max(from, offset), to]));
}

/** Where all begins of a function's own that isn't evaluated for certain before `at`, up to an offset. */
export function rangesFrom(at: ts.Node, home: ts.Node, until: number): readonly Range[] {
  if (at === home) return [[home.pos, until]];
  const around = aroundUpTo(home, at);
  const from = Math.min(at.pos, ...around.filter((node) => !isPlainStatement(node)).map(({ pos }) => pos));
  // What is around it is evaluated with it.
  const ahead = around.filter(({ pos }) => pos < from).map(({ pos }): Range => [pos, pos + 1]);
  return [...ahead, [from, until]];
}

/**
 * Where all begins of the function's own that may have run before a node, and what stands behind that: what isn't in
 * these can't have (`mayPrecede`). So what stands in other branches isn't asked about one by one.
 *
 * @param until where what stands behind it ends
 * @returns in order, none of them in another one
 */
export function rangesBefore(then: ts.Node, until: number): readonly Range[] {
  const container = containerOf(then);
  const ranges: Range[] = [[then.pos, until]];
  for (let child = then; child !== container; child = child.parent) ranges.push(...rangesBeside(child));
  return merged(ranges);
}

/** Where all begins beside a node, in what is around it, that may run before what is inside of it. */
function rangesBeside(child: ts.Node): readonly Range[] {
  const { parent } = child;
  if (isLoop(parent) || isFirst(child, parent)) return [[parent.pos, parent.end]];
  const first = firstThatLeadsTo(child);
  const before: Range[] = first === undefined ? [] : [[first.pos, child.pos]];
  // What is compared comes before what any of the clauses runs.
  if (ts.isCaseBlock(parent)) return [...before, ...comparisonsOf(parent)];
  if (ts.isCaseClause(parent) && child === parent.expression) return [[parent.pos, parent.end]];
  if (first !== undefined) return before;
  if (ts.isIfStatement(parent)) return [[parent.expression.pos, Math.min(parent.expression.end, child.pos)]];
  if (ts.isConditionalExpression(parent)) return [[parent.condition.pos, Math.min(parent.condition.end, child.pos)]];
  return [[parent.pos, child.pos]];
}

/** Where the clauses of a `switch` say what it compares with; a literal does nothing. */
const comparisonsOf = memoize((block: ts.CaseBlock): readonly Range[] =>
  block.clauses
    .flatMap((clause) => (ts.isCaseClause(clause) ? clause.expression : []))
    .filter((expression) => !ts.isLiteralExpression(expression))
    .map(({ pos, end }): Range => [pos, end]),
);

/** The same in order, those that meet as one. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const found: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** What is in both, each in order. */
export function common(some: readonly Range[], others: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  for (let [index, other] = [0, 0]; ;) {
    const [a, b] = [some[index], others[other]];
    if (a === undefined || b === undefined) return found;
    const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
    if (from < to) found.push([from, to]);
    if (a[1] < b[1]) index += 1;
    else other += 1;
  }
}
