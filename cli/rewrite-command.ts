import { displayPath } from '../project/paths.ts';
import type { Options } from './options.ts';
import { PACKAGE_NAME } from './package-info.ts';

/**
 * The command that rewrites what this one looked at, to be copied into a shell.
 *
 * @param cwd absolute; where it is to be run
 */
export function rewriteCommand(options: Options, cwd: string): string {
  const given: readonly (readonly [isGiven: boolean, ...words: readonly string[]])[] = [
    [options.exact, '--exact'],
    [options.skipReview, '--skip-review'],
    [options.removeUnused, '--remove-unused'],
    [options.frontendReplace !== null, '--frontend-replace', options.frontendReplace ?? ''],
    ...Object.entries(options.packages).map(([name, sdk]) => [true, '--package', `${name}=${sdk}`] as const),
    [options.todo === 'manual', '--todo'],
    [options.todo === 'review', '--todo=review'],
    [options.only !== null, '--only', options.only?.join(',') ?? ''],
    [options.project !== null, '--project', displayPath(cwd, options.project ?? cwd)],
    [!options.types, '--no-types'],
    ...options.ignore.map((pattern) => [true, '--ignore', pattern] as const),
  ];
  const paths = options.paths.length === 1 && options.paths[0] === '.' ? [] : options.paths;
  const words = [...paths, ...given.flatMap(([isGiven, ...rest]) => (isGiven ? rest : []))];
  return ['npx', PACKAGE_NAME, ...words.map(quote)].join(' ');
}

/** As a shell takes it for one word. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
