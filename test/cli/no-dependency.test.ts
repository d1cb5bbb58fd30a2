/** A call that names metadata, where no package depends on the SDK: no finding, and not passed over in silence. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { commit, git, makeFolder, makeRepository, runCommand, runForReport, writeFiles } from './harness.ts';

const MANIFEST = '{ "name": "app", "dependencies": { "@acme/auth": "^1.0.0" } }';
const CALL = `import { identity } from '@acme/auth';
identity.users.updateUser('user_1', { publicMetadata: { admin: true } });
`;

it('is named as a part that may hold calls', async () => {
  const folder = makeRepository({
    'package.json': MANIFEST,
    'a.js': CALL,
    'b.js': CALL.replace('publicMetadata', 'lastName'),
    'c.js': CALL.replace('identity.users', 'identity.users.list.where()'),
    'd.vue': `<script>\n${CALL}</script>\n`,
  });
  const { code, report } = await runForReport(folder, ['--check'], { engine: ENGINE });
  expect({ code, findings: report.summary.findings }).toEqual({ code: 0, findings: 0 });
  expect(report.skipped.map(({ path, why }) => [path, /line \d+ sends \w+ by \w+/.exec(why)?.[0]])).toEqual([
    ['a.js', 'line 2 sends publicMetadata by updateUser'],
    ['c.js', 'line 2 sends publicMetadata by updateUser'],
    ['d.vue', 'line 3 sends publicMetadata by updateUser'],
  ]);
  const { stdout } = await runCommand(folder, ['--check'], { engine: ENGINE });
  expect(stdout.replaceAll('\n', ' ')).toContain('3 parts may hold some: see Skipped.');
  expect(stdout).toContain('--package');
  expect(stdout).not.toContain('No Clerk dependency');
});

it('is a finding where the package is named', async () => {
  const folder = makeRepository({
    'package.json': MANIFEST,
    'a.js': CALL.replace('identity.users', 'users').replace('identity', 'users'),
  });
  const args = ['--check', '--package', '@acme/auth=@clerk/clerk-sdk-node'];
  const { report } = await runForReport(folder, args, { engine: ENGINE });
  expect(report.files.flatMap(({ findings }) => findings.map(({ verdict }) => verdict))).toEqual(['exact']);
  expect(report.skipped).toEqual([]);
});

it('is none where what it is called on is in sight', async () => {
  const own = 'const users = { updateUser(id, changes) { save(id, changes); } };\n';
  const folder = makeRepository({
    'package.json': '{ "name": "app" }',
    'a.js': `${own}users.updateUser('user_1', { publicMetadata: { admin: true } });\n`,
  });
  const { stdout } = await runCommand(folder, ['--check'], { engine: ENGINE });
  expect(stdout).toContain('No Clerk dependency here');
});

describe('a file is analysed where something of the repository leads to the service', () => {
  const client = (names: string): string => `import { users } from '${names}';\nexport { users };\n`;
  const SAVE = `import { users } from '@/client';\nexport const save = (id, changes) => users.updateUser(id, changes);\n`;
  const NOWHERE = {
    'package.json': '{ "name": "app" }',
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    'src/save.js': SAVE,
    'src/client.js': client('./other'),
    '.gitignore': 'generated\n*.local.js\n.env\n',
  };
  const parsedOf = async (
    files: Readonly<Record<string, string | Uint8Array>>,
    args: readonly string[] = [],
    folder = '.',
  ) => {
    const root = join(makeRepository({ ...NOWHERE, ...files }), folder);
    const { report } = await runForReport(root, ['--check', '--no-types', ...args], { engine: ENGINE });
    return report.summary.filesParsed;
  };

  it('and in no other', async () => {
    expect(await parsedOf({})).toBe(0);
    expect(await parsedOf({ '.env': 'CLERK_SECRET_KEY=0', 'docs/a.md': 'Clerk' })).toBe(0);
    expect(await parsedOf({ 'tools/a.js': "import x from '../src/client';" })).toBe(0);
  });

  it('and in none where a path only seems to leave the repository', async () => {
    expect(
      await parsedOf({ 'tools/eslint.config.js': "export default { never: ['../../*', '../../src/client'] };" }),
    ).toBe(0);
    expect(await parsedOf({ 'tools/a.js': "import './node_modules/a';" })).toBe(0);
  });

  it('and in none for what git ignores, where that names no service', async () => {
    const files = { 'generated/x.js': client('./y'), 'generated/tsconfig.json': '{}', 'src/x.local.js': client('./z') };
    expect(await parsedOf(files)).toBe(0);
  });

  it('and in none for a folder that is empty', async () => {
    const root = makeRepository(NOWHERE);
    mkdirSync(join(root, 'empty/too'), { recursive: true });
    const { report } = await runForReport(root, ['--check', '--no-types'], { engine: ENGINE });
    expect(report.summary.filesParsed).toBe(0);
  });

  it('and in none for a file in UTF-16 that names no service', async () => {
    expect(await parsedOf({ 'src/other.js': Buffer.from(`\uFEFF${client('./other')}`, 'utf16le') })).toBe(0);
  });

  it('or is build output, which is said all the same', async () => {
    const root = makeRepository({ ...NOWHERE, 'src/big.js': `/* é */${'x'.repeat(3000)};users.updateUser(id);\n` });
    const { report } = await runForReport(root, ['--check', '--no-types'], { engine: ENGINE });
    expect(report.skipped).toEqual([{ path: 'src/big.js', why: 'minified' }]);
  });

  it('and in none where tracked files are deleted', async () => {
    const gone = { 'tools/package.json': '{}', 'tools/tsconfig.json': '{}', 'tools/dist/x.js': '' };
    const root = makeRepository({ ...NOWHERE, ...gone });
    rmSync(join(root, 'tools'), { recursive: true });
    const { report, code } = await runForReport(root, ['--check', '--no-types'], { engine: ENGINE });
    expect({ code, parsed: report.summary.filesParsed }).toEqual({ code: 0, parsed: 0 });
  });

  it.each([
    ['by a file that it imports', { 'src/other.js': client('@clerk/backend') }],
    ['by a file in UTF-16', { 'src/other.js': Buffer.from(`\uFEFF${client('@clerk/backend')}`, 'utf16le') }],
    ['by a field as the API has it', { 'src/other.js': `${client('./x')}const PUBLIC_METADATA = 0;` }],
    ['by escapes there', { 'src/other.js': client('@cl\\u0065rk/backend') }],
    ['by a file that git ignores', { 'src/other.js': client('./x.local'), 'src/x.local.js': client('@clerk/backend') }],
    [
      'by a folder that git ignores',
      { 'src/other.js': client('../generated/x'), 'generated/x.js': client('@clerk/backend') },
    ],
    [
      'by one of many files that git ignores',
      {
        'src/other.js': client('../generated/9'),
        ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`generated/${String(at)}.js`, ''])),
        'generated/9.js': client('@clerk/backend'),
      },
    ],
    ['by build output', { 'src/other.js': client('../dist/x'), 'dist/x.js': client('@clerk/backend') }],
    [
      'by a file that the configuration leaves out',
      { 'src/other.js': client('@clerk/backend'), 'clerk-metadata.config.json': '{ "ignore": ["src/other.js"] }' },
    ],
  ])('%s', async (_, files) => {
    expect(await parsedOf(files)).toBeGreaterThan(0);
  });

  it('by a file that --ignore leaves out', async () => {
    const files = { 'src/other.js': client('@clerk/backend') };
    expect(await parsedOf(files, ['--ignore', 'src/other.js'])).toBe(1);
  });

  it.each(['inner', 'inner.js'])('in a repository inside, as %s', async (name) => {
    const root = makeRepository({ ...NOWHERE, 'src/other.js': client(`../${name}/x`) });
    writeFiles(root, { [`${name}/x.js`]: client('@clerk/backend') });
    git(join(root, name), 'init', '-q');
    commit(join(root, name));
    commit(root);
    const { report } = await runForReport(root, ['--check', '--no-types'], { engine: ENGINE });
    expect(report.summary.filesParsed).toBe(1);
  });

  it('outside of the folder that is looked at', async () => {
    const files = { 'app/package.json': '{}', 'app/a.js': SAVE.replace('@/client', '../src/client') };
    expect(await parsedOf({ ...files, 'src/other.js': client('@clerk/backend') }, [], 'app')).toBe(1);
  });

  it.each([
    ['by an import', { 'src/client.js': client('../../x') }],
    [
      'by an alias that git ignores',
      {
        'src/client.js': client('out/x'),
        'tsconfig.json': '{ "extends": "./generated/tsconfig.json" }',
        'generated/tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["../src/*"], "out/*": ["../../*"] } } }',
      },
    ],
  ])('outside of the repository, %s', async (_, files) => {
    const around = makeFolder({ 'x.js': client('@clerk/backend') });
    const root = join(around, 'inner');
    writeFiles(root, { ...NOWHERE, ...files });
    git(root, 'init', '-q');
    commit(root);
    const { report } = await runForReport(root, ['--check', '--no-types'], { engine: ENGINE });
    expect(report.summary.filesParsed).toBeGreaterThan(0);
  });
});
