import type { AnalyzeOptions, Finding } from '../../../transforms/index.ts';
import { NEW, OLD, type ApiVersion } from '../../service/store.ts';
import { breakageIn, differenceIn, isBroken, sayOutcome, type Engine } from '../generated/check.ts';
import { compile, type Executable, type Outcome } from '../generated/execute.ts';
import { Hangs, withinMilliseconds } from './guard.ts';
import type { SweepProgram } from './sweep-program.ts';
import { FAILING, SITUATIONS, type Situation } from './situations.ts';
import { problemIn, toJavaScriptModule, toScript } from './translate.ts';
import type { TypedPrograms } from './typed-programs.ts';

/** How a program is given to the engine. */
export const READINGS = ['javascript', 'typescript', 'types'] as const;
export type Reading = (typeof READINGS)[number];

export type Category =
  | 'hang'
  | 'crash'
  | 'wrong exact'
  | 'wrong review'
  | 'silent loss'
  | 'needless finding'
  | "output doesn't parse"
  | "output doesn't type-check"
  | 'second run not silent'
  | 'broken program';

export interface Failure {
  readonly category: Category;
  readonly program: SweepProgram;
  readonly readings: readonly Reading[];
  readonly verdict: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** What is made of a program in one reading. */
export interface Result {
  readonly reading: Reading;
  readonly verdict: Verdict;
  /** The method that the update is now, and the reasons. */
  readonly target: string | null;
  readonly reasons: readonly string[];
  readonly output: string;
  /** The verdict is weaker than what the program shows in all situations: what would do as well. */
  readonly couldBe: string | undefined;
}

export type Verdict = 'exact' | 'review' | 'manual' | 'none';

export interface Examined {
  readonly program: SweepProgram;
  readonly results: readonly Result[];
  readonly failures: readonly Failure[];
}

/** How long one analysis may take, in milliseconds. */
const LIMIT = 1_000;

/** Roles whose params go to other code before they are sent. */
const HANDED_ON = /^the params, (?:none of them metadata, shown|read by)$/;

interface Rewritten {
  readonly reading: Reading;
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
  readonly main: Finding | undefined;
  readonly output: string;
  readonly options: AnalyzeOptions;
  readonly fileName: string;
}

/**
 * The first half: what the engine makes of a program in each reading. Outputs are type-checked many at a time, so the
 * second half comes later.
 */
export interface Analyzed {
  readonly program: SweepProgram;
  readonly rewritten: readonly Rewritten[];
  readonly failures: Failure[];
}

/**
 * @param types the program's own types; undefined where it has none that hold
 * @param name the file in them
 */
export function analyzeProgram(
  program: SweepProgram,
  engine: Engine,
  types: TypedPrograms | undefined,
  name: string,
): Analyzed {
  const failures: Failure[] = [];
  const rewritten: Rewritten[] = [];
  const problem = problemIn(program.text, program.isTsx);
  if (problem !== undefined)
    return {
      program,
      rewritten,
      failures: [
        {
          category: 'broken program',
          program,
          readings: [],
          verdict: 'none',
          what: problem,
          before: program.text,
          after: '',
        },
      ],
    };
  for (const reading of READINGS) {
    if (reading === 'types' && types === undefined) continue;
    const isJavaScript = reading === 'javascript';
    const text = isJavaScript ? toJavaScriptModule(program.text, program.isTsx) : program.text;
    const fileName = `/app/src/program.${isJavaScript ? 'js' : 'ts'}${program.isTsx ? 'x' : ''}`;
    const options: AnalyzeOptions = reading === 'types' && types !== undefined ? { types: types.oracleOf(name) } : {};
    const fail = failureIn(failures, program, reading, text);
    const findings = findingsOf(engine, text, fileName, options, (category, what) => {
      fail(category, 'unknown', what, '');
    });
    if (findings === undefined) continue;
    const main = findings.find(({ start, end, kind }) => kind === 'call' && !text.slice(start, end).includes('wiped'));
    const output = engine.applyEdits(
      text,
      findings.flatMap(({ edits }) => [...edits]),
    );
    rewritten.push({ reading, text, findings, verdict: worstVerdict(findings), main, output, options, fileName });
  }
  return { program, rewritten, failures };
}

type Fail = (category: Category, verdict: string, what: string, after: string) => void;

function failureIn(failures: Failure[], program: SweepProgram, reading: Reading, before: string): Fail {
  return (category, verdict, what, after) => {
    const known = failures.findIndex((failure) => failure.category === category && failure.what === what);
    const old = failures[known];
    if (old === undefined) failures.push({ category, program, readings: [reading], verdict, what, before, after });
    else failures[known] = { ...old, readings: [...new Set([...old.readings, reading])] };
  };
}

function findingsOf(
  engine: Engine,
  text: string,
  fileName: string,
  options: AnalyzeOptions,
  fail: (category: Category, what: string) => void,
): readonly Finding[] | undefined {
  const attempt = (): ReturnType<Engine['analyze']> =>
    withinMilliseconds(LIMIT, () => engine.analyze(text, fileName, options));
  try {
    let analysis;
    try {
      analysis = attempt();
    } catch (error) {
      if (!(error instanceof Hangs)) throw error;
      // A machine that has much else to do gets another chance.
      analysis = attempt();
    }
    if (analysis.kind === 'analyzed') return analysis.findings;
    fail("output doesn't parse", `${analysis.problem.message} at line ${String(analysis.problem.line)}`);
  } catch (error) {
    fail(
      error instanceof Hangs ? 'hang' : 'crash',
      error instanceof Hangs
        ? error.message
        : `${String(error)} ${error instanceof Error ? ((error.stack ?? '').split('\n')[1]?.trim() ?? '') : ''}`,
    );
  }
  return undefined;
}

function worstVerdict(findings: readonly Finding[]): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  if (verdicts.has('manual')) return 'manual';
  if (verdicts.has('review')) return 'review';
  return verdicts.has('exact') ? 'exact' : 'none';
}

