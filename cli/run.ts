import { resolve } from 'node:path';
import { isOutdated } from '../project/sdk-package.ts';
import type { AnalyzeOptions } from '../transforms/analyze-options.ts';
import type { ProjectView } from '../transforms/project.ts';
import { type Engine, ENGINE } from './engine-calls.ts';
import { now } from './clock.ts';
import { collectFiles, type Collected } from './files.ts';
import { findUnsafeToWrite, identifyRepository, NO_REPOSITORY } from './git.ts';
import type { ExitCode } from './interruption.ts';
import type { Io } from './io.ts';
import { modeOf, type Options } from './options.ts';
import { readPackageInfo } from './package-info.ts';
import { unifiedDiff } from './patch.ts';
import { displayPath, withForwardSlashes } from '../project/paths.ts';
import { CONFIG_NAME } from '../project/shared-config.ts';
import { followEdits, type PlaceNow } from '../transforms/edit/moved-places.ts';
import { noteOtherFiles } from './other-files.ts';
import { planFiles, type PlannedFile } from './plan-files.ts';
import { type Progress, startProgress } from './progress.ts';
import { publish } from './publish.ts';
import { sayRepository } from './reporters/reporter-table.ts';
import { count, number } from './reporters/format.ts';
import {
  buildReport,
  describeFindings,
  exitCodeOf,
  type FileReport,
  pathInRepository,
  type Problem,
  type Report,
} from './report.ts';
import { scanFiles } from './scan.ts';
import { createSurroundings, type Surroundings } from './package-context.ts';
import type { TypesWanted } from './types/plan-with-types.ts';
import { writeFiles } from './write-files.ts';

export interface RunResult {
  readonly report: Report;
  readonly exitCode: ExitCode;
}

/**
 * Does what the options say to the files they name, and publishes the reports. The failure of one file is an entry in
 * the report's errors, never the run's.
 *
 * @returns the report and the exit status; it throws `Interrupted`, and else only where the command itself is defective
 */
export async function run(options: Options, io: Io, engine: Engine = ENGINE): Promise<RunResult> {
  const progress = startProgress(io);
  try {
    return await runBesides(progress, options, io, engine);
  } finally {
    progress.end();
  }
}

