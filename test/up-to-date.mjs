import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** All that is built comes from these files, and from what is in these folders. */
const SOURCES = [
  'bundling',
  'cli',
  'eslint-plugin',
  'integrations/codemod/source',
  'integrations/codemod/tsdown.config.ts',
  'integrations/jscodeshift',
  'project',
  'transforms',
  'node_modules/.package-lock.json',
  'package.json',
  'tsconfig.json',
  'tsdown.config.ts',
];

/**
 * Whether files were built after the last change of a source. A folder counts, too: it changes where a file of it is
 * deleted or renamed.
 *
 * @param {readonly string[]} built below the root of the repository
 */
export function isUpToDate(built) {
  const oldest = Math.min(...built.map((file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0));
  return SOURCES.every((source) => lastChangeOf(join(ROOT, source)) < oldest);
}

/**
 * @param {string} path
 * @returns {number} in milliseconds; 0 where nothing is there
 */
function lastChangeOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  const inside = found.isDirectory() ? readdirSync(path).map((name) => lastChangeOf(join(path, name))) : [];
  return Math.max(found.mtimeMs, ...inside);
}
