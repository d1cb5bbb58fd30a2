import { describeDefect, type Plan, planRewrite } from '../transforms/plan-rewrite.ts';
import { hasNoExtension, languageOfShebang } from '../transforms/language/shebang.ts';
import type { TypeOracle } from '../transforms/type-oracle.ts';
import { now } from './clock.ts';
import { type Engine, ENGINE } from './engine-calls.ts';
import { compileIgnore } from '../project/ignore-patterns.ts';
import type { Io } from './io.ts';
import { modeOf, type Options } from './options.ts';
import { readPackageInfo } from './package-info.ts';
import { unifiedDiff } from './patch.ts';
import { identifyRepository } from './git.ts';
import { displayPath, withForwardSlashes } from '../project/paths.ts';
import { CONFIG_NAME } from '../project/shared-config.ts';
import { publish } from './publish.ts';
import { sayRepository } from './reporters/reporter-table.ts';
import {
  buildReport,
  describeFindings,
  exitCodeOf,
  type FileReport,
  pathInRepository,
  type Problem,
  remainingVerdicts,
  skippedParts,
} from './report.ts';
import { NO_PROGRESS } from './progress.ts';
import { analyzeOptionsFor, type RunResult, typesWanted } from './run.ts';
import { createSurroundings, type Surroundings } from './package-context.ts';
import { planWithTypes } from './types/plan-with-types.ts';
import { checkBytes, decode, encode } from '../project/text.ts';

/**
 * Rewrites standard input to standard output, as the file that `options.stdinFilepath` names would be. On a failure
 * standard output stays empty, so that an editor doesn't take an error for the new text.
 */
export async function runStdin(options: Options, file: string, io: Io, engine: Engine = ENGINE): Promise<RunResult> {
  const started = now();
  const bytes = await readAll(io.stdin);
  const surroundings = createSurroundings(io.cwd, options.project, options.packages);
  const packages = surroundings.inspectPackages([file]);
  const path = displayPath(io.cwd, file);
  const leftOutBy = compileIgnore(options.ignore, io.cwd)(file)
    ? '--ignore'
    : surroundings.isLeftOut(file)
      ? CONFIG_NAME
      : undefined;
  const ignored = leftOutBy !== undefined;
  const check = checkBytes(bytes);
  const source = check.kind === 'text' ? decode(bytes, check.encoding) : undefined;
  const isOurs = !hasNoExtension(file) || languageOfShebang(source?.text ?? '') !== undefined;
  const wanted = source !== undefined && !ignored && isOurs && engine.mayHaveFindings(source.text);
  // First, so that what keeps types away isn't said twice.
  if (wanted) surroundings.readTsConfigFor(file);
  const plan: Plan = wanted
    ? await planText(source.text, file, options, io, engine, surroundings)
    : { kind: 'planned', findings: [], output: source?.text ?? '' };

  const problems: Problem[] = [...surroundings.problems];
  if (check.kind === 'not-text') problems.push({ path, message: check.why, line: null, column: null });
  if (plan.kind === 'failed') problems.push({ path, message: plan.message, line: plan.line, column: plan.column });
  const changed = plan.kind === 'planned' && source !== undefined && plan.output !== source.text;
  const repository = identifyRepository(io.cwd, sayRepository(options.outputs.map(({ reporter }) => reporter)));
  const findings = describeFindings(pathInRepository(repository, path), source?.text ?? '', plan.findings);
  const files: FileReport[] =
    findings.length > 0 ? [{ path, changed, package: surroundings.packageOf(file), findings }] : [];
  const report = buildReport({
    version: readPackageInfo().version,
    root: withForwardSlashes(io.cwd),
    mode: modeOf(options),
    repository,
    filesScanned: 1,
    filesParsed: wanted ? 1 : 0,
    durationMs: now() - started,
    files,
    errors: problems,
    skipped: ignored
      ? [{ path, why: `left out by ${leftOutBy}` }]
      : plan.kind === 'planned'
        ? skippedParts(path, plan)
        : [],
    sdk: packages.sdk,
  });

  if (source !== undefined && plan.kind === 'planned') {
    if (options.dryRun) io.stdout.write(changed ? await unifiedDiff(path, source, plan.output) : '');
    else if (!options.check) io.stdout.write(changed ? encode(plan.output, source) : bytes);
  }
  const published = await publish(report, {
    options,
    io,
    diff: null,
    dependency: packages.dependency,
    usesNewMethods: false,
    moved: new Map(),
  });
  const exitCode = published ? exitCodeOf(report.summary, options) : 2;
  // Without a report, a failure would have no word to it.
  if (exitCode === 1 && options.outputs.length === 0)
    for (const line of remainingIn(files, options)) io.stderr.write(`${line}\n`);
  return { report, exitCode };
}

/** Nobody watches while one text is planned. */
const UNSEEN = { progress: NO_PROGRESS, stage: () => '', onPlanned: () => undefined };

async function planText(
  text: string,
  file: string,
  options: Options,
  io: Io,
  engine: Engine,
  surroundings: Surroundings,
): Promise<Plan> {
  const failed = (message: string): Plan => ({ kind: 'failed', message, line: null, column: null, findings: [] });
  try {
    const analyzer = await engine.loadAnalyzer();
    const analyzeOptions = analyzeOptionsFor(options, surroundings.view);
    const path = withForwardSlashes(file);
    const plan = (_: unknown, types: TypeOracle | undefined): Plan =>
      planRewrite(
        text,
        path,
        analyzer,
        engine.applyEdits,
        types === undefined ? analyzeOptions : { ...analyzeOptions, types },
      );
    const planner = { plan, giveUp: (_: unknown, why: string) => failed(why) };
    const [planned] = await planWithTypes(
      [[{ path, text }]],
      planner,
      typesWanted(options, io.cwd, io, surroundings, NO_PROGRESS),
      { ...UNSEEN, limits: engine.limits },
    );
    return planned ?? plan(undefined, undefined);
  } catch (error) {
    return failed(describeDefect(error));
  }
}

function remainingIn(files: readonly FileReport[], options: Options): string[] {
  const remaining = remainingVerdicts(options);
  return files.flatMap((file) =>
    file.findings
      .filter(({ verdict }) => remaining.includes(verdict))
      .map(
        (finding) =>
          `${file.path}:${String(finding.line)}:${String(finding.column)}: ${finding.method}: ${finding.reasons[0]?.message ?? finding.verdict}`,
      ),
  );
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
