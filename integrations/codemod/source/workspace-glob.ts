import ignore from 'ignore';
import { readdirSync } from 'fs';

/**
 * In place of project/glob.ts, whose tinyglobby needs more of node than there is here: finds the files of a workspace
 * that the patterns name.
 */
export function globSync(
  patterns: readonly string[],
  { cwd, ignore: ignored }: { readonly cwd: string; readonly ignore: readonly string[] },
): string[] {
  const leftOut = ignore().add([
    ...ignored,
    ...patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => `/${pattern.slice(1)}`),
  ]);
  const found = patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .flatMap((pattern) => expand(pattern.replace(/^\.\//, '').split('/'), ''));
  return [...new Set(found)].filter((path) => !leftOut.ignores(path)).map((path) => `${cwd}/${path}`);

  /** Follows a pattern segment by segment. */
  function expand([segment, ...rest]: readonly string[], folder: string): string[] {
    if (segment === undefined) return [];
    const names = namesIn(folder);
    if (segment === '**')
      return [
        ...expand(rest, folder),
        ...names.folders.flatMap((name) => expand([segment, ...rest], `${folder}${name}/`)),
      ];
    const isMatch = segmentMatcher(segment);
    if (rest.length === 0) return names.files.filter(isMatch).map((name) => folder + name);
    return names.folders.filter(isMatch).flatMap((name) => expand(rest, `${folder}${name}/`));
  }

  function namesIn(folder: string): { files: string[]; folders: string[] } {
    try {
      const entries = readdirSync(`${cwd}/${folder}`, { withFileTypes: true }).filter(
        ({ name }) => name !== 'node_modules' && !name.startsWith('.'),
      );
      return {
        files: entries.filter((entry) => entry.isFile()).map(({ name }) => name),
        folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
      };
    } catch {
      return { files: [], folders: [] };
    }
  }
}

/** `*`, `?` and `{a,b}` in one segment of a pattern. */
function segmentMatcher(segment: string): (name: string) => boolean {
  const source = segment
    .replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`);
  const pattern = new RegExp(`^${source}$`);
  return (name) => pattern.test(name);
}
