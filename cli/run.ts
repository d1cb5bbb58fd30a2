import { performance } from 'node:perf_hooks';
import type { AnalyzeOptions } from '../transforms/options.ts';
import type { Finding } from '../transforms/finding.ts';
import { planRewrite } from '../transforms/plan-rewrite.ts';
import type { ProjectView } from '../transforms/project.ts';
import type { TypeOracle } from '../transforms/type-oracle.ts';
import { type Engine, ENGINE } from './engine.ts';
import { collectFiles, type Collected } from './files.ts';
import { findUnsafeToWrite, identifyRepository } from './git.ts';
import type { Io } from './io.ts';
import { modeOf, type Options } from './options.ts';
import { readPackageInfo } from './package-info.ts';
import { unifiedDiff } from './patch.ts';
import { displayPath, withForwardSlashes } from '../project/paths.ts';
import { followEdits, type PlaceNow } from './places.ts';
import { publish } from './publish.ts';
import { buildReport, describeFindings, exitCodeOf, type FileReport, pathInRepository, type Problem, type Report, type Skip, skippedParts } from './report.ts';
import { type Candidate, scanFiles } from './scan.ts';
import { createSurroundings, type Surroundings } from './surroundings.ts';
import { encode } from '../project/text.ts';
import { planWithTypes, type TypesWanted } from './types/plan-with-types.ts';
import { writeIfUnchanged } from './write.ts';

/** How many files are written at the same time. */
const WRITES_AT_ONCE = 8;

export interface RunResult {
  readonly report: Report;
  readonly exitCode: 0 | 1 | 2;
}

/** A candidate, what was found in it, and its new text where that differs. */
interface PlannedFile {
  readonly candidate: Candidate;
  readonly findings: readonly Finding[];
  readonly output: string | null;
}

/**
 * Does what the options say to the files they name, and publishes the reports. The failure of one file is an entry
 * in the report's errors, never the run's.
 *
 * @returns the report and the exit status; it throws only where the command itself is defective
 */
export async function run(options: Options, io: Io, engine: Engine = ENGINE): Promise<RunResult> {
  const started = performance.now();
  const root = io.cwd;
  const collected = requireFiles(await collectFiles(options.paths, root, options.ignore), options);
  const scan = scanFiles(collected, root, engine);
  const surroundings = createSurroundings(root, options.project);
  const packages = surroundings.inspectPackages(collected.files.map((file) => file.path));
  const problems: Problem[] = [...collected.problems, ...scan.problems];
  const unread: Skip[] = [];

  const wanted = typesWanted(options, root, io, surroundings);
  const planned = await planFiles(scan.candidates, { engine, analyzeOptions: analyzeOptionsFor(options, surroundings.view), root, wanted }, problems, unread);
  for (const { path } of scan.candidates) surroundings.readTsConfigFor(path);

  const changes = planned.filter((file) => file.output !== null);
  const refused = await refuseUnsafe(changes, options, root, problems);
  const written = options.dryRun || options.check ? changes : await writeFiles(changes.filter((file) => !refused.has(file)), root, problems);

  const changed = new Set(written);
  const repository = await identifyRepository(root);
  const files = planned.filter((file) => file.findings.length > 0).map((file): FileReport => {
    const path = displayPath(root, file.candidate.path);
    return {
      path,
      changed: changed.has(file),
      package: surroundings.packageOf(file.candidate.path),
      findings: describeFindings(pathInRepository(repository, path), file.candidate.source.text, file.findings),
    };
  });
  const report = buildReport({
    version: readPackageInfo().version,
    root: withForwardSlashes(root),
    mode: modeOf(options),
    repository,
    filesScanned: scan.filesScanned,
    filesParsed: scan.candidates.length,
    durationMs: performance.now() - started,
    files,
    errors: [...problems, ...surroundings.problems],
    skipped: [...collected.skipped, ...scan.skipped, ...unread],
    sdk: packages.sdk,
  });
  const diff = options.dryRun ? await joinDiffs(changes, root) : null;
  const moved = new Map(options.dryRun || options.check ? [] : written.map((file) => [displayPath(root, file.candidate.path), placesIn(file)]));
  const published = await publish(report, { options, io, diff, dependency: packages.dependency, moved });
  return { report, exitCode: published ? exitCodeOf(report.summary, options.check) : 2 };
}

/** The engine's options as the command line has them. */
export function analyzeOptionsFor(options: Options, project: ProjectView): AnalyzeOptions {
  return {
    exact: options.exact,
    frontendReplace: options.frontendReplace,
    todo: options.todo,
    project,
    ...(options.only === null ? {} : { only: options.only }),
  };
}

/**
 * A run without any file has done nothing, which must not look like success. A hook is the exception: it hands over
 * what was committed, whatever that is, so `--check` is content where every path is a file that isn't its business.
 */
