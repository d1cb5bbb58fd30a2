import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const NAME = 'clerk-metadata-tests-';

/** Where Node's `tmpdir()` looks, by system. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

/**
 * Gives all that the tests make for a while one folder, which goes when they are over. Vitest asks once for each
 * project.
 */
export function setup() {
  if (basename(tmpdir()).startsWith(NAME)) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), NAME)));
  // Some tests become another user.
  chmodSync(folder, 0o755);
  for (const name of VARIABLES) process.env[name] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
