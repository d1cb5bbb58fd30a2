import { describe, expect, it } from 'vitest';
import {
  isVersionAtLeast,
  majorOfLowest,
  rangeAllows,
  rangeAllowsOnly,
  rangeAllowsOnlyBefore,
} from '../../project/semver-ranges.ts';
import { allows, allowsOnly, allowsOnlyBefore, isAtLeast, majorOf } from '../../project/versions.ts';
import { makeRepository, runForReport } from './harness.ts';

async function rowsOf(files: Record<string, string>, args: readonly string[] = []) {
  const { report } = await runForReport(makeRepository({ 'a.ts': '', ...files }), args);
  return report.sdk;
}

const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies });

describe('versions', () => {
  it.each([
    ['7.5.2', '7.5.2', true],
    ['7.10.0', '7.5.2', true],
    ['10.0.0', '7.5.2', true],
    ['7.5.1', '7.5.2', false],
    ['6.39.1', '7.5.2', false],
    ['7.5.2-canary.1', '7.5.2', false],
    ['7.6.0-canary.1', '7.5.2', true],
    ['not a version', '7.5.2', undefined],
  ])('%s is at least %s: %s', (version, required, expected) => {
    expect(isAtLeast(version, required)).toBe(expected);
  });

  it.each([
    ['^7.5.2', true],
    ['^7.5.0', false],
    ['^6 || ^7', false],
    ['^8 || ~7.6', true],
    ['>=7.5.2 <8', true],
    ['>= 6', false],
    ['7.x', false],
    ['8', true],
    ['=7.5.2', true],
    ['6.0.0 - 8.0.0', false],
    ['workspace:^8.0.0', true],
    ['npm:@clerk/nextjs@^6.0.0', false],
    ['latest', undefined],
    ['*', undefined],
    ['catalog:', undefined],
    ['git+https://example.com/x.git', undefined],
    ['<7', undefined],
  ])('%s allows only 7.5.2 and newer: %s', (range, expected) => {
    expect(allowsOnly(range, '7.5.2')).toBe(expected);
  });

  it.each([
    ['^7.5.2', '7.5.2', true],
    ['^7.5.2', '7.9.4', true],
    ['^7.5.2', '7.5.1', false],
    ['^7.5.2', '8.0.0', false],
    ['^7.5.2', '8.0.0-canary.1', false],
    ['^0.1.79', '0.1.80', true],
    ['^0.1.79', '0.2.0', false],
    ['^0.0.3', '0.0.4', false],
    ['^0', '0.9.0', true],
    ['~7.5', '7.5.9', true],
    ['~7.5', '7.6.0', false],
    ['~7', '7.6.0', true],
    ['7', '7.6.0', true],
    ['7.x', '8.0.0', false],
    ['7.5.2', '7.5.3', false],
    ['=7.5.2', '7.5.2', true],
    ['>=7.5.2 <8', '7.9.0', true],
    ['>=7.5.2 <8', '8.0.0', false],
    ['>= 7', '9.0.0', true],
    ['>7', '7.9.0', false],
    ['>7.5.2', '7.5.3', true],
    ['<=7', '7.9.0', true],
    ['<=7.5.2', '7.5.3', false],
    ['6.0.0 - 7', '7.9.0', true],
    ['6.0.0 - 7', '8.0.0', false],
    ['^6 || ^7', '7.0.0', true],
    ['^6 || ^7', '5.0.0', false],
    ['*', '1.0.0', true],
    ['', '1.0.0', true],
    ['npm:@clerk/nextjs@^6.0.0', '6.1.0', true],
    ['workspace:^8.0.0', '7.0.0', false],
    ['workspace:^', '7.0.0', undefined],
    ['latest', '7.0.0', undefined],
    ['catalog:', '7.0.0', undefined],
    ['^6 || latest', '7.0.0', undefined],
    ['^6', 'not a version', undefined],
  ])('%s allows %s: %s', (range, version, expected) => {
    expect(allows(range, version)).toBe(expected);
  });

  it.each([
    ['^6.39.1', true],
    ['6', true],
    ['^5 || ^6.2', true],
    ['~7.4', true],
    ['>=6 <7.5.2', true],
    ['<=7.5.1', true],
    ['7.5.1', true],
    ['^7', false],
    ['^7.5.2', false],
    ['>=6', false],
    ['^6 || ^8', false],
    ['6.0.0 - 7.4.0', true],
    ['npm:@clerk/nextjs@^6.0.0', true],
    ['latest', false],
    ['catalog:', false],
    ['workspace:^', false],
  ])('%s allows only versions before 7.5.2: %s', (range, expected) => {
    expect(allowsOnlyBefore(range, '7.5.2')).toBe(expected);
  });

  it('are what semver says, where it is not asked', () => {
    const numbers = ['0', '1', '10'];
    const two = numbers.flatMap((major) => numbers.map((minor) => `${major}.${minor}`));
    const releases = two.flatMap((known) => numbers.map((patch) => `${known}.${patch}`));
    const versions = [...releases, '1.1.1-canary.1', '01.2.3', 'v1.2.3', '1.2.3+build', '1.2', ''];
    const plain = [...numbers, ...two, ...releases].flatMap((range) => [range, `^${range}`, `~${range}`]);
    const others = ['=1.1.1', '1.x', '^1.1.x', '^1.1.0-beta.1', ' 1.1.0', '1.1.0 ', '^ 1.1', '1.1.', '^01.1', '>=1.1'];
    const differs = (range: string, version: string): boolean =>
      allows(range, version) !== rangeAllows(range, version) ||
      allowsOnly(range, version) !== rangeAllowsOnly(range, version) ||
      allowsOnlyBefore(range, version) !== rangeAllowsOnlyBefore(range, version) ||
      isAtLeast(range, version) !== isVersionAtLeast(range, version);
    const ranges = [...plain, ...others];
    expect(ranges.flatMap((range) => versions.filter((version) => differs(range, version)))).toEqual([]);
    expect(ranges.filter((range) => majorOf(range) !== majorOfLowest(range))).toEqual([]);
  });

  it('have a major number', () => {
    expect([majorOf('^6.39.1'), majorOf('10.0.0'), majorOf('latest')]).toEqual([6, 10, undefined]);
  });
});