/** The second half: the outputs are analysed again and run. */
export async function examineProgram(
  { program, rewritten, failures }: Analyzed,
  engine: Engine,
  outputs: { readonly types: TypedPrograms; readonly nameOf: (output: string) => string } | undefined,
): Promise<Examined> {
  const results: Result[] = [];
  if (failures.some(({ category, readings }) => category === 'broken program' && readings.length === 0))
    return { program, results, failures };
  const before = await runAll(program, program.text, OLD);
  if (before.kind === 'broken') {
    failures.push({
      category: 'broken program',
      program,
      readings: ['typescript'],
      verdict: 'none',
      what: before.problem,
      before: program.text,
      after: '',
    });
    return { program, results, failures };
  }
  const merged = program.merged === undefined ? undefined : await runAll(program, program.merged, NEW);
  const mergedIsSame =
    merged?.kind === 'ran' && differenceBetween(before.outcomes, merged.outcomes, 'exact') === undefined;
  const known = new Map<string, Runs>();
  for (const { reading, text, findings, verdict, main, output, options, fileName } of rewritten) {
    const fail = failureIn(failures, program, reading, text);
    const failWith: (category: Category, what: string) => void = (category, what) => {
      fail(category, verdict, what, output);
    };
    if (output !== text)
      secondRun({
        engine,
        output,
        fileName,
        options:
          reading === 'types' && outputs !== undefined
            ? { types: outputs.types.oracleOf(outputs.nameOf(output)) }
            : options,
        findings,
        failWith,
      });
    if (reading !== 'javascript' && output !== text && outputs !== undefined) {
      const problems = outputs.types.problemsOf(outputs.nameOf(output));
      if (problems.length > 0) failWith("output doesn't type-check", problems.join('; '));
    }
    const isNeedless =
      !program.carriesMetadata && main !== undefined && main.edits.length > 0 && main.verdict !== 'manual';
    // Without types, what was shown to code that can't be followed may have been given some there.
    if (isNeedless && (reading === 'types' || !HANDED_ON.test(program.role)))
      failWith('needless finding', `${main.verdict}, though it carries no metadata`);
    // A program that was left alone in part has to be mended by a person before it runs.
    const ran = verdict === 'manual' ? undefined : (known.get(output) ?? (await runAll(program, output, NEW)));
    if (ran !== undefined) known.set(output, ran);
    let couldBe = isNeedless ? 'left alone' : undefined;
    if (ran?.kind === 'broken') {
      failWith("output doesn't parse", ran.problem);
    } else if (ran !== undefined) {
      const difference = differenceBetween(before.outcomes, ran.outcomes, verdict);
      if (difference !== undefined) {
        failWith(verdict === 'none' ? 'silent loss' : verdict === 'exact' ? 'wrong exact' : 'wrong review', difference);
      } else if (verdict === 'review' && differenceBetween(before.outcomes, ran.outcomes, 'exact') === undefined)
        couldBe ??= 'exact as it is written';
    }
    if (
      couldBe === undefined &&
      mergedIsSame &&
      main?.verdict !== undefined &&
      (main.verdict !== 'exact' || main.target?.startsWith('replace') === true)
    )
      couldBe = 'a merge';
    results.push({
      reading,
      verdict: main?.verdict === 'ignored' || main === undefined ? 'none' : main.verdict,
      target: main?.target ?? null,
      reasons: main?.reasons.map(({ code }) => code) ?? [],
      output,
      couldBe,
    });
  }
  return { program, results, failures };
}

