import ignore from 'ignore';
import { displayPath } from './paths.ts';

/**
 * Reads what `--ignore` and the configuration file leave out: patterns as in a .gitignore at `root`, and braces as in a
 * glob.
 *
 * @returns whether a file, given by its absolute path, is left out
 */
export function compileIgnore(patterns: readonly string[], root: string): (file: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matcher = ignore().add(patterns.flatMap(expandBraces).map((pattern) => pattern.replace(/^(!?)\.\//, '$1/')));
  return (file) => {
    const path = displayPath(root, file);
    return ignore.isPathValid(path) && matcher.ignores(path);
  };
}

/**
 * Watches which patterns leave anything out.
 *
 * @returns `note` takes the files that are left out, by their absolute paths; `unused` gives the patterns that matched
 *   none of them. A pattern that takes files back in is never unused
 */
export function watchPatterns(
  patterns: readonly string[],
  root: string,
): { readonly note: (file: string) => void; readonly unused: () => readonly string[] } {
  let waiting = patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .map((pattern) => ({ pattern, matches: compileIgnore([pattern], root) }));
  return {
    note: (file) => {
      if (waiting.length > 0) waiting = waiting.filter(({ matches }) => !matches(file));
    },
    unused: () => waiting.map(({ pattern }) => pattern),
  };
}

/** `*.{a,b}` as `*.a` and `*.b`, which is what a .gitignore line can say. */
function expandBraces(pattern: string): string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (group === null) return [pattern];
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + group[0].length);
  return (group[1] ?? '').split(',').flatMap((choice) => expandBraces(before + choice + after));
}