function requireFiles(collected: Collected, options: Options): Collected {
  if (collected.files.length > 0 || collected.problems.length > 0 || options.check) return collected;
  const problems = collected.skipped.map(({ path, why }): Problem => ({
    path,
    message: `no file matched: there is nothing here to look at (${why})`,
    line: null,
    column: null,
  }));
  return { files: [], skipped: [], problems };
}

/** How types are to be had; null where none are wanted. What keeps them away is worth a line, unless the broken tsconfig is an error already. */
export function typesWanted(options: Options, root: string, io: Io, surroundings: Pick<Surroundings, 'problems'>): TypesWanted | null {
  if (!options.types) return null;
  return {
    project: options.project,
    tell: (config, why) => {
      const path = displayPath(root, config);
      if (!surroundings.problems.some((problem) => problem.path === path)) io.stderr.write(`note: ${path} ${why}\n`);
    },
  };
}

interface PlanningRun {
  readonly engine: Engine;
  readonly analyzeOptions: AnalyzeOptions;
  readonly root: string;
  readonly wanted: TypesWanted | null;
}

interface PlannedOne {
  readonly file: PlannedFile | undefined;
  readonly problem: Problem | undefined;
  /** The parts that weren't read. */
  readonly skipped: readonly Skip[];
}

async function planFiles(candidates: readonly Candidate[], { engine, analyzeOptions, root, wanted }: PlanningRun, problems: Problem[], unread: Skip[]): Promise<PlannedFile[]> {
  if (candidates.length === 0) return [];
  const analyzer = await engine.loadAnalyzer();
  const files = candidates.map((candidate) => ({ candidate, path: withForwardSlashes(candidate.path), text: candidate.source.text }));
  const planOne = ({ candidate, path, text }: (typeof files)[number], types: TypeOracle | undefined): PlannedOne => {
    const fail = (message: string, line: number | null, column: number | null): Problem => ({ path: displayPath(root, candidate.path), message, line, column });
    try {
      const plan = planRewrite(text, path, analyzer, engine.applyEdits, types === undefined ? analyzeOptions : { ...analyzeOptions, types });
      const file = { candidate, findings: plan.findings, output: plan.kind === 'planned' && plan.output !== text ? plan.output : null };
      const problem = plan.kind === 'failed' ? fail(plan.message, plan.line, plan.column) : undefined;
      return { file, problem, skipped: plan.kind === 'planned' ? skippedParts(displayPath(root, candidate.path), plan) : [] };
    } catch (error) {
      return { file: undefined, problem: fail(describeDefect(error), null, null), skipped: [] };
    }
  };
  const plans = await planWithTypes(files, planOne, wanted);
  problems.push(...plans.flatMap(({ problem }) => problem ?? []));
  unread.push(...plans.flatMap(({ skipped }) => skipped));
  return plans.flatMap(({ file }) => file ?? []);
}

/** One file's unexpected failure, which must not end the run. */
export function describeDefect(error: unknown): string {
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `could not be analysed (${why.split('\n')[0] ?? why}), and was left as it is. That is a defect of this command; please report it`;
}

/** Names the files that git couldn't bring back. A dry run names them too, since it exits as the write would. */
async function refuseUnsafe(changes: readonly PlannedFile[], options: Options, root: string, problems: Problem[]): Promise<Set<PlannedFile>> {
  const refused = new Set<PlannedFile>();
  if (options.force || options.check || changes.length === 0) return refused;
  const unsafe = await findUnsafeToWrite(changes.map((file) => file.candidate.realPath));
  for (const file of changes) {
    const message = unsafe.get(file.candidate.realPath);
    if (message === undefined) continue;
    refused.add(file);
    problems.push({ path: displayPath(root, file.candidate.path), message, line: null, column: null });
  }
  return refused;
}

/** Writes the new texts and returns the files for which that succeeded. */
async function writeFiles(changes: readonly PlannedFile[], root: string, problems: Problem[]): Promise<PlannedFile[]> {
  const written: PlannedFile[] = [];
  for (let start = 0; start < changes.length; start += WRITES_AT_ONCE) {
    const batch = changes.slice(start, start + WRITES_AT_ONCE).map(async (file) => {
      const { realPath, bytes, source, path } = file.candidate;
      const message = await writeIfUnchanged(realPath, bytes, encode(file.output ?? source.text, source));
      if (message === undefined) written.push(file);
      else problems.push({ path: displayPath(root, path), message, line: null, column: null });
    });
    await Promise.all(batch);
  }
  return written;
}

function placesIn({ candidate, findings, output }: PlannedFile): PlaceNow {
  const { text } = candidate.source;
  return followEdits(text, output ?? text, findings.flatMap((finding) => finding.edits).sort((a, b) => a.start - b.start));
}

async function joinDiffs(changes: readonly PlannedFile[], root: string): Promise<string> {
  let joined = '';
  for (const { candidate, output } of changes) joined += await unifiedDiff(displayPath(root, candidate.path), candidate.source, output ?? candidate.source.text);
  return joined;
}