describe('the SDK packages', () => {
  it('are listed by package.json, with what to move to', async () => {
    const rows = await rowsOf({
      'package.json': manifest({
        '@clerk/nextjs': '^6.0.0',
        '@clerk/backend': '^3.8.0',
        '@clerk/themes': '1',
        react: '19',
      }),
      'apps/mobile/package.json': manifest({
        '@clerk/clerk-expo': '^2.0.0',
        '@hono/clerk-auth': '2',
        '@clerk/express': 'latest',
      }),
      'apps/mobile/a.ts': '',
      'unscanned/package.json': manifest({ '@clerk/vue': '1' }),
    });
    const brief = rows.map(({ manifest: path, package: name, installed, required, ok, upgrade }) => [
      path,
      name,
      installed,
      required,
      ok,
      upgrade,
    ]);
    expect(brief).toEqual([
      ['apps/mobile/package.json', '@clerk/clerk-expo', null, null, false, '@clerk/expo@^3.4.2'],
      ['apps/mobile/package.json', '@clerk/express', null, '2.1.26', null, '@clerk/express@^2.1.26'],
      ['apps/mobile/package.json', '@hono/clerk-auth', null, null, false, null],
      ['package.json', '@clerk/backend', null, '3.7.0', true, null],
      ['package.json', '@clerk/nextjs', null, '7.5.2', false, '@clerk/nextjs@^7.5.2'],
    ]);
  });

  it('include those of the workspace’s root when a folder inside is given', async () => {
    const files = {
      'package.json': manifest({ '@clerk/nextjs': '^8' }),
      'packages/a/package.json': '{}',
      'packages/a/a.ts': '',
    };
    expect(await rowsOf(files, ['packages/a'])).toMatchObject([{ manifest: 'package.json', ok: true }]);
  });

  it('are those of the package that a file is in, not those of the folders around it', async () => {
    const files = {
      'package.json': manifest({ '@clerk/backend': '^3.8.0', '@clerk/vue': '^2.4.2' }),
      'examples/app/package.json': manifest({ '@clerk/nextjs': '^6.23.1' }),
      'examples/app/scripts/package.json': '{ "type": "commonjs" }',
      'examples/app/scripts/a.cjs': '',
    };
    expect(await rowsOf(files, ['examples/app'])).toMatchObject([
      { package: '@clerk/nextjs', manifest: 'examples/app/package.json' },
    ]);
  });

  it('have no version that their range does not allow', async () => {
    const around = {
      'package.json': manifest({ '@clerk/nextjs': '^7' }),
      'node_modules/@clerk/nextjs/package.json': '{ "version": "7.9.4" }',
      'package-lock.json': '{ "packages": { "node_modules/@clerk/nextjs": { "version": "7.9.4" } } }',
      '.gitignore': 'node_modules\n',
      'app/package.json': manifest({ '@clerk/nextjs': '^6.23.1' }),
      'app/a.ts': '',
    };
    expect(await rowsOf(around, ['app'])).toMatchObject([
      { range: '^6.23.1', installed: null, ok: false, manifest: 'app/package.json' },
    ]);
    const lock = {
      'app/package-lock.json': '{ "packages": { "node_modules/@clerk/nextjs": { "version": "6.30.0" } } }',
    };
    expect(await rowsOf({ ...around, ...lock }, ['app'])).toMatchObject([{ installed: '6.30.0', ok: false }]);
  });

  it.each<[string, Record<string, string>]>([
    [
      'node_modules',
      { 'node_modules/@clerk/nextjs/package.json': '{ "version": "6.39.1" }', '.gitignore': 'node_modules\n' },
    ],
    [
      'package-lock.json, version 3',
      { 'package-lock.json': '{ "packages": { "node_modules/@clerk/nextjs": { "version": "6.39.1" } } }' },
    ],
    [
      'package-lock.json, version 1',
      { 'package-lock.json': '{ "dependencies": { "@clerk/nextjs": { "version": "6.39.1" } } }' },
    ],
    [
      'pnpm-lock.yaml, version 9',
      {
        'pnpm-lock.yaml':
          "lockfileVersion: '9.0'\n\n" +
          'importers:\n\n' +
          '  .:\n' +
          '    dependencies:\n' +
          "      '@clerk/backend':\n" +
          '        specifier: ^1\n' +
          '        version: 1.0.0\n' +
          "      '@clerk/nextjs':\n" +
          '        specifier: ^6.0.0\n' +
          '        version: 6.39.1(next@15.0.0(react@19.0.0))\n\n' +
          'packages:\n\n' +
          "  '@clerk/nextjs@6.39.1':\n" +
          '    resolution: {}\n',
      },
    ],
    [
      'pnpm-lock.yaml, version 5',
      {
        'pnpm-lock.yaml':
          "lockfileVersion: 5.4\n\nspecifiers:\n  '@clerk/nextjs': ^6.0.0\n\ndependencies:\n  '@clerk/nextjs': 6.39.1_next@12\n\npackages:\n",
      },
    ],
    [
      'yarn.lock, version 1',
      {
        'yarn.lock':
          '# yarn lockfile v1\n\n\n' +
          '"@clerk/nextjs@^5.0.0":\n' +
          '  version "5.0.0"\n\n' +
          '"@clerk/nextjs@6", "@clerk/nextjs@^6.0.0":\n' +
          '  version "6.39.1"\n' +
          '  resolved "x"\n',
      },
    ],
    [
      'yarn.lock, later',
      {
        'yarn.lock':
          '__metadata:\n  version: 8\n\n"@clerk/nextjs@npm:^6.0.0":\n  version: 6.39.1\n  resolution: "@clerk/nextjs@npm:6.39.1"\n',
      },
    ],
    [
      'bun.lock',
      { 'bun.lock': '{\n  "packages": {\n    "@clerk/nextjs": ["@clerk/nextjs@6.39.1", "", {}],\n  }\n}\n' },
    ],
  ])('have the version of %s', async (_, files) => {
    const [row] = await rowsOf({ 'package.json': manifest({ '@clerk/nextjs': '^6.0.0' }), ...files });
    expect(row).toMatchObject({ installed: '6.39.1', ok: false });
  });

  it('have the version that is locked for their own place in a workspace', async () => {
    const inside = {
      'package.json': '{}',
      'apps/a/package.json': manifest({ '@clerk/nextjs': '^7' }),
      'apps/b/package.json': manifest({ '@clerk/nextjs': '^6' }),
      'apps/a/a.ts': '',
      'apps/b/b.ts': '',
    };
    const npm = {
      'package-lock.json':
        '{ "packages": { "node_modules/@clerk/nextjs": { "version": "7.5.2" }, "apps/b/node_modules/@clerk/nextjs": { "version": "6.1.0" } } }',
    };
    const pnpm = {
      'pnpm-lock.yaml':
        'importers:\n\n' +
        '  .: {}\n\n' +
        '  apps/a:\n' +
        '    dependencies:\n' +
        "      '@clerk/nextjs':\n" +
        '        specifier: ^7\n' +
        '        version: 7.5.2\n\n' +
        '  apps/b:\n' +
        '    dependencies:\n' +
        "      '@clerk/nextjs':\n" +
        '        specifier: ^6\n' +
        '        version: 6.1.0(x@1.0.0)\n',
    };
    for (const lock of [npm, pnpm]) {
      expect(
        (await rowsOf({ ...inside, ...lock })).map(({ manifest: path, installed, ok }) => [path, installed, ok]),
      ).toEqual([
        ['apps/a/package.json', '7.5.2', true],
        ['apps/b/package.json', '6.1.0', false],
      ]);
    }
  });

  it('are unknown where the lock file is broken', async () => {
    const [row] = await rowsOf({
      'package.json': manifest({ '@clerk/nextjs': '^6.0.0' }),
      'package-lock.json': '<<<<<<<',
    });
    expect(row).toMatchObject({ installed: null, ok: false });
  });
});
