import { analyze, applyEdits, type Finding } from '../../../transforms/index.ts';
import { NEW, OLD, type Json } from '../../service/store.ts';
import { compile, type Ending, type Executable, type Outcome } from './execute.ts';
import type { Program } from './grammar.ts';
import { argumentsFor, type Situation } from './inputs.ts';
import { canonical, describe, type OpenWorld } from './world.ts';

/** The engine that is held against the programs; the mutation check swaps it. */
export interface Engine {
  readonly analyze: typeof analyze;
  readonly applyEdits: typeof applyEdits;
}

export const ENGINE: Engine = { analyze, applyEdits };

export interface Tally {
  programs: number;
  exact: number;
  review: number;
  manual: number;
  none: number;
  runs: number;
  /** Runs in which something was stored. */
  stored: number;
}

export function newTally(): Tally {
  return { programs: 0, exact: 0, review: 0, manual: 0, none: 0, runs: 0, stored: 0 };
}

export function sayTally({ programs, exact, review, manual, none, runs, stored }: Tally): string {
  const share = (count: number): string => `${String(count)} (${((100 * count) / programs).toFixed(1)} %)`;
  const verdicts = `exact ${share(exact)}, review ${share(review)}, manual ${share(manual)}, no finding ${share(none)}`;
  return `${String(programs)} programs: ${verdicts}; run ${String(runs)} times before and after, ${String(stored)} of which stored something`;
}

/** A program whose rewrite isn't what its verdict says. */
export class Unsound extends Error {}

/**
 * Rewrites a program and runs it before and after in each situation.
 *
 * @param open makes the worlds; default: with the model of the SDK
 * @throws Unsound where the rewrite isn't what its verdict says
 */
export async function checkProgram(
  program: Program,
  situations: readonly Situation[],
  tally: Tally,
  engine: Engine = ENGINE,
  open?: OpenWorld,
): Promise<void> {
  const before = compileOr(program, program.text, 'the generated program is no program', open);
  const findings = findingsOf(program, program.text, engine);
  const after = engine.applyEdits(
    program.text,
    findings.flatMap(({ edits }) => [...edits]),
  );
  const verdict = worstVerdict(findings);
  tally.programs += 1;
  tally[verdict] += 1;
  if (findings.some((finding) => finding.verdict === 'manual' && finding.edits.length > 0))
    throw unsound(program, after, 'called manual, and yet rewritten');
  if (program.options.exact === true && verdict === 'review') throw unsound(program, after, '--exact gave a review');
  const again = findingsOf(program, after, engine).filter(({ edits }) => edits.length > 0);
  if (again.length > 0) throw unsound(program, after, 'a second run finds something to rewrite');
  const rewritten = compileOr(program, after, 'the output does not parse', open);
  // A program that was left alone in part has to be mended by a person before it runs.
  if (verdict === 'manual') return;
  for (const situation of situations) await compareRuns(program, after, before, rewritten, situation, verdict, tally);
}

async function compareRuns(
  program: Program,
  after: string,
  before: Executable,
  rewritten: Executable,
  situation: Situation,
  verdict: Verdict,
  tally: Tally,
): Promise<void> {
  const inputs = argumentsFor(program.parameters, situation, program.surface, program.field);
  const readsMayVanish = before !== rewritten && countReads(program.text) !== countReads(after);
  const { failsReading, failsFor } = situation.circumstances;
  // What runs at the same time has no order: a request that fails is over sooner than two that don't.
  const circumstances = {
    ...situation.circumstances,
    failsReading: readsMayVanish ? null : failsReading,
    failsFor: program.text.includes('Promise.all(ids.map') ? null : failsFor,
  };
  const first = await before(OLD, { ...circumstances, failsAt: null }, inputs);
  const failsAt = situation.failingEffect === null ? null : (first.happenings[situation.failingEffect]?.effect ?? null);
  const old = failsAt === null ? first : await before(OLD, { ...circumstances, failsAt }, inputs);
  // A program that breaks by itself says nothing about its rewrite.
  if (isBroken(old.ending)) return;
  const now = await rewritten(NEW, { ...circumstances, failsAt }, inputs);
  tally.runs += 1;
  if (old.history.length > 0) tally.stored += 1;
  const difference = verdict === 'review' ? breakageIn(old, now) : differenceIn(old, now);
  if (difference !== undefined) {
    throw unsound(
      program,
      after,
      `${verdict === 'none' ? 'nothing was found, and yet' : `called ${verdict}, and yet`} ${difference}`,
      [
        `stored:  ${JSON.stringify({ users: circumstances.users, organizations: circumstances.organizations })}`,
        `inputs:  ${sayInputs(program, situation)}`,
        `failing: ${JSON.stringify({ writesOf: circumstances.failsFor, readsOf: circumstances.failsReading, effect: failsAt })}`,
        `before:  ${sayOutcome(old)}`,
        `after:   ${sayOutcome(now)}`,
      ],
    );
  }
}