async function runBesides(progress: Progress, options: Options, io: Io, engine: Engine): Promise<RunResult> {
  const started = now();
  const root = io.cwd;
  const all = await collectFiles(options.paths, root, options.ignore);
  const surroundings = createSurroundings(root, options.project, options.packages, all.mayBeThere, all.mayPackagesLead);
  const collected = requireFiles(leaveOut(all, surroundings, root), options);
  const paths = [...collected.files.map((file) => file.path), ...collected.plain];
  await progress.tick(() => count(paths.length, 'file'));
  const packages = surroundings.inspectPackages(paths);
  const lacksMethods = options.check && packages.sdk.some(isOutdated);
  const rest = packages.dependency === 'no' ? collected.findRest() : undefined;
  const found = { candidates: 0, findings: 0 };
  const stage = () =>
    `${number(scan.filesScanned())} of ${count(paths.length, 'file')} scanned, ${count(found.candidates, 'candidate')}, ${count(found.findings, 'finding')}`;
  const scan = scanFiles(collected, {
    root,
    engine,
    jobs: options.jobs,
    progress,
    stage,
    mayMatter: surroundings.mayMatter,
    leadsToService: surroundings.leadsToService,
    rest,
    mayMatterByPackage: packages.mayMatter,
    expectsCandidates: packages.dependency !== 'no',
    seeksNewMethods: lacksMethods ? surroundings.lacksNewMethods : undefined,
  });
  const planning = await planFiles(scan.candidates, {
    engine,
    analyzeOptions: { ...analyzeOptionsFor(options, surroundings.view), newMethods: lacksMethods },
    root,
    wanted: typesWanted(options, root, io, surroundings, progress),
    progress,
    stage,
    onPlanned: (path, findings) => {
      found.candidates++;
      found.findings += findings;
      // Before types are asked for, so that what keeps them away isn't said twice.
      surroundings.readTsConfigFor(path);
    },
  });
  const { planned } = planning;
  const seeksRequests = options.only === null || options.only.includes('http');
  const others = seeksRequests ? await noteOtherFiles(collected.others, root, progress, stage) : [];
  const problems: Problem[] = [...collected.problems, ...scan.problems, ...planning.problems];

  const changes = planned.filter((file) => file.output !== null);
  const refused = refuseUnsafe(changes, options, root, problems);
  await progress.tick(() => `${count(changes.length, 'file')} to change`);
  const writing =
    options.dryRun || options.check
      ? { written: changes, problems: [] }
      : await writeFiles(
          changes.filter((file) => !refused.has(file)),
          root,
          progress,
        );
  const { written } = writing;

  const changed = new Set(written);
  const repository = identifyRepository(root, sayRepository(options.outputs.map(({ reporter }) => reporter)));
  const files = planned.flatMap((file): FileReport[] => {
    const path = displayPath(root, file.candidate.path);
    const findings = file.findings.filter(({ kind }) => kind !== 'new-method');
    if (findings.length === 0) return [];
    const described = describeFindings(pathInRepository(repository, path), file.candidate.source.text, findings);
    return [
      { path, changed: changed.has(file), package: surroundings.packageOf(file.candidate.path), findings: described },
    ];
  });
  const lacking = surroundings.findLackingSdks(
    planned.flatMap(({ candidate, findings }) =>
      findings
        .filter(({ kind }) => kind === 'new-method')
        .map((finding) => ({ file: candidate.path, path: displayPath(root, candidate.path), finding })),
    ),
  );
  const manifests = lacking.map(({ path, text, finding }): FileReport => ({
    path,
    changed: false,
    package: surroundings.packageOf(resolve(root, path)),
    findings: describeFindings(pathInRepository(repository, path), text, [finding]),
  }));
  const report = buildReport({
    version: readPackageInfo().version,
    root: withForwardSlashes(root),
    mode: modeOf(options),
    repository,
    filesScanned: scan.filesScanned(),
    filesParsed: planning.filesParsed,
    durationMs: now() - started,
    files: [...files, ...manifests],
    errors: [...problems, ...writing.problems, ...surroundings.problems],
    skipped: [
      ...collected.skipped.filter(({ path }) => !others.some((other) => other.path === path)),
      ...scan.skipped,
      ...planning.skipped,
      ...others,
    ],
    sdk: packages.sdk,
  });
  const diff = options.dryRun ? await joinDiffs(changes, root) : null;
  const moved = new Map(
    options.dryRun || options.check
      ? []
      : written.map((file) => [displayPath(root, file.candidate.path), placesIn(file)]),
  );
  progress.clear();
  const ignoreNotes = collected.unusedPatterns.map(
    (pattern) => `--ignore ${pattern} leaves nothing out: no file that would be looked at matches it`,
  );
  for (const note of [...ignoreNotes, ...surroundings.notes, ...planning.notes]) io.stderr.write(`note: ${note}\n`);
  const published = await publish(report, {
    options,
    io,
    diff,
    dependency: packages.dependency,
    usesNewMethods: scan.hasNewMethods(),
    moved,
  });
  return { report, exitCode: progress.stopStatus() ?? (published ? exitCodeOf(report.summary, options) : 2) };
}

/** The engine's options as the command line has them. */
export function analyzeOptionsFor(options: Options, project: ProjectView): AnalyzeOptions {
  return {
    exact: options.exact,
    skipReview: options.skipReview,
    removeUnused: options.removeUnused,
    todo: options.todo ?? false,
    project,
    ...(options.frontendReplace === null ? {} : { frontendReplace: options.frontendReplace }),
    ...(options.only === null ? {} : { only: options.only }),
  };
}

