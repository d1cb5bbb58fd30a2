import { build } from 'tsdown';

import { isUpToDate } from './up-to-date.mjs';

/** Two projects of Vitest's ask for it. Each loads this file anew, in one process. */
const shared = /** @type {{ builtForTests?: Promise<unknown> | undefined }} */ (globalThis);

/** What the build writes, a file for each of its configurations and entries; other names have a hash in them. */
const BUILT = [
  'index.js',
  'cli.cjs',
  'eslint-plugin.js',
  'semver-ranges.cjs',
  'yaml.cjs',
  'look-ahead-worker.cjs',
  'jscodeshift.cjs',
  'engine.cjs',
  'compiler.cjs',
  'report-page.js',
].map((name) => `dist/${name}`);

/**
 * Builds the package before the tests, since some of them run the built command; not its declarations, which take most
 * of the time, and which no test reads. Nothing is built where nothing has changed since it was, as after `npm ci`.
 * What is there is overwritten in place, so that whoever runs the command meanwhile still finds it.
 */
export async function setup() {
  shared.builtForTests ??= isUpToDate(BUILT)
    ? Promise.resolve()
    : build({ clean: false, dts: false, logLevel: 'error' });
  await shared.builtForTests;
}
