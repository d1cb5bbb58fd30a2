import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectFiles } from '../../cli/files.ts';
import { displayPath } from '../../project/paths.ts';
import { commit, git, makeFolder, makeRepository, writeFiles } from './harness.ts';

async function list(folder: string, paths: readonly string[] = ['.'], ignored: readonly string[] = []) {
  const { files, skipped, problems } = await collectFiles(paths, folder, ignored);
  return {
    files: files.map((file) => displayPath(folder, file.path)).sort(),
    skipped: Object.fromEntries(skipped.map(({ path, why }) => [path, why])),
    problems: problems.map(({ path, message }) => `${path} ${message}`),
  };
}

const TREE = {
  '.gitignore': 'ignored.ts\n/generated/\n*.log.ts\n!keep.log.ts\n',
  'a.ts': '',
  'b.tsx': '',
  'c.mts': '',
  'd.cts': '',
  'e.js': '',
  'f.jsx': '',
  'g.mjs': '',
  'h.cjs': '',
  'i.vue': '',
  'j.json': '',
  'README.md': '',
  'ignored.ts': '',
  'x.log.ts': '',
  'keep.log.ts': '',
  'generated/a.ts': '',
  'deep/.gitignore': 'only-here.ts\n!x.log.ts\n',
  'deep/only-here.ts': '',
  'deep/x.log.ts': '',
  'deep/generated/a.ts': '',
  'node_modules/p/index.js': '',
  'deep/node_modules/p/index.js': '',
};

const LISTED = [
  'a.ts',
  'b.tsx',
  'c.mts',
  'd.cts',
  'deep/generated/a.ts',
  'deep/x.log.ts',
  'e.js',
  'f.jsx',
  'g.mjs',
  'h.cjs',
  'i.vue',
  'keep.log.ts',
];

