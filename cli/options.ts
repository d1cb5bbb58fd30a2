import { statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { API_VERSION } from '../transforms/api-change.ts';
import { type ReasonCode, REASONS } from '../transforms/reasons.ts';
import { type Area, AREAS, FRONTEND_REPLACE } from '../transforms/settings.ts';
import { PACKAGE_NAME } from './package-info.ts';
import { isReporterName, REPORTER_NAMES, REPORTERS, type ReporterName } from './reporters/reporter-table.ts';
import type { Mode } from './report.ts';
import { problemOfPackage } from '../project/shared-config.ts';
import { READ_EXTENSIONS } from '../project/source-extensions.ts';
import { hasNoExtension } from '../transforms/recognise/source/shebang.ts';

/** A report, and the file it goes to (absolute); null is a stream. */
export interface ReportOutput {
  readonly reporter: ReporterName;
  readonly file: string | null;
}

export interface Options {
  /** Files, folders and globs as written; never empty, except with `stdinFilepath`. */
  readonly paths: readonly string[];
  /** The paths are reports, to be made one of; nothing is scanned. */
  readonly merge: boolean;
  readonly dryRun: boolean;
  readonly check: boolean;
  readonly exact: boolean;
  /** Calls that need a review are left for a later run; with `check` they are listed and don't count. */
  readonly skipReview: boolean;
  /** Null: as the configuration file says, else `merge`. */
  readonly frontendReplace: 'merge' | 'null-keys' | null;
  /** Packages of one's own that stand for one of the SDK's, beside those of the configuration file. */
  readonly packages: Readonly<Record<string, string>>;
  readonly todo: boolean;
  /** Null: all of them. */
  readonly only: readonly Area[] | null;
  readonly outputs: readonly ReportOutput[];
  /** The tsconfig that path aliases are read from, absolute; null: the nearest of each file. */
  readonly project: string | null;
  /** Whether a type checker may be built. */
  readonly types: boolean;
  readonly ignore: readonly string[];
  readonly force: boolean;
  /** The name under which standard input is read, absolute. */
  readonly stdinFilepath: string | null;
  /**
   * The most threads to use; null: as many as pay. One analyses, and where there are many files a second one reads
   * ahead.
   */
  readonly jobs: number | null;
}

export type ParsedCommand =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'explain'; readonly code: ReasonCode }
  | { readonly kind: 'error'; readonly message: string };

const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

interface OptionRow {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: true;
  /** How the value is written in the help. */
  readonly value?: string;
  readonly help: string;
}

/** Every option, in the order of the help. */
const OPTION_ROWS = {
  'dry-run': { type: 'boolean', short: 'd', help: 'write nothing; print the unified diff of what would change' },
  check: { type: 'boolean', short: 'c', help: 'write nothing; exit 1 if any finding remains (for hooks and CI)' },
  exact: { type: 'boolean', help: 'make only rewrites that are provably the same program' },
  'skip-review': { type: 'boolean', help: 'leave calls that need a review for a later run' },
  'frontend-replace': {
    type: 'string',
    value: FRONTEND_REPLACE.join('|'),
    help: 'how a full replacement on the frontend is written (default: merge)',
  },
  package: {
    type: 'string',
    multiple: true,
    value: 'name=sdk',
    help: "a package of your own that hands out the SDK's objects: @acme/auth=@clerk/backend; repeatable",
  },
  todo: { type: 'boolean', help: 'leave a TODO(clerk-metadata) comment at each call that is left for a person' },
  only: { type: 'string', multiple: true, value: AREAS.join('|'), help: 'look at this only; repeatable' },
  reporter: {
    type: 'string',
    multiple: true,
    value: REPORTER_NAMES.join('|'),
    help: 'how to report; repeatable (default: pretty)',
  },
  'output-file': {
    type: 'string',
    short: 'o',
    multiple: true,
    value: '[reporter=]file',
    help: 'where a report goes instead of standard output; repeatable',
  },
  merge: {
    type: 'boolean',
    value: 'report …',
    help: 'make one report of the JSON reports named (files, folders, globs); scans nothing',
  },
  project: {
    type: 'string',
    short: 'p',
    value: 'tsconfig',
    help: "the tsconfig to take types and path aliases from (default: each file's nearest)",
  },
  'no-types': { type: 'boolean', help: 'never build a type checker' },
  ignore: {
    type: 'string',
    multiple: true,
    value: 'glob',
    help: 'leave these out, beside .gitignore and node_modules; repeatable',
  },
  force: { type: 'boolean', help: 'write even where git has uncommitted changes, or there is no git' },
  'stdin-filepath': {
    type: 'string',
    value: 'file',
    help: 'read the source from standard input, write the result to standard output',
  },
  jobs: {
    type: 'string',
    value: 'n',
    help: 'the most threads to use (default: a second one reads ahead where there are many files)',
  },
  explain: {
    type: 'string',
    value: 'reason',
    help: 'print what a reason in the report means and what to do, with an example',
  },
  help: { type: 'boolean', short: 'h', help: 'print this' },
  version: { type: 'boolean', short: 'V', help: 'print the version' },
} as const satisfies Record<string, OptionRow>;

