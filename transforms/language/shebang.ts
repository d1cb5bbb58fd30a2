/** What runs TypeScript, as a command or as a module that node is told to load. */
const RUNS_TYPESCRIPT: ReadonlySet<string> = new Set([
  'bun',
  'bunx',
  'deno',
  'esno',
  'jiti',
  'ts-node',
  'ts-node-esm',
  'tsx',
  'vite-node',
]);

const RUNS_JAVASCRIPT: ReadonlySet<string> = new Set(['node', 'nodejs', 'zx']);

/**
 * The language of a script without an extension, by its first line: `#!/usr/bin/env -S node --import tsx`; undefined
 * where it is none of ours.
 *
 * @param text the file's text, or its beginning
 */
export function languageOfShebang(text: string): 'js' | 'ts' | undefined {
  const line = /^#!([^\r\n]*)/.exec(text)?.[1];
  if (line === undefined) return undefined;
  const names = line.split(/[\s=]+/).map(programOf);
  if (line.includes('--experimental-strip-types') || names.some((name) => RUNS_TYPESCRIPT.has(name))) return 'ts';
  return names.some((name) => RUNS_JAVASCRIPT.has(name)) ? 'js' : undefined;
}

/** `node` of `/usr/bin/node`, `ts-node` of `ts-node/esm`, `tsx` of `tsx@4`. */
function programOf(word: string): string {
  const parts = word.split('/');
  return ((/^[/.~]|\/\.?bin\//.test(word) ? parts.at(-1) : parts[0]) ?? '').replace(/@.*/, '');
}

/** Whether the last name of a path has no extension, and isn't hidden. */
export function hasNoExtension(path: string): boolean {
  return !/\.[^/\\]*$/.test(path);
}

/** The name that says in which language a text is: its file's own, unless only its first line does. */
export function nameWithLanguage(fileName: string, text: string): string {
  const language = hasNoExtension(fileName) ? languageOfShebang(text) : undefined;
  return language === undefined ? fileName : `${fileName}.${language}`;
}