describe.each([
  ['in a git repository', makeRepository],
  ['without git', makeFolder],
])('a folder %s', (_, make) => {
  it('is listed without what its .gitignore files leave out', async () => {
    expect(await list(make(TREE))).toEqual({ files: LISTED, skipped: {}, problems: [] });
  });

  it('is listed without what --ignore names', async () => {
    const folder = make({ 'a.ts': '', 'a.test.ts': '', 'a.spec.tsx': '', 'src/gen/b.ts': '', 'src/c.ts': '' });
    expect((await list(folder, ['.'], ['*.{test,spec}.{ts,tsx}', './src/gen'])).files).toEqual(['a.ts', 'src/c.ts']);
  });

  it('is listed without build output, which is named', async () => {
    const folders = ['dist', 'build', 'out', '.next', '.nuxt', '.svelte-kit', '.output', '.vercel', 'packages/a/dist'];
    const built = folders.map((name) => `${name}/deep/a.js`);
    const folder = make(
      Object.fromEntries(['src/distance.ts', 'builds/a.ts', 'x.min.js', ...built].map((path) => [path, ''])),
    );
    const { files, skipped, problems } = await list(folder);
    expect(files).toEqual(['builds/a.ts', 'src/distance.ts']);
    expect(Object.keys(skipped).sort()).toEqual([...built, 'x.min.js'].sort());
    expect(skipped).toMatchObject({ 'packages/a/dist/deep/a.js': 'build output (dist)', 'x.min.js': 'minified' });
    expect(problems).toEqual([]);
  });

  it('is listed with the sources in folders that are called as build output is', async () => {
    const sources = [
      'build/steps.ts',
      'out/a.mts',
      'packages/api/src/handlers/out/leave.js',
      'src/app/build/actions.jsx',
      'src/dist/Page.vue',
    ];
    const folder = make(
      Object.fromEntries(
        [...sources, 'app/dist/main.js', 'build/steps.d.ts', 'src/.next/a.ts', 'packages/api/dist/src/a.js'].map(
          (path) => [path, ''],
        ),
      ),
    );
    const { files, skipped } = await list(folder);
    expect(files).toEqual(sources);
    expect(Object.keys(skipped).sort()).toEqual([
      'app/dist/main.js',
      'build/steps.d.ts',
      'packages/api/dist/src/a.js',
      'src/.next/a.ts',
    ]);
  });

  it('is looked into when it is named, build output or not', async () => {
    const folder = make({ 'dist/a.js': '', 'dist/x.min.js': '', 'src/b.ts': '', 'lib/y.min.js': '' });
    expect((await list(folder, ['dist'])).files).toEqual(['dist/a.js', 'dist/x.min.js']);
    expect((await list(folder, ['dist/x.min.js', 'lib/y.min.js'])).files).toEqual(['dist/x.min.js', 'lib/y.min.js']);
    expect((await list(folder, ['dist/**/*.js'])).files).toEqual(['dist/a.js', 'dist/x.min.js']);
  });

  it('stands for nothing where it holds no source, which is a problem', async () => {
    const folder = make({ 'docs/a.md': '', 'src/a.ts': '' });
    expect(await list(folder, ['docs', 'src'])).toMatchObject({
      files: ['src/a.ts'],
      problems: ['docs no file matched: there is no JavaScript or TypeScript file here to look at'],
    });
  });

  it('may be a glob, which matches what would have been listed', async () => {
    const folder = make(TREE);
    expect((await list(folder, ['**/*.{ts,tsx}'])).files).toEqual([
      'a.ts',
      'b.tsx',
      'deep/generated/a.ts',
      'deep/x.log.ts',
      'keep.log.ts',
    ]);
    expect((await list(folder, ['d*p'])).files).toEqual(['deep/generated/a.ts', 'deep/x.log.ts']);
    expect(await list(folder, ['lib/**/*.ts'])).toMatchObject({
      files: [],
      problems: ['lib/**/*.ts no file matched this pattern'],
    });
  });

  it('is listed once, whatever path leads to it', async () => {
    const folder = make({ 'src/a.ts': '', 'src/b.ts': '' });
    expect((await list(folder, ['src', '.', 'src/a.ts', 'src/*.ts', './src/../src/b.ts'])).files).toEqual([
      'src/a.ts',
      'src/b.ts',
    ]);
  });

  it('may have characters of globs in its name', async () => {
    const folder = make({ 'app/(auth)/[id]/page.tsx': '', 'app/(auth)/other.tsx': '', 'with space/é.ts': '' });
    expect((await list(folder, ['app/(auth)/[id]/page.tsx', 'with space'])).files).toEqual([
      'app/(auth)/[id]/page.tsx',
      'with space/é.ts',
    ]);
  });

  it('does not follow links to folders, and says so', async () => {
    const folder = make({ 'src/a.ts': '' });
    symlinkSync('.', join(folder, 'src/loop'));
    symlinkSync('src', join(folder, 'alias'));
    const why = "a symbolic link to a folder; links aren't followed";
    expect(await list(folder)).toEqual({ files: ['src/a.ts'], skipped: { 'src/loop': why, alias: why }, problems: [] });
    expect((await list(folder, ['alias'])).files).toEqual(['alias/a.ts']);
  });

  it('lists single-file components and pages under the same rules', async () => {
    const left = {
      'node_modules/p/a.vue': '',
      'dist/a.vue': '',
      'left-out.vue': '',
      'ignored.vue': '',
      '.gitignore': 'ignored.vue\n',
    };
    const folder = make({
      'a.ts': '',
      'a.vue': '',
      'src/b.svelte': '',
      'src/c.astro': '',
      'd.html': '',
      'e.htm': '',
      ...left,
    });
    expect((await list(folder, ['.'], ['left-out.vue'])).files).toEqual([
      'a.ts',
      'a.vue',
      'd.html',
      'e.htm',
      'src/b.svelte',
      'src/c.astro',
    ]);
    expect((await list(folder, ['a.vue', 'ignored.vue', 'left-out.vue', 'dist'], ['left-out.vue'])).files).toEqual([
      'a.vue',
      'dist/a.vue',
      'ignored.vue',
    ]);
  });

  it('lists scripts without an extension, by the program that their first line names', async () => {
    const scripts = {
      'bin/node': '#!/usr/bin/env node\n',
      'bin/tsx': '#!/usr/bin/env -S node --import tsx\nrun();',
      'bin/deno': '#! /usr/local/bin/deno run -A\r\n',
    };
    const others = {
      'bin/sh': '#!/bin/sh\nnode x\n',
      'bin/python': '#!/opt/node/bin/python3\n',
      LICENSE: 'node\n',
      empty: '',
      '.hidden': '#!/usr/bin/env node\n',
      'a.txt': '#!/usr/bin/env node\n',
    };
    const folder = make({ ...scripts, ...others });
    expect((await list(folder)).files).toEqual(Object.keys(scripts).sort());
    expect(await list(folder, ['bin/node', 'bin/sh'])).toEqual({
      files: ['bin/node'],
      skipped: { 'bin/sh': 'not a JavaScript or TypeScript file' },
      problems: [],
    });
  });

  it('lists a named file whatever ignores it, except --ignore', async () => {
    const folder = make(TREE);
    expect((await list(folder, ['ignored.ts', 'node_modules/p/index.js'])).files).toEqual([
      'ignored.ts',
      'node_modules/p/index.js',
    ]);
    expect(await list(folder, ['a.ts', 'README.md'], ['a.ts'])).toEqual({
      files: [],
      skipped: { 'a.ts': 'left out by --ignore', 'README.md': 'not a JavaScript or TypeScript file' },
      problems: [],
    });
  });

  it('names paths that are not there, and links that lead nowhere but back', async () => {
    const folder = make({ 'a.ts': '' });
    symlinkSync('y.ts', join(folder, 'x.ts'));
    symlinkSync('x.ts', join(folder, 'y.ts'));
    expect(await list(folder, ['a.ts', 'nowhere', 'gone.ts', 'x.ts'])).toEqual({
      files: ['a.ts'],
      skipped: {},
      problems: [
        'nowhere no such file or folder',
        'gone.ts no such file or folder',
        "x.ts can't be read: a symbolic link that leads back to itself",
      ],
    });
  });
});