const OPTION_ROWS_BY_NAME: Readonly<Record<string, OptionRow>> = OPTION_ROWS;

/** Thrown inside this file only: an option can't be what it was given as. */
class BadOption extends Error {}

/**
 * Reads the command line.
 *
 * @param argv the arguments behind the command's name
 * @param cwd absolute; paths in options are relative to it
 * @returns what to do, or what is wrong with the arguments, as a sentence
 */
export function parseCommand(argv: readonly string[], cwd: string): ParsedCommand {
  try {
    const { values, positionals } = readArguments(argv);
    // What a shell makes of a variable that isn't set would otherwise be the current folder.
    if (positionals.includes('')) throw new BadOption('a path is empty; leave it out for the current folder');
    if (values.help === true) return { kind: 'help' };
    if (values.version === true) return { kind: 'version' };
    if (values.explain !== undefined)
      return { kind: 'explain', code: oneOf('--explain', REASON_CODES, values.explain) };
    if (values.merge === true) requireMergeable(values, positionals);
    const stdinFilepath =
      values['stdin-filepath'] === undefined ? null : readStdinFilepath(values['stdin-filepath'], positionals, cwd);
    return {
      kind: 'run',
      options: {
        paths: positionals.length > 0 || stdinFilepath !== null ? positionals : ['.'],
        merge: values.merge === true,
        dryRun: values['dry-run'] === true,
        check: values.check === true,
        exact: values.exact === true,
        skipReview: values['skip-review'] === true,
        frontendReplace:
          values['frontend-replace'] === undefined
            ? null
            : oneOf('--frontend-replace', FRONTEND_REPLACE, values['frontend-replace']),
        packages: Object.fromEntries((values.package ?? []).map(readPackage)),
        todo: values.todo === true,
        only: values.only === undefined ? null : [...new Set(values.only.map((area) => oneOf('--only', AREAS, area)))],
        outputs: readOutputs(values.reporter, values['output-file'] ?? [], stdinFilepath !== null, cwd),
        project: values.project === undefined ? null : readProject(values.project, cwd),
        types: values['no-types'] !== true,
        ignore: values.ignore ?? [],
        force: values.force === true,
        stdinFilepath,
        jobs: values.jobs === undefined ? null : readJobs(values.jobs),
      },
    };
  } catch (error) {
    if (error instanceof BadOption) return { kind: 'error', message: error.message };
    throw error;
  }
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTION_ROWS, allowPositionals: true, strict: true });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    const lacking = /^Option '(?:-\w, )?--([\w-]+) <value>' argument missing/.exec(message)?.[1];
    if (lacking !== undefined)
      throw new BadOption(
        `--${lacking} needs a value: --${lacking} <${OPTION_ROWS_BY_NAME[lacking]?.value ?? 'value'}>`,
      );
    const unknown = /Unknown option '([^']+)'/.exec(message)?.[1];
    if (unknown === undefined) throw new BadOption(`${message.split('. ')[0] ?? message}.`);
    throw new BadOption(`unknown option ${unknown}${suggestionFor(unknown)}`);
  }
}

function suggestionFor(option: string): string {
  const bare = option.replaceAll('-', '').toLowerCase();
  const near = Object.keys(OPTION_ROWS).find((name) => {
    const known = name.replaceAll('-', '');
    return known === bare || (bare.length > 2 && (known.startsWith(bare) || bare.startsWith(known)));
  });
  return near === undefined ? '' : ` (did you mean --${near}?)`;
}

function oneOf<T extends string>(option: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new BadOption(`${option} can't be '${value}': it is one of ${allowed.join(', ')}`);
  return found;
}

/** What says how to report, and `--check`, which says what to make of it; every other option is about scanning. */
const MERGE_OPTIONS: readonly string[] = [
  'merge',
  'check',
  'reporter',
  'output-file',
] satisfies (keyof typeof OPTION_ROWS)[];

function requireMergeable(values: object, positionals: readonly string[]): void {
  const other = Object.keys(values).find((name) => !MERGE_OPTIONS.includes(name));
  if (other !== undefined)
    throw new BadOption(`--merge makes one report of many and scans nothing: leave out --${other}`);
  if (positionals.length === 0) throw new BadOption('--merge needs the reports to merge: --merge <report …>');
}

function readPackage(value: string): [string, string] {
  const separator = value.indexOf('=');
  if (separator === -1)
    throw new BadOption(
      `--package ${value}: say which package of the SDK it stands for, for example --package ${value}=@clerk/backend`,
    );
  const name = value.slice(0, separator);
  const sdk = value.slice(separator + 1);
  const problem = problemOfPackage(name, sdk);
  if (problem !== undefined) throw new BadOption(`--package ${value}: ${problem}`);
  return [name, sdk];
}

