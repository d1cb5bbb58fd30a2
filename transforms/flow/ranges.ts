import { ts } from 'ts-morph';
import { aroundUpTo, containerOf, isLoop } from '../syntax.ts';

/** From one offset of a file on and before another. */
export type Range = readonly [from: number, to: number];

/**
 * Where all ends that the function around a call may evaluate before it, by itself: what stands behind runs first only
 * in a loop around both, or as a part of the same expression.
 */
export function endBefore(call: ts.Node, home: ts.Node = containerOf(call)): number {
  const ends = aroundUpTo(home, call).map((node) => (isPlainStatement(node) ? call.end : node.end));
  return Math.max(call.end, ...ends);
}

/** A statement whose parts are evaluated one after the other, as they stand there. */
function isPlainStatement(node: ts.Node): boolean {
  return ts.isBlock(node) || (ts.isStatement(node) && !isLoop(node) && !ts.isFunctionLike(node));
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