describe('a git repository', () => {
  it('gives its untracked files too', async () => {
    const folder = makeRepository({ 'a.ts': '' });
    writeFiles(folder, { 'new.ts': '', 'src/new.ts': '' });
    expect((await list(folder)).files).toEqual(['a.ts', 'new.ts', 'src/new.ts']);
  });

  it('can be run in from a folder inside', async () => {
    const folder = makeRepository({
      '.gitignore': '*.gen.ts\n',
      'packages/a/src/a.ts': '',
      'packages/a/src/a.gen.ts': '',
      'packages/b/b.ts': '',
    });
    const inside = join(folder, 'packages/a');
    expect((await list(inside)).files).toEqual(['src/a.ts']);
    expect((await list(inside, ['../b'])).files).toEqual(['../b/b.ts']);
  });

  it('names a repository inside it', async () => {
    const folder = makeRepository({ 'a.ts': '' });
    mkdirSync(join(folder, 'vendored'));
    git(join(folder, 'vendored'), 'init', '-q');
    writeFiles(folder, { 'vendored/b.ts': '' });
    commit(join(folder, 'vendored'));
    expect(await list(folder)).toMatchObject({
      files: ['a.ts'],
      skipped: { vendored: 'a git repository of its own; run the command there' },
    });
  });

  it('is walked where git ignores a folder that is named', async () => {
    const folder = makeRepository({ '.gitignore': '/dist\n', 'a.ts': '' });
    writeFiles(folder, { 'dist/a.js': '', 'dist/.gitignore': 'b.js\n', 'dist/b.js': '' });
    expect((await list(folder, ['dist'])).files).toEqual(['dist/a.js']);
  });

  it('is not disturbed by what git tells its hooks', async () => {
    const folder = makeRepository({ 'a.ts': '' });
    const other = makeRepository({ 'b.ts': '' });
    process.env['GIT_DIR'] = join(other, '.git');
    try {
      expect((await list(folder)).files).toEqual(['a.ts']);
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  it('lists files that are gone from the working tree, which reading passes over', async () => {
    const folder = makeRepository({ 'a.ts': '', 'gone.ts': '' });
    unlinkSync(join(folder, 'gone.ts'));
    expect((await list(folder)).problems).toEqual([]);
  });
});

describe('a folder inside a repository, where there is no git', () => {
  it('honours the .gitignore files above it and the repository’s own list', async () => {
    const folder = makeRepository({ '.gitignore': '*.gen.ts\n', 'src/a.ts': '', 'src/b.gen.ts': '', 'src/c.ts': '' });
    writeFiles(folder, { '.git/info/exclude': 'c.ts\n' });
    const path = process.env['PATH'];
    process.env['PATH'] = join(folder, 'nothing-here');
    try {
      expect((await list(join(folder, 'src'))).files).toEqual(['a.ts']);
    } finally {
      process.env['PATH'] = path;
    }
  });
});

it('git tells where a file may be that is looked for in each folder', async () => {
  const folder = makeRepository({
    '.gitignore': 'cache\nlib/PACKAGE.json\n',
    'package.json': '{}',
    'src/a.ts': '',
    'src/deep/b.ts': '',
    'lib/c.ts': '',
  });
  writeFiles(folder, { 'cache/package.json': '{}', 'lib/PACKAGE.json': '{}', 'new/package.json': '{}' });
  const { mayBeThere } = await collectFiles(['.'], folder, []);
  const mayBe = (paths: readonly string[]): readonly string[] => paths.filter((path) => mayBeThere(join(folder, path)));
  const there = ['package.json', 'lib/package.json', 'cache/package.json', 'new/package.json', '../package.json'];
  expect(mayBe(there)).toEqual(there);
  expect(mayBe(['src/package.json', 'src/deep/package.json', 'lib/pnpm-workspace.yaml'])).toEqual([]);
  expect(mayBe(['src/other.json'])).toEqual(['src/other.json']);
});