function sayInputs({ parameters }: Program, { id, values }: Situation): string {
  const given = parameters.map((name) => [name, Object.hasOwn(values, name) ? describe(values[name]) : '<by the id>']);
  return canonical({ id, ...(Object.fromEntries(given) as Readonly<Record<string, Json>>) });
}

type Failed = Extract<Ending, { readonly error: string }>;

export function isBroken(ending: Ending): ending is Failed {
  return 'isBreakage' in ending && ending.isBreakage;
}

export function sayOutcome({ ending, stored, history, happenings }: Outcome): string {
  const effects = happenings.map(({ effect, detail, afterWrite }) => `${effect}(${detail})${afterWrite ? '*' : ''}`);
  const end = 'value' in ending ? ending.value : 'error' in ending ? ending.error : '';
  return [
    `${ending.kind} ${end}`,
    `stored ${stored}`,
    `writes ${String(history.length)}`,
    `effects ${effects.join(' ')}`,
  ].join('\n         ');
}

/** How two runs differ, for a rewrite that should be the same program. */
export function differenceIn(old: Outcome, now: Outcome): string | undefined {
  const broken = breakageIn(old, now);
  if (broken !== undefined) return broken;
  if (old.stored !== now.stored) return 'something else is stored';
  if (JSON.stringify(old.ending) !== JSON.stringify(now.ending)) return 'it ends differently';
  if (JSON.stringify(old.happenings) !== JSON.stringify(now.happenings)) return 'the effects differ';
  if (old.inputs !== now.inputs) return 'the inputs are left different';
  return [...new Set(old.history.map(({ id }) => id))].some(
    (id) => !isSubsequence(statesOf(old, id), statesOf(now, id)),
  )
    ? 'the writes come in another order'
    : undefined;
}

function statesOf({ history }: Outcome, id: string): readonly string[] {
  return history.flatMap((entry) => (entry.id === id ? [entry.state] : []));
}

/** One request may have become two, so that states come in between. */
function isSubsequence(some: readonly string[], all: readonly string[]): boolean {
  let from = 0;
  return some.every((entry) => {
    const at = all.indexOf(entry, from);
    from = at;
    return at >= 0;
  });
}

/** What is wrong even where a reason allows something else to be stored. */
export function breakageIn(old: Outcome, now: Outcome): string | undefined {
  if (isBroken(now.ending)) return `it breaks: ${now.ending.error}`;
  if (old.ending.kind !== now.ending.kind) return `it ${now.ending.kind} where it ${old.ending.kind}`;
  const [effects, effectsNow] = [old, now].map(({ happenings }) =>
    happenings.map(({ effect, afterWrite }) => `${effect}${String(afterWrite)}`).join(' '),
  );
  if (effects !== effectsNow) return 'the effects come in another order';
  return undefined;
}

type Verdict = 'exact' | 'review' | 'manual' | 'none';

function worstVerdict(findings: readonly Finding[]): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  if (verdicts.has('manual')) return 'manual';
  if (verdicts.has('review')) return 'review';
  return verdicts.has('exact') ? 'exact' : 'none';
}

function findingsOf(program: Program, text: string, engine: Engine): readonly Finding[] {
  const analysis = engine.analyze(text, program.fileName, program.options);
  if (analysis.kind === 'syntax-error')
    throw unsound(
      program,
      text,
      `the output does not parse: ${analysis.problem.message} at line ${String(analysis.problem.line)}`,
    );
  return analysis.findings;
}

function compileOr(program: Program, text: string, what: string, open?: OpenWorld): Executable {
  try {
    return compile(text, open);
  } catch (error) {
    throw unsound(program, text, `${what}: ${String(error)}`);
  }
}

function countReads(text: string): number {
  return text.split(/\bget(?:User|Organization)\(|currentUser\(/).length;
}

function unsound(program: Program, after: string, what: string, more: readonly string[] = []): Unsound {
  return new Unsound(
    [
      what,
      `options: ${JSON.stringify(program.options)}, file: ${program.fileName}`,
      '--- before',
      program.text,
      '--- after',
      after,
      '---',
      ...more,
    ].join('\n'),
  );
}
