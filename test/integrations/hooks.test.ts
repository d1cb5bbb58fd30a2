/** The recipes of docs/hooks.md, each run by its tool on a commit in a repository of its own. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFences } from '../docs/pages.ts';
import { ROOT } from '../architecture/imports.ts';
import { makeFolder, readFolder, type Run, runProgram } from './tools.ts';

const PATIENCE = 120_000;

const IMPORT = "import { clerkClient } from '@clerk/express';\n";
const OPEN = `${IMPORT}export const save = (id, changes) => clerkClient.users.updateUser(id, changes);\n`;
const EXACT = `${IMPORT}export const promote = (id) => clerkClient.users.updateUser(id, { publicMetadata: { role: 'admin' } });\n`;
const REWRITTEN = EXACT.replace('updateUser', 'replaceUserMetadata');

interface Repository {
  readonly folder: string;
  readonly write: (path: string, content: string) => void;
  readonly git: (...args: string[]) => Promise<Run>;
  /** Stages a file and commits. */
  readonly commit: (path: string, content: string) => Promise<Run>;
  readonly filesOfLastCommit: () => Promise<string[]>;
}

/** An application that has the command installed, in a folder with a space. */
async function makeRepository(packageJson: object = {}): Promise<Repository> {
  const folder = join(makeFolder(), 'my app');
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const git = (...args: string[]): Promise<Run> =>
    runProgram('git', args, folder, {
      PATH: `${join(folder, 'node_modules/.bin')}:${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    });
  write('package.json', JSON.stringify({ name: 'app', dependencies: { '@clerk/express': '^2.1.26' }, ...packageJson }));
  write('.gitignore', 'node_modules/\n');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(ROOT, 'dist/cli.cjs'), join(folder, 'node_modules/.bin/clerk-metadata-codemod'));
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-qm', 'Start');
  return {
    folder,
    write,
    git,
    commit: async (path, content) => {
      write(path, content);
      await git('add', '--', path);
      return git('commit', '-m', path);
    },
    filesOfLastCommit: async () => (await git('show', '--name-only', '--format=', 'HEAD')).stdout.trim().split('\n'),
  };
}

/**
 * A commit with a new call is refused, with the file's name; one without isn't, and neither is one of another kind of
 * file.
 */
async function expectGuarded({ commit, filesOfLastCommit, write }: Repository): Promise<void> {
  write('unstaged.ts', EXACT);
  expect(await commit('src/a b/fine.mts', 'export {};\n')).toMatchObject({ status: 0 });
  expect(await filesOfLastCommit()).toEqual(['src/a b/fine.mts']);
  expect(await commit('notes.md', 'Call updateUser()\n')).toMatchObject({ status: 0 });
  const refused = await commit('src/a b/promote.mts', EXACT);
  expect(refused.status).toBe(1);
  expect(refused.stdout + refused.stderr).toContain('src/a b/promote.mts');
  expect(await filesOfLastCommit()).toEqual(['notes.md']);
}

const fences = readFences('docs/hooks.md');

function recipes(language: string, tool: string): string[] {
  return fences.filter((fence) => fence.language === language && fence.words[0] === tool).map(({ text }) => text);
}

function addHook({ folder }: Repository, script: string): void {
  const file = join(folder, '.git/hooks/pre-commit');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

const [checking = '', rewriting = ''] = recipes('json', 'with-lint-staged');

describe.concurrent('lint-staged', () => {
  it(
    'refuses a commit with a new call',
    async () => {
      const repository = await makeRepository(JSON.parse(checking) as object);
      addHook(repository, 'lint-staged');
      await expectGuarded(repository);
    },
    PATIENCE,
  );

  it(
    'checks what is staged, and not what the file has become since',
    async () => {
      const { folder, write, git, commit } = await makeRepository(JSON.parse(checking) as object);
      addHook({ folder } as Repository, 'lint-staged');
      write('a.mts', 'export {};\n');
      await git('add', 'a.mts');
      write('a.mts', EXACT);
      expect(await git('commit', '-m', 'Fine as staged')).toMatchObject({ status: 0 });
      expect(readFolder(folder).get('a.mts')).toBe(EXACT);
      await commit('b.mts', EXACT);
      write('b.mts', 'export {};\n');
      expect(await git('commit', '-m', 'Not fine as staged')).toMatchObject({ status: 1 });
      expect(readFolder(folder).get('b.mts')).toBe('export {};\n');
    },
    PATIENCE,
  );

  it(
    'rewrites and commits what is exact, and leaves all as it was where something is left for a person',
    async () => {
      const repository = await makeRepository(JSON.parse(rewriting) as object);
      addHook(repository, 'lint-staged');
      expect(await repository.commit('a b.mjs', EXACT)).toMatchObject({ status: 0 });
      expect((await repository.git('show', 'HEAD:a b.mjs')).stdout).toBe(REWRITTEN);
      repository.write('c.mjs', EXACT);
      await repository.git('add', 'c.mjs');
      expect((await repository.commit('d.mjs', OPEN)).status).toBe(1);
      expect(readFolder(repository.folder).get('c.mjs')).toBe(EXACT);
      expect((await repository.git('diff', '--name-only')).stdout).toBe('');
    },
    PATIENCE,
  );
});

describe.concurrent('husky', () => {
  it.each(recipes('sh', 'husky').map((text) => [text.trim(), text]))(
    '%s',
    async (_, text) => {
      const repository = await makeRepository(text.includes('lint-staged') ? (JSON.parse(checking) as object) : {});
      symlinkSync(join(ROOT, 'node_modules/lint-staged'), join(repository.folder, 'node_modules/lint-staged'));
      symlinkSync('../lint-staged/bin/lint-staged.js', join(repository.folder, 'node_modules/.bin/lint-staged'));
      expect(
        await runProgram(process.execPath, [join(ROOT, 'node_modules/husky/bin.js')], repository.folder),
      ).toMatchObject({ status: 0 });
      repository.write('.husky/pre-commit', text);
      expect((await repository.git('config', 'core.hooksPath')).stdout.trim()).toBe('.husky/_');
      await expectGuarded(repository);
    },
    PATIENCE,
  );
});

describe.concurrent('lefthook', () => {
  it.each(recipes('yaml', 'lefthook'))(
    '%s',
    async (text) => {
      const repository = await makeRepository();
      repository.write('lefthook.yml', text);
      const binary = join(
        ROOT,
        `node_modules/lefthook-${process.platform.replace('win32', 'windows')}-${process.arch}/bin/lefthook`,
      );
      expect(await runProgram(binary, ['install'], repository.folder)).toMatchObject({ status: 0 });
      await expectGuarded(repository);
    },
    PATIENCE,
  );
});
