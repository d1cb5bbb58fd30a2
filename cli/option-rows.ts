import { AREAS, FRONTEND_REPLACE } from '../transforms/settings.ts';
import { REPORTER_NAMES } from './reporters/reporter-table.ts';

export interface OptionRow {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: true;
  /** How the value is written in the help; of an option with a value that may be left out, nothing. */
  readonly value?: string;
  readonly help: string;
}

/** Every option, in the order of the help. */
export const OPTION_ROWS = {
  'dry-run': { type: 'boolean', short: 'd', help: 'write nothing; print the diff of what would change' },
  check: { type: 'boolean', short: 'c', help: 'write nothing; exit 1 if any finding remains. For hooks and CI' },
  exact: { type: 'boolean', help: 'make only rewrites that are proven equivalent' },
  'skip-review': { type: 'boolean', help: 'leave calls that need a review for a later run' },
  'remove-unused': {
    type: 'boolean',
    help: 'delete what the rewrite leaves unused, where it is only a read of the SDK or has no effect',
  },
  'frontend-replace': {
    type: 'string',
    value: FRONTEND_REPLACE.join('|'),
    help: 'how a full replacement in the browser is written (default: merge)',
  },
  package: {
    type: 'string',
    multiple: true,
    value: 'name=sdk',
    help: "a package of your own that hands out the SDK's objects: @acme/auth=@clerk/backend; repeatable",
  },
  todo: {
    type: 'string',
    help: 'leave a TODO(clerk-metadata) comment at each call that needs your decision; --todo=review: also at each call to review',
  },
  only: {
    type: 'string',
    multiple: true,
    value: AREAS.join('|'),
    help: 'look at these only: one, or several with commas',
  },
  quiet: { type: 'boolean', help: 'of the report on the terminal: what needs a person, and the totals' },
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
    help: 'where a report goes instead of standard output; its ending says which (.json .sarif .html .md .txt); repeatable',
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
    help: "the tsconfig, or its folder, to take types and path aliases from (default: each file's nearest)",
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

export type OptionName = keyof typeof OPTION_ROWS;

export const OPTION_NAMES = Object.keys(OPTION_ROWS) as OptionName[];

/** The same, for whoever has only a name that somebody wrote. */
export const OPTION_ROWS_BY_NAME: Readonly<Record<string, OptionRow>> = OPTION_ROWS;

/** What the options are called elsewhere: what to write instead. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  apply: 'it writes unless you say --dry-run or --check',
  concurrency: 'did you mean --jobs?',
  config: 'clerk-metadata.config.json is found by itself; --project names a tsconfig',
  diff: 'did you mean --dry-run?',
  exclude: 'did you mean --ignore?',
  fix: 'it writes unless you say --dry-run or --check',
  format: 'did you mean --reporter?',
  include: 'name files, folders or globs without an option',
  list: 'did you mean --check?',
  output: 'did you mean --output-file?',
  preview: 'did you mean --dry-run?',
  silent: 'did you mean --quiet?',
  threads: 'did you mean --jobs?',
  tsconfig: 'did you mean --project?',
  types: 'types are used where they are to be had; --no-types does without',
  verbose: 'the report is complete without it; --quiet makes it shorter',
  workers: 'did you mean --jobs?',
  write: 'it writes unless you say --dry-run or --check',
};