/** What a configuration file leaves out is skipped, as what `--ignore` does. */
function leaveOut(all: Collected, { isLeftOut }: Surroundings, root: string): Collected {
  if (!all.mayBeConfigured) return all;
  const { plain, others, skipped } = all;
  const files = [...all.files, ...plain.map((path) => ({ path, named: false }))];
  const kept = files.filter(({ path }) => !isLeftOut(path));
  if (kept.length === files.length) return { ...all, others: others.filter((path) => !isLeftOut(path)) };
  const left = files.filter(({ path, named }) => named && !kept.some((file) => file.path === path));
  return {
    ...all,
    files: kept,
    plain: [],
    others: others.filter((path) => !isLeftOut(path)),
    skipped: [
      ...skipped,
      ...left.map(({ path }) => ({ path: displayPath(root, path), why: `left out by ${CONFIG_NAME}` })),
    ],
    findRest: () => undefined,
  };
}

/**
 * A run without any file has done nothing, which must not look like success. A hook is the exception: it hands over
 * what was committed, whatever that is, so `--check` is content where every path is a file that isn't its business.
 */
function requireFiles(collected: Collected, options: Options): Collected {
  const { files, plain } = collected;
  if (files.length + plain.length > 0 || collected.problems.length > 0 || options.check) return collected;
  const problems = collected.skipped.map(({ path, why }): Problem => ({
    path,
    message: `no file matched: there is nothing here to look at (${why})`,
    line: null,
    column: null,
  }));
  return { ...collected, files: [], plain: [], others: [], skipped: [], problems };
}

/**
 * How types are to be had; null where none are wanted. What keeps them away is worth a line, unless the broken tsconfig
 * is an error already.
 */
export function typesWanted(
  options: Options,
  root: string,
  io: Io,
  surroundings: Pick<Surroundings, 'problems'>,
  progress: Pick<Progress, 'clear'>,
): TypesWanted | null {
  if (!options.types) return null;
  return {
    project: options.project,
    show: (config) => displayPath(root, config),
    tell: (config, why) => {
      const path = displayPath(root, config);
      if (surroundings.problems.some((problem) => problem.path === path)) return;
      progress.clear();
      io.stderr.write(`note: ${path} ${why}\n`);
    },
  };
}

/** Names the files that git couldn't bring back. A dry run names them too, since it exits as the write would. */
function refuseUnsafe(
  changes: readonly PlannedFile[],
  options: Options,
  root: string,
  problems: Problem[],
): Set<PlannedFile> {
  const refused = new Set<PlannedFile>();
  if (options.force || options.check || changes.length === 0) return refused;
  const unsafe = findUnsafeToWrite(changes.map((file) => file.candidate.realPath));
  for (const file of changes) if (unsafe.has(file.candidate.realPath)) refused.add(file);
  const strays = [...refused].filter(({ candidate }) => unsafe.get(candidate.realPath) === NO_REPOSITORY);
  // Said once, and not for each of hundreds.
  if (strays.length > 1) problems.push(noRepository(strays.length));
  for (const file of refused) {
    if (strays.length > 1 && strays.includes(file)) continue;
    const message = unsafe.get(file.candidate.realPath) ?? '';
    problems.push({ path: displayPath(root, file.candidate.path), message, line: null, column: null });
  }
  return refused;
}

function noRepository(files: number): Problem {
  return {
    path: '.',
    message: `isn't in a git repository, so ${count(files, 'file')} can't be written: a rewrite couldn't be undone. Run git init and commit, or use --force`,
    line: null,
    column: null,
  };
}

function placesIn({ candidate, findings, output }: PlannedFile): PlaceNow {
  const { text } = candidate.source;
  return followEdits(
    text,
    output ?? text,
    findings.flatMap((finding) => finding.edits).sort((a, b) => a.start - b.start),
  );
}

async function joinDiffs(changes: readonly PlannedFile[], root: string): Promise<string> {
  let joined = '';
  for (const { candidate, output } of changes)
    joined += await unifiedDiff(displayPath(root, candidate.path), candidate.source, output ?? candidate.source.text);
  return joined;
}
