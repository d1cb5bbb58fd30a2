import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManifests } from '../../project/manifests.ts';
import { createTsConfigs } from '../../project/tsconfig.ts';
import { createProjectView } from '../../project/view.ts';
import { analyze } from '../../transforms/index.ts';
import { commit, makeRepository, runCommand, runForReport } from './harness.ts';

const PACKAGE = { 'package.json': '{ "name": "app", "dependencies": { "@acme/auth": "1" } }\n' };
const BACKEND = `import { clerkClient } from '@acme/auth/server';\nexport const f = (id) => clerkClient.users.updateUser(id, { publicMetadata: {} });\n`;
const FRONTEND =
  `import { useUser } from '@acme/auth';\n` +
  'export const useSave = () => { const { user } = useUser(); return (bio) => user.update({ ' +
  'unsafeMetadata: { bio } }); };\n';

/** What the engine finds in a file of a repository, with what all hosts share. */
function findIn(files: Readonly<Record<string, string>>, path: string, packages?: Readonly<Record<string, string>>) {
  const folder = makeRepository(files);
  const ignoreProblem = (): void => undefined;
  const project = createProjectView(
    createManifests(ignoreProblem),
    createTsConfigs(null, ignoreProblem),
    undefined,
    packages,
  );
  const analysis = analyze(files[path] ?? '', join(folder, path), { project });
  return analysis.kind === 'analyzed' ? analysis.findings.map(({ verdict, target }) => [verdict, target]) : [];
}

describe('clerk-metadata.config.json', () => {
  it('names packages of one’s own', () => {
    const config = { 'clerk-metadata.config.json': '{ "packages": { "@acme/auth": "@clerk/nextjs" } }' };
    expect(findIn({ ...PACKAGE, 'src/a.js': BACKEND, ...config }, 'src/a.js')).toEqual([
      ['exact', 'replaceUserMetadata'],
    ]);
    expect(findIn({ ...PACKAGE, 'src/a.js': BACKEND }, 'src/a.js')).toEqual([]);
    expect(findIn({ ...PACKAGE, 'src/a.js': BACKEND }, 'src/a.js', { '@acme/auth': '@clerk/express' })).toEqual([
      ['exact', 'replaceUserMetadata'],
    ]);
  });

  it('says how a full replacement is written, and what is left out', () => {
    const packages = { '@acme/auth': '@clerk/nextjs' };
    const files = { ...PACKAGE, 'src/a.js': FRONTEND };
    expect(findIn({ ...files, 'clerk-metadata.config.json': JSON.stringify({ packages }) }, 'src/a.js')).toEqual([
      ['review', 'updateMetadata'],
    ]);
    expect(
      findIn({ ...files, 'clerk-metadata.config.json': JSON.stringify({ packages, ignore: ['src/'] }) }, 'src/a.js'),
    ).toEqual([]);
    expect(
      findIn({ ...files, 'clerk-metadata.config.json': JSON.stringify({ packages, ignore: ['lib/'] }) }, 'src/a.js'),
    ).toEqual([['review', 'updateMetadata']]);
  });

  it('is beside the nearest package.json or above it, up to the root of the repository', () => {
    const config = '{ "packages": { "@acme/auth": "@clerk/nextjs" } }';
    expect(
      findIn(
        {
          'clerk-metadata.config.json': config,
          'apps/a/package.json': PACKAGE['package.json'],
          'apps/a/src/a.js': BACKEND,
        },
        'apps/a/src/a.js',
      ),
    ).toHaveLength(1);
    expect(findIn({ ...PACKAGE, 'src/clerk-metadata.config.json': config, 'src/a.js': BACKEND }, 'src/a.js')).toEqual(
      [],
    );
  });

  it.each([
    ['{ "packages": ', "isn't valid JSON"],
    ['[]', 'has to hold an object'],
    ['{ "package": {} }', "has an unknown key 'package': there are packages, ignore, frontendReplace"],
    ['{ "packages": ["@acme/auth"] }', "needs an object as 'packages'"],
    [
      '{ "packages": { "@acme/auth": "clerk" } }',
      `'@acme/auth' can't stand for "clerk", which is no package of the SDK: name one such as @clerk/backend`,
    ],
    ['{ "packages": { "@acme/auth": 1 } }', `'@acme/auth' can't stand for 1`],
    ['{ "ignore": "src" }', "needs a list of patterns as 'ignore'"],
    ['{ "frontendReplace": "null" }', "needs one of merge, null-keys as 'frontendReplace'"],
  ])('is an error of the run where it is %s', async (text, message) => {
    const folder = makeRepository({ ...PACKAGE, 'src/a.js': '', 'clerk-metadata.config.json': text });
    const { code, report } = await runForReport(folder, ['--check']);
    expect([code, report.errors.map(({ path }) => path)]).toEqual([2, ['clerk-metadata.config.json']]);
    expect(report.errors[0]?.message).toContain(message);
  });

  it('leaves files out of the command', async () => {
    const folder = makeRepository({
      ...PACKAGE,
      'src/a.js': '',
      'gen/b.js': '',
      'clerk-metadata.config.json': '{ "ignore": ["gen/"] }',
    });
    commit(folder);
    const { report } = await runForReport(folder, ['--check']);
    expect(report.summary.filesScanned).toBe(1);
    const named = await runForReport(folder, ['--check', 'gen/b.js']);
    expect(named.report.skipped).toEqual([{ path: 'gen/b.js', why: 'left out by clerk-metadata.config.json' }]);
  });
});

describe('--package', () => {
  it.each([
    [
      '@acme/auth',
      '--package @acme/auth: say which package of the SDK it stands for, for example --package @acme/auth=@clerk/backend',
    ],
    [
      '@acme/auth=clerk',
      `--package @acme/auth=clerk: '@acme/auth' can't stand for "clerk", which is no package of the SDK`,
    ],
    ['=@clerk/backend', '--package =@clerk/backend: a package has no name'],
  ])('refuses %s', async (value, message) => {
    const { code, stderr } = await runCommand(makeRepository(PACKAGE), ['--package', value]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
