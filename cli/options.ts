import { statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { problemOfPackage } from '../project/shared-config.ts';
import { READ_EXTENSIONS } from '../project/source-extensions.ts';
import { hasNoExtension } from '../transforms/language/shebang.ts';
import { type ReasonCode, REASONS } from '../transforms/reasons.ts';
import { type Area, AREAS, FRONTEND_REPLACE, TODO, type Todo } from '../transforms/settings.ts';
import { BadOption, didYouMean, oneOf } from './bad-option.ts';
import { nearestName } from './did-you-mean.ts';
import { OPTION_NAMES, OPTION_ROWS, OPTION_ROWS_BY_NAME, type OptionName, OTHER_NAMES } from './option-rows.ts';
import { readOutputs, type ReportOutput } from './report-outputs.ts';
import { REPORTER_NAMES } from './reporters/reporter-table.ts';
import type { Mode } from './report.ts';

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
  /** What the rewrite leaves unused is deleted, where nothing else is lost by that. */
  readonly removeUnused: boolean;
  /** Null: as the configuration file says, else `merge`. */
  readonly frontendReplace: 'merge' | 'null-keys' | null;
  /** Packages of one's own that stand for one of the SDK's, beside those of the configuration file. */
  readonly packages: Readonly<Record<string, string>>;
  /** Which findings get a comment; null: none. */
  readonly todo: Todo | null;
  /** Null: all of them. */
  readonly only: readonly Area[] | null;
  /** The report for people has only what needs a person, and the totals. */
  readonly quiet: boolean;
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
  /** Null: all reasons, in short. */
  | { readonly kind: 'explain'; readonly code: ReasonCode | null }
  | { readonly kind: 'error'; readonly message: string };

const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

/**
 * Reads the command line.
 *
 * @param argv the arguments behind the command's name
 * @param cwd absolute; paths in options are relative to it
 * @returns what to do, or what is wrong with the arguments, as a sentence
 */
export function parseCommand(argv: readonly string[], cwd: string): ParsedCommand {
  try {
    if (argv.at(-1) === '--explain') return { kind: 'explain', code: null };
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
        removeUnused: values['remove-unused'] === true,
        frontendReplace:
          values['frontend-replace'] === undefined
            ? null
            : oneOf('--frontend-replace', FRONTEND_REPLACE, values['frontend-replace']),
        packages: Object.fromEntries((values.package ?? []).map(readPackage)),
        todo: values.todo === undefined ? null : oneOf('--todo', TODO, values.todo),
        only: values.only === undefined ? null : readAreas(values.only),
        quiet: values.quiet === true,
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

function parse(argv: readonly string[]) {
  return parseArgs({ args: withTodoValue(argv), options: OPTION_ROWS, allowPositionals: true, strict: true });
}

type Arguments = Pick<ReturnType<typeof parse>, 'values' | 'positionals'>;

/**
 * Reads arguments that are paths, or options without a value in their long form. That is most of them, and Node's parser
 * takes as long to load as all else that is done with them.
 *
 * @returns undefined where there is anything else
 */
function readPlain(argv: readonly string[]): Arguments | undefined {
  const isOption = (argument: string): boolean => argument.startsWith('-');
  const names = argv.filter(isOption).map((option) => /^--(.+)$/.exec(option)?.[1] ?? '');
  if (!names.every((name) => Object.hasOwn(OPTION_ROWS, name) && OPTION_ROWS_BY_NAME[name]?.type === 'boolean'))
    return undefined;
  return {
    values: Object.fromEntries(names.map((name) => [name, true])),
    positionals: argv.filter((argument) => !isOption(argument)),
  };
}

function readArguments(argv: readonly string[]): Arguments {
  try {
    return readPlain(argv) ?? parse(argv);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    throw new BadOption(explainRefusal(message));
  }
}

/** What is wrong, of what Node says of it. */
function explainRefusal(message: string): string {
  const lacking = /^Option '(?:-\w, )?--([\w-]+)(?: <value>)?' argument (missing|is ambiguous)/.exec(message);
  if (lacking?.[1] !== undefined) {
    const [, name, how] = lacking;
    const value = OPTION_ROWS_BY_NAME[name]?.value ?? 'value';
    const dash = how === 'missing' ? '' : `; a value that starts with a dash is written --${name}=<${value}>`;
    return `--${name} needs a value: --${name} <${value}>${dash}`;
  }
  const valued = /^Option '(?:-\w, )?--([\w-]+)' does not take an argument/.exec(message)?.[1];
  if (valued !== undefined) return `--${valued} takes no value: write --${valued} alone`;
  const unknown = /Unknown option '([^']+)'/.exec(message)?.[1];
  return unknown === undefined
    ? (message.split('. ')[0] ?? message)
    : `unknown option ${unknown}${suggestionFor(unknown)}`;
}

/** What was probably meant by an option that there isn't, in parentheses. */
function suggestionFor(option: string): string {
  const name = option.replace(/^--?/, '').toLowerCase();
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  if (other !== undefined) return ` (${other})`;
  if (REPORTER_NAMES.some((reporter) => reporter === name)) return didYouMean(`--reporter ${name}`);
  const near = option.startsWith('--')
    ? nearestName(name, OPTION_NAMES)
    : OPTION_NAMES.find((known) => name.length === 1 && known.startsWith(name));
  return didYouMean(near === undefined ? undefined : `--${near}`);
}

/** `--todo` may stand alone, which the parser knows no way to say. */
function withTodoValue(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((argument, index) =>
    argument === '--todo' && (end === -1 || index < end) ? `--todo=${TODO[0]}` : argument,
  );
}

function readAreas(values: readonly string[]): Area[] {
  return [...new Set(values.flatMap((value) => value.split(',')).map((area) => oneOf('--only', AREAS, area.trim())))];
}

/** What says how to report, and `--check`, which says what to make of it; every other option is about scanning. */
const MERGE_OPTIONS: readonly string[] = ['merge', 'check', 'reporter', 'output-file', 'quiet'] satisfies OptionName[];

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

function readProject(value: string, cwd: string): string {
  const path = resolve(cwd, value);
  if (kindOf(path) === 'file') return path;
  const inFolder = ['tsconfig.json', 'jsconfig.json']
    .map((name) => join(path, name))
    .find((file) => kindOf(file) === 'file');
  if (inFolder !== undefined) return inFolder;
  const why = kindOf(path) === 'folder' ? 'there is no tsconfig.json in that folder' : 'no such tsconfig';
  throw new BadOption(`--project ${value}: ${why}`);
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