interface Again {
  readonly engine: Engine;
  readonly output: string;
  readonly fileName: string;
  readonly options: AnalyzeOptions;
  readonly findings: readonly Finding[];
  readonly failWith: (category: Category, what: string) => void;
}

/** What is left to a person stays; nothing else is found again. */
function secondRun({ engine, output, fileName, options, findings, failWith }: Again): void {
  const again = findingsOf(engine, output, fileName, options, failWith);
  if (again === undefined) return;
  const left = findings.filter(({ verdict }) => verdict === 'manual').length;
  const rewritten = again.filter(({ edits, verdict }) => edits.length > 0 && verdict !== 'manual');
  if (rewritten.length > 0)
    failWith('second run not silent', `it rewrites ${rewritten.map(({ method }) => method).join(', ')}`);
  else if (again.length > left)
    failWith(
      'second run not silent',
      `it finds ${again.map(({ method, verdict, reasons }) => `${method} ${verdict} ${reasons.map(({ code }) => code).join(', ')}`).join('; ')}`,
    );
}

type Runs =
  | { readonly kind: 'ran'; readonly outcomes: readonly (readonly [Situation, Outcome])[] }
  | { readonly kind: 'broken'; readonly problem: string };

async function runAll(program: SweepProgram, text: string, version: ApiVersion): Promise<Runs> {
  let executable: Executable;
  try {
    executable = compile(text, undefined, (source) => toScript(source, program.isTsx));
  } catch (error) {
    return { kind: 'broken', problem: String(error) };
  }
  const outcomes: (readonly [Situation, Outcome])[] = [];
  for (const situation of program.mayFailUnseen ? SITUATIONS : [...SITUATIONS, FAILING]) {
    const { circumstances, values } = situation;
    outcomes.push([
      situation,
      await executable(version, { ...circumstances, failsAt: null }, () =>
        program.parameters.map((name) => structuredClone(values[name])),
      ),
    ]);
  }
  return { kind: 'ran', outcomes };
}

function differenceBetween(
  before: Extract<Runs, { kind: 'ran' }>['outcomes'],
  after: Extract<Runs, { kind: 'ran' }>['outcomes'],
  verdict: Verdict,
): string | undefined {
  for (const [index, [situation, old]] of before.entries()) {
    const now = after[index]?.[1];
    // A program that breaks by itself says nothing about its rewrite.
    if (now === undefined || isBroken(old.ending)) continue;
    const difference = verdict === 'review' ? breakageIn(old, now) : differenceIn(old, now);
    if (difference !== undefined)
      return `${difference} (${situation.name})\n  before: ${sayOutcome(old)}\n  after:  ${sayOutcome(now)}`;
  }
  return undefined;
}
