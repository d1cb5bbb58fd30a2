import { createRequire } from 'node:module';
import type * as tinyglobby from 'tinyglobby';

let loaded: typeof tinyglobby | undefined;

/** Most runs look for no files by a pattern, so what does is loaded by the first call. */
function load(): typeof tinyglobby {
  loaded ??= createRequire(import.meta.url)('tinyglobby') as typeof tinyglobby;
  return loaded;
}

/** The files that match, as tinyglobby finds them. */
export function globSync(
  patterns: string | readonly string[],
  options: Omit<tinyglobby.GlobOptions, 'patterns'>,
): string[] {
  return load().globSync(patterns, options);
}

/** Whether a path is a pattern. */
export function isDynamicPattern(path: string): boolean {
  return load().isDynamicPattern(path);
}