function readReporter(name: string): ReporterName {
  if (!isReporterName(name)) throw new BadOption(`unknown reporter '${name}': there are ${enumerate(REPORTER_NAMES)}`);
  return name;
}

/** Pairs reporters and files. A reporter named only in --output-file is added to the others. */
function readOutputs(
  reporters: readonly string[] | undefined,
  files: readonly string[],
  stdin: boolean,
  cwd: string,
): ReportOutput[] {
  const asked = new Map<ReporterName, string | null>();
  // With the source on standard input, standard output belongs to the result: a report has to be asked for.
  for (const name of reporters ?? (stdin && files.every(namesReporter) ? [] : ['pretty']))
    asked.set(readReporter(name), null);
  for (const value of files.filter(namesReporter)) {
    const separator = value.indexOf('=');
    const reporter = readReporter(value.slice(0, separator));
    if (typeof asked.get(reporter) === 'string')
      throw new BadOption(`--output-file names two files for the reporter ${reporter}`);
    asked.set(reporter, readOutputFile(value.slice(separator + 1), cwd));
  }
  for (const value of files.filter((file) => !namesReporter(file))) {
    const free = [...asked].filter(([, file]) => file === null).map(([reporter]) => reporter);
    const [reporter] = free;
    if (reporter === undefined || free.length > 1) {
      throw new BadOption(
        `--output-file ${value}: say which report goes there, for example --output-file ${reporter ?? 'json'}=${value}`,
      );
    }
    asked.set(reporter, readOutputFile(value, cwd));
  }
  const outputs = [...asked].map(([reporter, file]) => ({ reporter, file }));
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
  return outputs;
}

/** `json=report.json`; a file whose own name starts like that is written `./json=…`. */
function namesReporter(value: string): boolean {
  return /^[a-z]+=/.test(value);
}

function readOutputFile(value: string, cwd: string): string {
  const file = resolve(cwd, value);
  if (value === '' || kindOf(file) === 'folder')
    throw new BadOption(`--output-file needs the name of a file, not '${value}'`);
  if (kindOf(dirname(file)) !== 'folder')
    throw new BadOption(`--output-file ${value}: there is no folder ${dirname(value)}`);
  return file;
}

function readProject(value: string, cwd: string): string {
  const path = resolve(cwd, value);
  const file = kindOf(path) === 'folder' ? join(path, 'tsconfig.json') : path;
  if (kindOf(file) !== 'file') throw new BadOption(`--project ${value}: no such tsconfig`);
  return file;
}

function readStdinFilepath(value: string, positionals: readonly string[], cwd: string): string {
  if (positionals.length > 0)
    throw new BadOption(`--stdin-filepath reads one source from standard input; leave out ${positionals.join(' ')}`);
  // Without an extension, the source's first line says what it is.
  if (!READ_EXTENSIONS.has(extname(value)) && !hasNoExtension(value)) {
    throw new BadOption(
      `--stdin-filepath ${value}: not a JavaScript or TypeScript file name (${[...READ_EXTENSIONS].join(' ')})`,
    );
  }
  return resolve(cwd, value);
}

function readJobs(value: string): number {
  const jobs = /^[1-9]\d*$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(jobs)) throw new BadOption(`--jobs can't be '${value}': it is a whole number of 1 or more`);
  return jobs;
}

/** `a`, `a and b`, `a, b and c`. */
function enumerate(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]+)$/, ' and $1');
}

function kindOf(path: string): 'file' | 'folder' | 'none' {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'none';
  return stats.isDirectory() ? 'folder' : 'file';
}

/** `--check` goes before `--dry-run`, which it says more than. */
export function modeOf({ check, dryRun, merge }: Pick<Options, 'check' | 'dryRun' | 'merge'>): Mode {
  if (merge) return 'merge';
  return check ? 'check' : dryRun ? 'dry-run' : 'write';
}

/** The text of `--help`. */
export function helpText(): string {
  const rows = Object.entries<OptionRow>(OPTION_ROWS).map(([name, row]) => {
    const short = row.short === undefined ? '    ' : `-${row.short}, `;
    return { left: `  ${short}--${name}${row.value === undefined ? '' : ` <${row.value}>`}`, help: row.help };
  });
  const column = 34;
  const lines = rows.map(({ left, help }) =>
    left.length < column ? left.padEnd(column) + help : `${left}\n${' '.repeat(column)}${help}`,
  );
  return `Moves a code base to Clerk's API version ${API_VERSION}: metadata out of the general update calls.

Usage: ${PACKAGE_NAME} [options] [path …]

Paths are files, folders or globs; the default is the current folder. Without an option it rewrites
in place and prints what was done, what to review and what is left for a person.

Options:
${lines.join('\n')}

Exit status: 0 done, nothing left; 1 --check found something, or a call is left for a person;
2 it could not do the job, in whole or in part (each file is named); 130 and 143 interrupted.
`;
}
