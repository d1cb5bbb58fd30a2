import { ts } from 'ts-morph';
import { comparedBehind, endBefore, rangesFrom, type Range } from '../../../flow/ranges.ts';
import { isEvaluatedBefore } from '../../../flow/order.ts';
import { wrapped } from '../../../syntax.ts';
import {
  aroundUpTo,
  containerOf,
  contains,
  isContainer,
  isLoop,
  loopsAround,
  statementOf,
  type CodeContainer,
} from '../../../tree.ts';
import type { Sending } from '../before/happens-before.ts';
import type { Fetch } from '../fetch/provenance.ts';

/** The time from a fetch to a request. */
export interface Span {
  /** What it starts with. */
  readonly start: ts.Node;
  /** The function in which both happen; callbacks that the object came through are part of it. */
  readonly home: CodeContainer;
  /** Where all begins of the function's own that may run in that time. */
  readonly ranges: readonly Range[];
  /** Whether `node` runs in that time, or may; `later-turn`: only after the request, in a turn before another one's. */
  readonly has: (node: ts.Node) => boolean | 'later-turn';
}

/**
 * @returns undefined where the fetch may be long ago: in another function, or before a loop that makes the request
 * again and again
 */
export function spanOf({ at, through }: Pick<Fetch, 'at' | 'through'>, { call }: Sending): Span | undefined {
  const home = homeOf(at, call, through);
  if (home === undefined) return undefined;
  // What comes back to the call with what was fetched before.
  const turns = aroundUpTo(home, call).filter(
    (node) => (isLoop(node) && !runsInEachTurn(at, node)) || (ts.isFunctionLike(node) && !contains(node, at)),
  );
  if (turns.some((turn) => !through.has(turn))) return undefined;
  const isOwn = (container: ts.Node): boolean =>
    through.has(container) && (contains(container, call) || contains(container, at));
  const whole = turns.findLast((turn) => ts.isFunctionLike(turn)) ?? call;
  const statement = statementOf(whole);
  // What isn't awaited may still be under way, or be overtaken by what follows in the statement; what a callback does
  // that isn't waited for, by all that follows.
  const isWaitedFor = whole === call || aroundUpTo(home, whole).some(ts.isAwaitExpression);
  const runsBeside = (node: ts.Node): boolean =>
    whole === call
      ? statement !== undefined && contains(statement, node) && !ts.isAwaitExpression(wrapped(call).parent)
      : (statement !== undefined && contains(statement, node)) || !isWaitedFor;
  const until = isWaitedFor ? Math.max(statement?.end ?? call.end, endBefore(call, home)) : home.end;
  return {
    start: at,
    home,
    ranges: [...rangesFrom(at, home, until), ...comparedBehind(call, home, until)],
    has(node) {
      const apart = aroundUpTo(home, node).findLast((around) => isContainer(around) && !isOwn(around));
      if (apart === undefined && node.end <= at.pos && !isEvaluatedBefore(at, node)) return false;
      // A function that is made later can't have run, but one that is declared can be called all the same.
      if (
        node.pos < call.end ||
        (apart !== undefined && ts.isFunctionDeclaration(apart)) ||
        runsBeside(node) ||
        isEvaluatedBefore(node, call)
      )
        return true;
      return turns.some((turn) => contains(turn, node)) && 'later-turn';
    },
  };
}

/**
 * The time in which the call's function runs until the request, in a loop around it again and again.
 *
 * @param start what it begins with: something in that function, if not the function itself
 */
export function wholeTime(site: Sending, start?: ts.Node): Span {
  const home = containerOf(site.call);
  return (
    spanOf({ at: start ?? home, through: new Set(loopsAround(site.call)) }, site) ?? {
      start: home,
      home,
      ranges: [[home.pos, home.end]],
      has: () => true,
    }
  );
}

/** The innermost function around both, if nothing but callbacks that the object came through lies between. */
function homeOf(at: ts.Node, call: ts.Node, through: ReadonlySet<ts.Node>): CodeContainer | undefined {
  let home = containerOf(call);
  while (through.has(home) && !contains(home, at)) home = containerOf(home);
  for (let around = isContainer(at) ? at : containerOf(at); around !== home; around = containerOf(around)) {
    if (ts.isSourceFile(around) || !through.has(around)) return undefined;
  }
  return home;
}

/** Whether `node` is in the part of a loop that runs in each of its turns. */
function runsInEachTurn(node: ts.Node, loop: ts.IterationStatement): boolean {
  if (!contains(loop, node)) return false;
  if (ts.isForStatement(loop)) return loop.initializer === undefined || !contains(loop.initializer, node);
  return ts.isWhileStatement(loop) || ts.isDoStatement(loop) || contains(loop.statement, node);
}
