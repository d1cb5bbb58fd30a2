import { displayPath, withForwardSlashes } from '../project/paths.ts';
import type { Finding } from '../transforms/finding.ts';
import type { AnalyzeOptions } from '../transforms/analyze-options.ts';
import { type Analyzer, planRewrite } from '../transforms/plan-rewrite.ts';
import type { IdleSilence } from '../transforms/language/silence.ts';
import type { TypeOracle } from '../transforms/type-oracle.ts';
import { place } from './reporters/format.ts';
import type { Engine } from './engine-calls.ts';
import type { Progress } from './progress.ts';
import { type Problem, type Skip, skippedParts } from './report.ts';
import type { Candidate } from './scan.ts';
import { planWithTypes, type TypesWanted } from './types/plan-with-types.ts';

/** A candidate, what was found in it, and its new text where that differs. */
export interface PlannedFile {
  readonly candidate: Candidate;
  readonly findings: readonly Finding[];
  readonly output: string | null;
}

export interface Planning {
  readonly planned: readonly PlannedFile[];
  readonly problems: readonly Problem[];
  /** The parts of files that weren't read. */
  readonly skipped: readonly Skip[];
  /** What is worth a word about comments that silence nothing. */
  readonly notes: readonly string[];
  /** How many files were parsed. */
  readonly filesParsed: number;
}

export interface PlanningRun {
  readonly engine: Engine;
  readonly analyzeOptions: AnalyzeOptions;
  readonly root: string;
  readonly wanted: TypesWanted | null;
  readonly progress: Pick<Progress, 'tick' | 'draw'>;
  readonly stage: () => string;
  /** Told of each file that is planned, with how many findings. */
  readonly onPlanned: (path: string, findings: number) => void;
}

interface PlannedOne {
  readonly candidate: Candidate;
  readonly file: PlannedFile | undefined;
  readonly problem: Problem | undefined;
  readonly skipped: readonly Skip[];
  readonly notes: readonly string[];
}

interface CandidateText {
  readonly candidate: Candidate;
  readonly analyzer: Analyzer;
  readonly path: string;
  readonly text: string;
}

/**
 * Analyses the candidates as they come and makes their new texts. The failure of one is a problem of that one. Of those
 * that are the same file, the last counts.
 */
export async function planFiles(
  candidates: AsyncIterable<readonly Candidate[]>,
  { engine, analyzeOptions, root, wanted, progress, stage, onPlanned }: PlanningRun,
): Promise<Planning> {
  async function* texts(): AsyncGenerator<readonly CandidateText[]> {
    let loaded: Analyzer | undefined;
    for await (const found of candidates) {
      const analyzer = (loaded ??= await engine.loadAnalyzer());
      yield found.map((candidate) => ({
        candidate,
        analyzer,
        path: withForwardSlashes(candidate.path),
        text: candidate.source.text,
      }));
    }
  }
  const failed = (candidate: Candidate, message: string): PlannedOne => ({
    candidate,
    file: undefined,
    problem: { path: displayPath(root, candidate.path), message, line: null, column: null },
    skipped: [],
    notes: [],
  });
  const planOne = ({ candidate, analyzer, path, text }: CandidateText, types: TypeOracle | undefined): PlannedOne => {
    const plan = planRewrite(
      text,
      path,
      analyzer,
      engine.applyEdits,
      types === undefined ? analyzeOptions : { ...analyzeOptions, types },
    );
    const file = {
      candidate,
      findings: plan.findings,
      output: plan.kind === 'planned' && plan.output !== text ? plan.output : null,
    };
    if (plan.kind === 'failed')
      return {
        ...failed(candidate, plan.message),
        file,
        problem: {
          path: displayPath(root, candidate.path),
          message: plan.message,
          line: plan.line,
          column: plan.column,
        },
      };
    const shown = displayPath(root, candidate.path);
    return {
      candidate,
      file,
      problem: undefined,
      skipped: skippedParts(shown, plan),
      notes: (plan.idleSilences ?? []).map((idle) => `${place(shown, idle)}: ${describeIdleSilence(idle)}`),
    };
  };
  const all = await planWithTypes(
    texts(),
    { plan: planOne, giveUp: ({ candidate }, why) => failed(candidate, why) },
    wanted,
    {
      limits: engine.limits,
      progress,
      stage,
      onPlanned: ({ candidate, file }) => {
        onPlanned(candidate.path, file?.findings.length ?? 0);
      },
    },
  );
  const plans = [...new Map(all.map((plan) => [plan.candidate.realPath, plan])).values()];
  return {
    filesParsed: plans.length,
    planned: plans.flatMap(({ file }) => file ?? []),
    problems: plans.flatMap(({ problem }) => problem ?? []),
    skipped: plans.flatMap(({ skipped }) => skipped),
    notes: plans.flatMap(({ notes }) => notes),
  };
}

function describeIdleSilence({ isMalformed }: IdleSilence): string {
  return isMalformed
    ? 'this comment silences nothing. Write the reason behind two dashes: // clerk-metadata-ignore -- why'
    : "this clerk-metadata-ignore comment silences nothing. Put it on the line before the call's statement, or remove it";
}
