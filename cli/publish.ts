import { appendFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { createColors } from './colors.ts';
import { reasonsPage } from './explain.ts';
import { type Io, type Output, wantsColor } from './io.ts';
import { modeOf, type Options } from './options.ts';
import { readPackageInfo } from './package-info.ts';
import type { ReportOutput } from './report-outputs.ts';
import { siteLink } from '../project/page-link.ts';
import { displayPath } from '../project/paths.ts';
import type { Problem, Report } from './report.ts';
import { colorDiff } from './patch.ts';
import { rewriteCommand } from './rewrite-command.ts';
import type { PlaceNow } from '../transforms/edit/moved-places.ts';
import type { ReportContext, Reporter } from './reporters/reporter.ts';
import { type ReporterName, REPORTERS } from './reporters/reporter-table.ts';
import { formatError } from './reporters/format.ts';
import { describeWriteFailure, writeReportFile } from './write-file.ts';

interface Publication {
  readonly options: Options;
  readonly io: Io;
  /** The unified diff of a dry run. */
  readonly diff: string | null;
  readonly dependency: ReportContext['dependency'];
  /** Whether code that was read calls the methods that take metadata now. */
  readonly usesNewMethods: boolean;
  /** By the path in the report; what isn't there hasn't moved. */
  readonly moved: ReadonlyMap<string, PlaceNow>;
}

/**
 * Sends the reports where they belong: data to standard output, everything else to standard error, and each to its
 * file.
 * The errors always go to standard error as well.
 *
 * @returns whether every report could be written
 */
export async function publish(report: Report, publication: Publication): Promise<boolean> {
  const { options, io } = publication;
  const sayErrors = (problems: readonly Problem[]): void => {
    // Where there is none, standard error isn't opened, which takes a while.
    if (problems.length === 0) return;
    const mark = createColors(wantsColor(io.stderr, io.env)).red('error:');
    for (const problem of problems) io.stderr.write(`${mark} ${formatError(problem)}\n`);
  };
  const streamed = options.outputs.filter((output) => output.file === null).map(({ reporter }) => reporter);
  const forMachines = streamed.filter((name) => REPORTERS[name].audience === 'machine');
  // A program that reads a report from standard output must find nothing else there; it has the edits.
  const diff = forMachines.length === 0 ? publication.diff : null;
  if (diff !== null) io.stdout.write(wantsColor(io.stdout, io.env) ? colorDiff(diff) : diff);
  // Below each other on a terminal, the two need some air between them.
  if (diff !== null && diff !== '' && io.stdout.isTTY === true && io.stderr.isTTY === true) io.stderr.write('\n');
  sayErrors(report.errors.filter(isEarly));
  const peopleReadErrors = diff !== null || forMachines.length > 0;
  const peopleRead = peopleReadErrors ? io.stderr : io.stdout;
  for (const name of streamed) {
    const reporter = REPORTERS[name];
    const isForMachines = reporter.audience === 'machine';
    const output = isForMachines ? io.stdout : peopleRead;
    const render = await reporter.load();
    output.write(render(report, contextFor(publication, output, peopleReadErrors && !isForMachines)));
  }
  let written = true;
  for (const output of options.outputs) {
    const inItsPlace = await writeReport(report, output, publication);
    const appended = await writeAppendix(report, output.reporter, publication);
    written &&= inItsPlace && appended;
  }
  const apart =
    streamed.some((name) => REPORTERS[name].audience === 'person') && (peopleReadErrors || peopleRead.isTTY === true);
  const later = report.errors.filter((problem) => !isEarly(problem));
  if (later.length > 0 && apart) io.stderr.write('\n');
  sayErrors(later);
  return written;
}

/** What is wrong with the whole run is said before anything else. */
export function isEarly({ path }: Pick<Problem, 'path'>): boolean {
  return path === '.';
}

async function writeReport(
  report: Report,
  { reporter, file }: ReportOutput,
  publication: Publication,
): Promise<boolean> {
  if (file === null) return true;
  const render = await REPORTERS[reporter].load();
  const text = render(report, contextFor(publication, null));
  return attempt(file, publication, () => writeReportFile(file, text));
}

/** Others write to the same file, so the text is added to what is there. */
async function writeAppendix(report: Report, name: ReporterName, publication: Publication): Promise<boolean> {
  const { appendix }: Reporter = REPORTERS[name];
  const file = appendix === undefined ? undefined : publication.io.env[appendix.variable];
  if (appendix === undefined || file === undefined || file === '') return true;
  const render = await appendix.load();
  const text = render(report, contextFor(publication, null));
  return attempt(file, publication, () => {
    appendFileSync(file, text);
  });
}

async function attempt(file: string, { io }: Publication, write: () => void | Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    io.stderr.write(`error: ${displayPath(io.cwd, file)}: the report ${describeWriteFailure(error)}\n`);
    return false;
  }
}

function contextFor(publication: Publication, output: Output | null, isStandardError = false): ReportContext {
  const { options, io, dependency, moved } = publication;
  return {
    mode: modeOf(options),
    skipReview: options.skipReview,
    dependency,
    only: options.only,
    usesNewMethods: publication.usesNewMethods,
    quiet: options.quiet,
    rewriteCommand: () => rewriteCommand(options, io.cwd),
    reviewCommand: () => rewriteCommand({ ...options, skipReview: false }, io.cwd),
    savedTo: options.outputs.flatMap(({ file }) => (file === null ? [] : [displayPath(io.cwd, file)])),
    reasonsPage: () => findReasonsPage(io.cwd),
    placeNow: (path, at) => moved.get(path)?.(at) ?? at,
    color: output !== null && wantsColor(output, io.env),
    terminal: output?.isTTY === true,
    width: output?.isTTY === true ? (output.columns ?? null) : null,
    errors: output === null ? 'inside' : output.isTTY === true || isStandardError ? 'below' : 'on standard error',
  };
}

/**
 * The page on the site; where there is none, that in the installed package, as seen from the current folder, or in full
 * where it lies elsewhere.
 */
function findReasonsPage(cwd: string): string {
  const onSite = siteLink(readPackageInfo(), 'docs/reasons.md');
  if (onSite !== undefined) return onSite;
  const page = reasonsPage();
  const shown = displayPath(cwd, page);
  return shown.startsWith('..') || isAbsolute(shown) ? page : shown;
}
