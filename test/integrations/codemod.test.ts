/** codemod itself validates and runs the package in integrations/codemod, as it would a package of its registry. */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/imports.ts';
import { readFences } from '../docs/pages.ts';
import { isUpToDate } from '../up-to-date.mjs';
import { makeFolder, readFolder, type Run, runProgram } from './tools.ts';

const PACKAGE = join(ROOT, 'integrations/codemod');
const EXAMPLE = join(ROOT, 'examples/next-app');

/** Each source file gets an interpreter of its own, which takes its time on a loaded machine. */
const PATIENCE = 300_000;

function codemod(folder: string, ...args: string[]): Promise<Run> {
  return runProgram('codemod', [...args, '--disable-analytics'], folder);
}

function runWorkflow(folder: string, ...args: string[]): Promise<Run> {
  return codemod(folder, 'workflow', 'run', '--workflow', PACKAGE, '--no-interactive', '--no-color', ...args);
}

async function makeRepository(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = makeFolder(files);
  if (Object.keys(files).length === 0) cpSync(EXAMPLE, folder, { recursive: true });
  await runProgram('git', ['init', '-q'], folder);
  await runProgram('git', ['add', '-A'], folder);
  await runProgram('git', ['commit', '-qm', 'Before'], folder);
  return folder;
}

/** What the page says about it, for a clone: its dry run, and the workflow that runs the command. */
const [DRY_RUN = '', COMMAND = ''] = readFences('docs/codemod-tools.md')
  .filter(({ words }) => words.includes('with-codemod'))
  .map(({ text }) => text);

/** As much of a clone of this repository as a sample needs, in which `npx` finds what an installation would bring. */
async function runInClone(sample: string): Promise<Run & { readonly example: Map<string, string> }> {
  const folder = makeFolder({ '.gitignore': 'node_modules\n' });
  cpSync(PACKAGE, join(folder, 'integrations/codemod'), { recursive: true });
  cpSync(EXAMPLE, join(folder, 'examples/next-app'), { recursive: true });
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(ROOT, 'dist/cli.cjs'), join(folder, 'node_modules/.bin/clerk-metadata-codemod'));
  symlinkSync(join(ROOT, 'node_modules/.bin/codemod'), join(folder, 'node_modules/.bin/codemod'));
  await runProgram('git', ['init', '-q'], folder);
  await runProgram('git', ['add', '-A'], folder);
  await runProgram('git', ['commit', '-qm', 'Before'], folder);
  const run = await runProgram('bash', ['-c', sample], folder, { npm_config_update_notifier: 'false' });
  return { ...run, example: readFolder(join(folder, 'examples/next-app')) };
}

/** What the command makes of the example. */
let expected: Map<string, string>;
let before: Map<string, string>;

beforeAll(async () => {
  if (!isUpToDate(['rewrite', 'engine'].map((name) => `integrations/codemod/scripts/${name}.js`)))
    await build({ config: join(PACKAGE, 'tsdown.config.ts'), logLevel: 'error' });
  const folder = await makeRepository();
  before = readFolder(folder);
  expect((await runProgram(process.execPath, [join(ROOT, 'dist/cli.cjs'), '--no-types'], folder)).status).toBe(1);
  expected = readFolder(folder);
  expect(expected).not.toEqual(before);
}, PATIENCE);

describe('the package', () => {
  it('is valid', async () => {
    const { status, stdout, stderr } = await codemod(ROOT, 'workflow', 'validate', '--workflow', PACKAGE);
    expect({ status, said: stdout + stderr }).toEqual({
      status: 0,
      said: expect.stringContaining('Package validation successful') as string,
    });
  });

  it('has the version of the package on npm', () => {
    const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    const manifest = readFileSync(join(PACKAGE, 'codemod.yaml'), 'utf8');
    expect(manifest).toContain(`\nname: "${name}"\nversion: "${version}"\n`);
  });
});

