import { API_VERSION } from '../transforms/api-change.ts';
import { pageLink } from '../project/page-link.ts';
import { OPTION_ROWS, type OptionRow } from './option-rows.ts';
import { PACKAGE_NAME, readPackageInfo } from './package-info.ts';
import { wrap } from './reporters/format.ts';

const WIDTH = 80;

/** Where the explanations begin. */
const COLUMN = 26;

/** The text of `--help`, in lines of 80 characters. */
export function helpText(): string {
  return `Moves a code base to Clerk's API version ${API_VERSION}: metadata out of the general
update calls.

Usage: ${PACKAGE_NAME} [options] [path …]

Paths are files, folders or globs; the default is the current folder. Without an
option it rewrites in place and prints what needs a decision, what to review and
what was done.

Options:
${Object.entries<OptionRow>(OPTION_ROWS).flatMap(describeOption).join('\n')}

Examples:
  npx ${PACKAGE_NAME} --dry-run
                          the diff of what would change, and the report
  npx ${PACKAGE_NAME} src --skip-review -o clerk.html
                          rewrite what is proven, and save a page of the rest

Exit status: 0 done, nothing left; 1 --check found something, or a call needs
your decision; 2 it could not do the job, in whole or in part (each file is
named); 130 and 143 interrupted.

Docs: ${docsAddress()}
`;
}

function describeOption([name, row]: readonly [string, OptionRow]): string[] {
  const short = row.short === undefined ? '    ' : `-${row.short}, `;
  const left = `  ${short}--${name}${row.value === undefined ? '' : ` <${row.value}>`}`;
  const lines = wrap(row.help, WIDTH - COLUMN).map((line) => ' '.repeat(COLUMN) + line);
  return left.length < COLUMN - 1 ? [left + (lines[0] ?? '').slice(left.length), ...lines.slice(1)] : [left, ...lines];
}

/** The README of this version, or else the one of the installed package. */
function docsAddress(): string {
  const info = readPackageInfo();
  return pageLink(info, 'README.md') ?? `${info.folder}/README.md`;
}
