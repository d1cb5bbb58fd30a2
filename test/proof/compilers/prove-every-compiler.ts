/**
 * The engine as it is shipped takes the compiler that its process has loaded already, and says the same with every one
 * of those that it takes. Installs them with npm.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { analyze } from '../../../transforms/index.ts';
import { listCases, loadCase } from '../../fixtures/cases.ts';

/** All that bundling/use-compiler.ts lets stand in for the engine's own. */
const VERSIONS = ['5.5', '5.6', '5.7', '5.8', '5.9', '6.0'];

const ENGINE = fileURLToPath(new URL('../../../dist/engine.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-compiler-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Each file by itself: neither types nor other files can be handed to another process. */
const FILES = listCases()
  .map(loadCase)
  .flatMap(({ name, files }) => files.map(({ fileName, input }) => ({ name, fileName, input })));
const EXPECTED: unknown = JSON.parse(
  JSON.stringify(FILES.map(({ name, fileName, input }) => [name, fileName, analyze(input, fileName)])),
);

/**
 * Says what the engine finds after the compiler named first was loaded, and whether the engine's own stayed on the
 * disk.
 */
const SCRIPT = `
const [compiler, engine, files] = process.argv.slice(1);
const { readFileSync } = require('node:fs');
const ts = require(compiler);
const { analyze } = require(engine);
const said = JSON.parse(readFileSync(files, 'utf8')).map(({ name, fileName, input }) => [name, fileName, analyze(input, fileName)]);
const isOnly = !Object.keys(require.cache).some((path) => /[\\\\/]dist[\\\\/]compiler\\.cjs$/.test(path));
process.stdout.write(JSON.stringify({ version: ts.versionMajorMinor, isOnly, said }));
`;

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'files.json'), JSON.stringify(FILES));
  const packages = VERSIONS.map((version) => `typescript-${version}@npm:typescript@~${version}`);
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(status, stderr).toBe(0);
}, 600_000);

it.each(VERSIONS)('says the same of every file of the fixtures with TypeScript %s', (wanted) => {
  const compiler = join(folder, 'node_modules', `typescript-${wanted}`, 'lib', 'typescript.js');
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', SCRIPT, compiler, ENGINE, join(folder, 'files.json')], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(stderr).toBe('');
  const { version, isOnly, said } = JSON.parse(stdout) as { version: string; isOnly: boolean; said: unknown };
  expect([version, isOnly]).toEqual([wanted, true]);
  expect(said).toEqual(EXPECTED);
});