describe.concurrent('its default workflow', () => {
  it(
    'makes of the example what the command makes of it, byte for byte, and says what is left',
    async () => {
      const folder = await makeRepository();
      const { status, stdout, stderr } = await runWorkflow(makeFolder(), '--target', folder);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(readFolder(folder)).toEqual(expected);
      expect(stdout + stderr).toContain("10:54 manual: updateUser: `changes` can't be traced");
      expect(stdout + stderr).toContain('(may-carry-metadata)');
    },
    PATIENCE,
  );

  it(
    'writes nothing in a dry run, and says what is left all the same',
    async () => {
      const { status, stdout, stderr, example } = await runInClone(DRY_RUN);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(example).toEqual(before);
      expect(stdout + stderr).toContain('(may-carry-metadata)');
    },
    PATIENCE,
  );

  const CALL =
    "import { clerkClient } from '@clerk/express';\r\nawait clerkClient.users.updateUser('user_1', { publicMetadata: { role: 'admin' } });\r\n";
  const REWRITTEN = CALL.replace('updateUser', 'replaceUserMetadata');
  const HOOK =
    "import { useUser } from '@clerk/react';\n" +
    'export const useTour = () => {\n' +
    '  const { user } = useUser();\n' +
    '  return () => user?.update({ unsafeMetadata: { tour: 1 } });\n' +
    '};\n';
  const WORKSPACE = {
    'package.json': '{ "private": true, "workspaces": ["packages/*", "!packages/old"] }',
    'packages/clerk/package.json': '{ "name": "@acme/clerk", "main": "./index.ts" }',
    'packages/clerk/index.ts':
      "import { createClerkClient } from '@clerk/backend';\nexport const clerk = createClerkClient({});\n",
    'packages/old/package.json': '{ "name": "@acme/old", "main": "./index.ts" }',
    'packages/old/index.ts':
      "import { createClerkClient } from '@clerk/backend';\nexport const clerk = createClerkClient({});\n",
    'apps/web/package.json': '{ "dependencies": { "@clerk/backend": "^3.7.0", "@acme/clerk": "*" } }',
    'apps/web/a.ts': CALL.replace(
      "import { clerkClient } from '@clerk/express'",
      "import { clerk as clerkClient } from '@acme/clerk'",
    ),
  };

  it(
    'follows workspaces, keeps marks and line ends, skips what git ignores and what is built, and names what it can do nothing with',
    async () => {
      const files = {
        ...WORKSPACE,
        '.gitignore': 'cache/\ncached.js\n',
        'mark.mts': `\uFEFF${CALL}`,
        'page.jsx': CALL.replace('await', 'export const a = <b>{1}</b>;\r\nawait'),
        'types.cts':
          "import { clerkClient } from '@clerk/express';\nvoid clerkClient.users.updateUser(<string>'a', { publicMetadata: {} });\n",
        'component.vue': `<template>\n  <p>1</p>\n</template>\n<script setup>\n${CALL.replaceAll('\r', '')}</script>\n`,
        'broken.ts': `${CALL}const = 1;\r\n`,
        'dist/a.js': CALL,
        'cache/a.js': CALL,
        'cached.js': CALL,
        'node_modules/a/a.js': CALL,
        'latin1.js': Buffer.from(CALL.replace('admin', 'Gr\u00FC\u00DFe'), 'latin1'),
      };
      const folder = await makeRepository(files);
      const { stdout, stderr } = await runWorkflow(folder, '--target', folder);
      const said = stdout + stderr;
      const rewritten = ['mark.mts', 'page.jsx', 'types.cts', 'component.vue', 'apps/web/a.ts'];
      const bytesOf = (content: string | Uint8Array) => Buffer.from(content).toString('latin1');
      const after = Object.entries<string | Uint8Array>(files)
        .filter(([path]) => !path.startsWith('node_modules/'))
        .map(([path, content]): [string, string] => [
          path,
          rewritten.includes(path) ? bytesOf(content).replace('updateUser(', 'replaceUserMetadata(') : bytesOf(content),
        ]);
      expect(readFolder(folder)).toEqual(new Map(after));
      expect(said).toContain("3:7: doesn't parse");
      expect(said).toContain('skipped: build output (dist)');
      expect(said).toContain('skipped: git ignores it');
      expect(said).toContain('did not contain valid UTF-8');
    },
    PATIENCE,
  );

  it(
    'takes the options of the command as parameters, and says which values they have',
    async () => {
      const folder = await makeRepository({ 'a.js': CALL, 'b.js': HOOK });
      await runWorkflow(folder, '--target', folder, '--param', 'only=users');
      expect(readFolder(folder)).toEqual(
        new Map([
          ['a.js', REWRITTEN],
          ['b.js', HOOK],
        ]),
      );
      const nulled = await makeRepository({ 'b.js': HOOK });
      await runWorkflow(nulled, '--target', nulled, '--param', 'frontend-replace=null-keys', '--param', 'exact=true');
      expect(readFolder(nulled).get('b.js')).toContain('.map((key) => [key, null])), tour: 1 }');
      const skipped = await makeRepository({ 'a.js': CALL, 'b.js': HOOK });
      await runWorkflow(skipped, '--target', skipped, '--param', 'skip-review=true');
      expect(readFolder(skipped)).toEqual(readFolder(folder));
      const unclear = await makeRepository({ 'a.js': CALL });
      const { stdout, stderr } = await runWorkflow(unclear, '--target', unclear, '--param', 'exact=yes');
      expect(readFolder(unclear)).toEqual(new Map([['a.js', CALL]]));
      expect(stdout + stderr).toContain("--param exact can't be 'yes': write --param exact=true");
    },
    PATIENCE,
  );
});

describe('its workflow "command"', () => {
  it(
    'runs the command on the folder that it is given, and takes calls left for a person for no failure',
    async () => {
      const { status, stdout, stderr, example } = await runInClone(COMMAND);
      expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
      expect(stdout + stderr).toContain('Rewrote 14 calls in 7 files.');
      expect(example).toEqual(expected);
    },
    PATIENCE,
  );
});
