/**
 * What somebody does who migrates a project with tests: the tests pass, the shipped command is run, the tests pass
 * again, and say the new methods.
 */
import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeRepository, readText } from './harness.ts';
import { TESTED_PROJECTS, type TestedProject } from './tested-projects.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'dist/cli.cjs');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

interface Run {
  readonly code: number;
  readonly output: string;
}

function runNode(folder: string, ...args: string[]): Promise<Run> {
  const env = { PATH: process.env['PATH'], HOME: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });
}

function runTests(folder: string, { tool, files }: TestedProject): Promise<Run> {
  if (tool === 'vitest') return runNode(folder, VITEST, 'run', '--root', folder);
  return runNode(folder, '--test', ...Object.keys(files).filter((path) => path.includes('.test.')));
}

describe.concurrent('a project whose tests mock the SDK passes them again once it is migrated', () => {
  for (const project of TESTED_PROJECTS) {
    it(project.tool, { timeout: 120_000 }, async () => {
      const folder = makeRepository({ ...project.files, '.gitignore': 'node_modules\n' });
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
      const before = await runTests(folder, project);
      expect(before.code, before.output).toBe(0);
      const migration = await runNode(folder, CLI, 'src');
      expect(migration.code, migration.output).toBe(0);
      const texts = Object.keys(project.files)
        .map((path) => readText(folder, path))
        .join('\n');
      expect(project.says.filter((text) => !texts.includes(text))).toEqual([]);
      const after = await runTests(folder, project);
      expect(after.code, after.output).toBe(0);
      expect((await runNode(folder, CLI, '--check', 'src')).code).toBe(0);
    });
  }
});
