/**
 * Prints the notes of the release that a tag asks for. Ends with 1, and says what is missing, where the package isn't
 * ready for it.
 */
import { readFileSync } from 'node:fs';
import { prepareRelease } from './prepare-release.mjs';

const read = (/** @type {string} */ path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** @type {unknown} */
const manifest = JSON.parse(read('package.json'));
const { problems, notes } = prepareRelease(
  process.argv[2] ?? '',
  /** @type {Record<string, unknown>} */ (manifest),
  read('CHANGELOG.md'),
  read('README.md'),
);
process.stdout.write(notes);
for (const problem of problems) process.stderr.write(`error: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
