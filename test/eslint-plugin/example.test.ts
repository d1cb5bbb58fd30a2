/** Fixes the example application, without an editor, and compares the bytes with the command's. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import type { Linter } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/imports.ts';
import { eslintPlugin, hostOf } from './hosts.ts';
import { applySuggestion } from './one-pass.ts';

const EXAMPLE = join(ROOT, 'examples/next-app');

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function copyExample(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-example-')));
  folders.push(folder);
  cpSync(EXAMPLE, folder, { recursive: true });
  mkdirSync(join(folder, '.git'));
  return folder;
}

function textsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
}

/** By its options: the same for every version of ESLint. */
const made = new Map<string, Record<string, string>>();

function whatTheCommandMakes(...options: readonly string[]): Record<string, string> {
  const known = made.get(options.join(' ')) ?? runCommand(options);
  made.set(options.join(' '), known);
  return known;
}

function runCommand(options: readonly string[]): Record<string, string> {
  const folder = copyExample();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'dist/cli.cjs'), '--force', '--no-types', ...options, '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(1);
  return textsIn(folder);
}

function configWith(options: object): Linter.Config[] {
  return [
    {
      files: ['**/*.{ts,tsx,mjs}'],
      languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      plugins: { 'clerk-metadata': eslintPlugin },
      rules: { 'clerk-metadata/no-metadata-in-update': ['error', options] },
    },
  ];
}

describe.each([8, 9, 10] as const)('eslint --fix on the example application, ESLint %i', (major) => {
  const { ESLint } = hostOf(major);

  async function fix(folder: string, options: object): Promise<void> {
    const eslint = new ESLint({
      cwd: folder,
      fix: true,
      overrideConfigFile: true,
      overrideConfig: configWith(options),
    });
    await ESLint.outputFixes(await eslint.lintFiles(['.']));
  }

  it('ends in the bytes of the command with --exact', async () => {
    const folder = copyExample();
    await fix(folder, { exact: true });
    expect(textsIn(folder)).toEqual(whatTheCommandMakes('--exact'));
  });

  it('ends in the bytes of the command once the first suggestions are taken', async () => {
    const folder = copyExample();
    await fix(folder, {});
    const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: configWith({}) });
    for (const { filePath, messages } of await eslint.lintFiles(['.'])) {
      const suggested = messages.flatMap(({ suggestions }) => suggestions?.[0] ?? []);
      // From the last to the first, so that the places of the others stay.
      const text = suggested
        .sort((a, b) => b.fix.range[0] - a.fix.range[0])
        .reduce(applySuggestion, readFileSync(filePath, 'utf8'));
      if (suggested.length > 0) writeFileSync(filePath, text);
    }
    expect(textsIn(folder)).toEqual(whatTheCommandMakes());
  });
});
