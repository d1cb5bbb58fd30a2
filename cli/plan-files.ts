import { displayPath, withForwardSlashes } from '../project/paths.ts';
import type { Finding } from '../transforms/finding.ts';
import type { AnalyzeOptions } from '../transforms/options.ts';
import { type Analyzer, planRewrite } from '../transforms/plan-rewrite.ts';
import type { TypeOracle } from '../transforms/type-oracle.ts';
import type { Engine } from './engine.ts';
import type { Pulse } from './pulse.ts';
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
  /** How many files were parsed. */
  readonly filesParsed: number;
}

export interface PlanningRun {
  readonly engine: Engine;
  readonly analyzeOptions: AnalyzeOptions;
  readonly root: string;
  readonly wanted: TypesWanted | null;
  readonly pulse: Pick<Pulse, 'beat' | 'block'>;
  readonly stage: () => string;
  /** Told of each file that is planned, with how many findings. */
  readonly onPlanned: (path: string, findings: number) => void;
}

interface PlannedOne {
  readonly candidate: Candidate;
  readonly file: PlannedFile | undefined;
  readonly problem: Problem | undefined;
  readonly skipped: readonly Skip[];
}

interface CandidateText {
  readonly candidate: Candidate;
  readonly analyzer: Analyzer;
  readonly path: string;
  readonly text: string;
}

/** Analyses the candidates as they come and makes their new texts. The failure of one is a problem of that one. Of those that are the same file, the last counts. */
export async function planFiles(candidates: AsyncIterable<Candidate>, { engine, analyzeOptions, root, wanted, pulse, stage, onPlanned }: PlanningRun): Promise<Planning> {
  async function* texts(): AsyncGenerator<CandidateText> {
    let loaded: Analyzer | undefined;
    for await (const candidate of candidates) {
      const analyzer = (loaded ??= await engine.loadAnalyzer());
      yield { candidate, analyzer, path: withForwardSlashes(candidate.path), text: candidate.source.text };
    }
  }
  const planOne = ({ candidate, analyzer, path, text }: CandidateText, types: TypeOracle | undefined): PlannedOne => {
    const fail = (message: string, line: number | null, column: number | null): Problem => ({ path: displayPath(root, candidate.path), message, line, column });
    try {
      const plan = planRewrite(text, path, analyzer, engine.applyEdits, types === undefined ? analyzeOptions : { ...analyzeOptions, types });
      const file = { candidate, findings: plan.findings, output: plan.kind === 'planned' && plan.output !== text ? plan.output : null };
      const problem = plan.kind === 'failed' ? fail(plan.message, plan.line, plan.column) : undefined;
      return { candidate, file, problem, skipped: plan.kind === 'planned' ? skippedParts(displayPath(root, candidate.path), plan) : [] };
    } catch (error) {
      return { candidate, file: undefined, problem: fail(describeDefect(error), null, null), skipped: [] };
    }
  };
  const all = await planWithTypes(texts(), planOne, wanted, { pulse, stage, onPlanned: ({ candidate, file }) => { onPlanned(candidate.path, file?.findings.length ?? 0); } });
  const plans = [...new Map(all.map((plan) => [plan.candidate.realPath, plan])).values()];
  return {
    filesParsed: plans.length,
    planned: plans.flatMap(({ file }) => file ?? []),
    problems: plans.flatMap(({ problem }) => problem ?? []),
    skipped: plans.flatMap(({ skipped }) => skipped),
  };
}

/** One file's unexpected failure, which must not end the run. */
export function describeDefect(error: unknown): string {
  // The compiler's own parser is recursive: some thousand levels are more than it can take.
  if (error instanceof RangeError && error.message.includes('call stack')) return 'is nested too deeply to be analysed, and was left as it is';
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `could not be analysed (${why.split('\n')[0] ?? why}), and was left as it is. That is a defect of this command; please report it`;
}
