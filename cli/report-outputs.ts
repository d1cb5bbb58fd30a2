import { statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { BadOption, oneOf } from './bad-option.ts';
import { REPORTER_NAMES, REPORTERS, type ReporterName } from './reporters/reporter-table.ts';

/** A report, and the file it goes to (absolute); null is a stream. */
export interface ReportOutput {
  readonly reporter: ReporterName;
  readonly file: string | null;
}

/** What the ending of a report's file says of the report. */
const REPORTER_OF_ENDING: Readonly<Record<string, ReporterName>> = {
  '.json': 'json',
  '.sarif': 'sarif',
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'pretty',
};

/**
 * Pairs reporters and files. A reporter named only by --output-file is added to the others.
 *
 * @param reporters the values of --reporter; undefined where there is none
 * @param files the values of --output-file
 * @param stdin whether the source comes from standard input
 * @throws BadOption
 */
export function readOutputs(
  reporters: readonly string[] | undefined,
  files: readonly string[],
  stdin: boolean,
  cwd: string,
): ReportOutput[] {
  const names = reporters
    ?.flatMap((value) => value.split(','))
    .map((name) => oneOf('--reporter', REPORTER_NAMES, name));
  const asked = new Map<ReporterName, string | null>();
  const named = files.filter(namesReporter);
  const others = files.filter((file) => !namesReporter(file));
  // With the source on standard input, standard output belongs to the result: a report has to be asked for.
  for (const name of names ?? (stdin && others.every(hasEnding) ? [] : (['pretty'] as const))) asked.set(name, null);
  for (const value of named) {
    const separator = value.indexOf('=');
    const reporter = oneOf('the reporter of --output-file', REPORTER_NAMES, value.slice(0, separator));
    addFile(asked, reporter, value.slice(separator + 1), cwd);
  }
  for (const value of others) addFile(asked, reporterFor(value, asked), value, cwd);
  const outputs = [...asked].map(([reporter, file]) => ({ reporter, file }));
  requireOneForMachines(outputs, stdin);
  return outputs;
}

/**
 * The reporter that a file without a reporter's name is for: one that was asked for by name and that its ending says,
 * else the only one that was asked for, else the one that its ending says.
 */
function reporterFor(file: string, asked: ReadonlyMap<ReporterName, string | null>): ReporterName {
  const free = [...asked].filter(([, taken]) => taken === null).map(([reporter]) => reporter);
  const said = REPORTER_OF_ENDING[extname(file).toLowerCase()];
  const forFiles = free.filter((reporter) => reporter !== 'pretty');
  const candidates =
    said !== undefined && free.includes(said) ? [said] : forFiles.length > 0 ? forFiles : [said ?? free];
  const [reporter, ...others] = candidates.flat();
  if (reporter !== undefined && others.length === 0 && (said !== undefined || free.length === 1)) return reporter;
  throw new BadOption(
    `--output-file ${file}: say which report goes there, for example --output-file ${reporter ?? 'json'}=${file}`,
  );
}

function addFile(asked: Map<ReporterName, string | null>, reporter: ReporterName, file: string, cwd: string): void {
  if (typeof asked.get(reporter) === 'string')
    throw new BadOption(`--output-file names two files for the reporter ${reporter}`);
  asked.set(reporter, readOutputFile(file, cwd));
}

function requireOneForMachines(outputs: readonly ReportOutput[], stdin: boolean): void {
  const streamed = outputs.filter(({ file }) => file === null).map(({ reporter }) => reporter);
  if (stdin && streamed[0] !== undefined) {
    throw new BadOption(
      `with --stdin-filepath standard output is for the source: add --output-file ${streamed[0]}=<file>`,
    );
  }
  const forMachines = streamed.filter((reporter) => REPORTERS[reporter].audience === 'machine');
  const [first, second] = forMachines;
  if (first !== undefined && second !== undefined) {
    throw new BadOption(
      `only one of ${enumerate(forMachines)} can go to standard output: give the others a file, for example --output-file ${second}=<file>`,
    );
  }
}

/** `json=report.json`; a file whose own name starts like that is written `./json=…`. */
function namesReporter(value: string): boolean {
  return /^[a-z]+=/.test(value);
}

function hasEnding(file: string): boolean {
  return extname(file).toLowerCase() in REPORTER_OF_ENDING;
}

function readOutputFile(value: string, cwd: string): string {
  const file = resolve(cwd, value);
  if (value === '' || isFolder(file)) throw new BadOption(`--output-file needs the name of a file, not '${value}'`);
  if (!isFolder(dirname(file))) throw new BadOption(`--output-file ${value}: there is no folder ${dirname(value)}`);
  return file;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `a`, `a and b`, `a, b and c`. */
function enumerate(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]+)$/, ' and $1');
}
