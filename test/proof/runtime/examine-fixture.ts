/**
 * A fixture, run before and after its rewrite from one state after another, and what came out differently.
 */
import { isDeepStrictEqual } from 'node:util';

import type { ReasonCode } from '../../../transforms/index.ts';
import { seenOf, type Seen, unexplained, withoutMetadata } from './compare.ts';
import { type Entry, reasonsOf, type Subject } from './entries.ts';
import { describeStore } from './journal.ts';
import { type Lab, type Outcome, run } from './run-fixture.ts';
import { makeStates, type State } from './states.ts';

export interface Examination {
  /** What differed and was not allowed to, ready to be read. */
  readonly problems: readonly Problem[];
  /** The rewritten findings that no run has come to, by index. */
  readonly missed: readonly number[];
  /** Pairs of runs. */
  readonly pairs: number;
  /**
   * Pairs in which something was written, and those among them in which the rewrite stored something else, as its
   * reason says.
   */
  readonly writing: number;
  readonly explained: number;
}

export interface Problem {
  /** The way in, the state, the arguments, and what differs. */
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Pair {
  readonly state: string;
  readonly variant: number;
}

/** The states in which a wrong rewrite shows most often, with plain arguments (0) or with others. */
const FIRST: readonly Pair[] = [
  ...['nested', 'general fields refused', 'signed out'].map((state) => ({ state, variant: 0 })),
  { state: 'flat', variant: 1 },
];
/** With them, each state once. */
const PLAN: readonly Pair[] = [
  ...FIRST,
  { state: 'empty', variant: 0 },
  { state: 'nulls', variant: 0 },
  { state: 'writes refused', variant: 0 },
  { state: 'generated 1', variant: 2 },
  { state: 'generated 2', variant: 3 },
  { state: 'null', variant: 0 },
];
/** Where calls are behind conditions, more arguments are tried until all are met. */
const MORE: readonly Pair[] = Array.from({ length: 24 }, (_, index) => ({
  state: index % 2 === 0 ? 'flat' : 'empty',
  variant: index + 4,
}));

/**
 * Runs all of a fixture.
 *
 * @param states `first`: those in which a wrong rewrite shows most often, and others until each call is met and
 *   something is written
 */
export async function examine(lab: Lab, subject: Subject, states: 'all' | 'first'): Promise<Examination> {
  const made = new Map(makeStates(subject.mentions).map((state) => [state.name, state]));
  const reached = new Set<number>();
  const problems: Problem[] = [];
  const counts = { pairs: 0, writing: 0, explained: 0 };
  for (const [index, { state: name, variant }] of [...PLAN, ...MORE].entries()) {
    const isMet = reached.size === subject.rewritten;
    if (isMet && (index >= PLAN.length || (states === 'first' && index >= FIRST.length && counts.writing > 0))) break;
    const state = made.get(name);
    if (state === undefined) throw new Error(`there is no state ${name}`);
    if (subject.losesProto && JSON.stringify(describeStore(state.store())).includes('"__proto__"')) continue;
    if (state.signedOut === true ? !subject.usesBrowser : state.refused === 'general' && !subject.hasGeneral) continue;
    for (const entry of subject.entries) {
      const [before, after] = await runBoth(lab, subject, entry, state, variant);
      for (const finding of before.reached) reached.add(finding);
      if (isNullOfTheField(state, before)) continue;
      counts.pairs += 1;
      if (before.journal.requests.some(({ kind }) => kind === 'write')) counts.writing += 1;
      if (!isDeepStrictEqual(before.stored, after.stored)) counts.explained += 1;
      for (const problem of differences(before, after, reasonsOf(entry), subject)) {
        const way = `${entry.fileName} ${entry.exportName ?? '(when loaded)'}`;
        problems.push({
          ...problem,
          where: `${way}, stored: ${name}, arguments: ${String(variant)}: ${problem.where}`,
        });
      }
    }
  }
  const missed = Array.from({ length: subject.rewritten }, (_, index) => index).filter((index) => !reached.has(index));
  return { problems, missed, ...counts };
}

async function runBoth(
  lab: Lab,
  subject: Subject,
  entry: Entry,
  state: State,
  variant: number,
): Promise<[Outcome, Outcome]> {
  const { mentions, usesBrowser, isHalfWay } = subject;
  const { fileName, exportName, first } = entry;
  const same = { mentions, usesBrowser, fileName, exportName, first, state, variant };
  const before = await run(lab, { ...same, era: isHalfWay ? 'after' : 'before', program: subject.before });
  const after = await run(lab, { ...same, era: 'after', program: subject.after });
  return [before, after];
}

/**
 * The SDK's types say that a metadata field is an object, so code reads its properties without asking, and fails where
 * it is null after all. Where the rewrite takes such a read away, nothing fails: types tell the truth
 * (docs/semantics.md), so that is no state to compare.
 */
function isNullOfTheField(state: State, before: Outcome): boolean {
  return state.name === 'null' && JSON.stringify([...before.journal.results.values()]).includes('"TypeError"');
}

function differences(
  before: Outcome,
  after: Outcome,
  reasons: ReadonlySet<ReasonCode>,
  { dropsReads }: Subject,
): Problem[] {
  const [was, is] = [seenOf(before, after, dropsReads), seenOf(after, before, dropsReads)];
  if (isDeepStrictEqual(was, is)) return [];
  const found: Problem[] = [];
  const lines = reasons.size === 0 ? [] : unexplained(before, after, reasons);
  if (lines.length > 0) found.push({ where: lines.join('; '), before: before.stored, after: after.stored });
  // What is returned and handed on shows what is stored: where that may differ, the rest must still be the same.
  const show = reasons.size === 0 ? (value: Seen[keyof Seen]): Seen[keyof Seen] => value : withoutMetadata;
  for (const part of ['stored', 'results', 'effects', 'requests', 'unhandled'] as const) {
    const [a, b] = [show(was[part]), show(is[part])];
    if (!isDeepStrictEqual(a, b)) found.push({ where: part, before: a, after: b });
  }
  return found;
}
