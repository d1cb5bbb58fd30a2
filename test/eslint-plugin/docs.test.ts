/** Executes every sample of docs/rules, and holds the pages against the rules they are about. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fence, readFences, readPage } from '../docs/pages.ts';
import { ROOT } from '../architecture/imports.ts';
import { eslintPlugin, hostOf, plugin } from './hosts.ts';
import { applyOnePass, applySuggestion } from './one-pass.ts';
import { runOxlint } from './oxlint.ts';

const RULES = Object.keys(plugin.rules);
const PAGES = readdirSync(join(ROOT, 'docs/rules')).filter((name) => name.endsWith('.md'));

const DIRTY =
  "import { clerkClient } from '@clerk/express';\nawait clerkClient.users.updateUser('a', { publicMetadata: {} });\n";
const MANUAL =
  "import { clerkClient } from '@clerk/express';\nawait clerkClient.users.updateUser('a', globalThis.params);\n";

const linter = new Linter();
const project = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-rule-docs-')));

beforeAll(() => {
  const link = (target: string, name: string): void => {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(target, join(project, 'node_modules', name), 'junction');
  };
  link(ROOT, 'clerk-metadata-codemod');
  for (const name of ['eslint', 'typescript-eslint']) link(join(ROOT, 'node_modules', name), name);
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "dependencies": { "@clerk/express": "*" } }\n');
  writeFileSync(join(project, 'src/admin.js'), DIRTY);
  writeFileSync(
    join(project, 'eslint.config.js'),
    "import rules from 'clerk-metadata-codemod/eslint-plugin';\nexport default [rules.configs.recommended];\n",
  );
});

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

it('has a page for each rule, and one about all of them', () => {
  expect(PAGES.map((name) => name.replace(/\.md$/, '')).sort()).toEqual(['README', ...RULES].sort());
});

describe.each(PAGES)('docs/rules/%s', (name) => {
  const fences = readFences(`docs/rules/${name}`);
  fences.forEach((fence, index) => {
    it(`${fence.at}: ${fence.language} ${fence.words.join(' ')}`, () => {
      execute(fence, fences.slice(0, index), name.replace(/\.md$/, ''));
    });
  });
});

/** @throws whatever is wrong with the sample, a kind of sample that nothing executes included */
function execute(fence: Fence, earlier: readonly Fence[], rule: string): void {
  const before = earlier.findLast(({ words }) => words[0] === 'incorrect');
  switch (`${fence.language} ${fence.words[0] ?? ''}`) {
    case 'ts incorrect':
      expect(lint(fence, rule)).toHaveLength(1);
      return;
    case 'ts correct':
      expect(lint(fence, rule)).toEqual([]);
      return;
    case 'ts fixed':
      expect(before && applyOnePass(before.text, lint(before, rule))).toBe(fence.text);
      return;
    case 'ts suggested': {
      const suggestion = before && lint(before, rule)[0]?.suggestions?.[Number(fence.words[1]) - 1];
      expect(before && suggestion && applySuggestion(before.text, suggestion)).toBe(fence.text);
      return;
    }
    case 'js config':
      checkConfig(fence);
      return;
    case 'json oxlint':
      expect(runOxlint(project, JSON.parse(fence.text) as object, 'src/admin.js')).toMatchObject({
        status: 1,
        codes: ['clerk-metadata(no-metadata-in-update)'],
      });
      return;
    case 'json vscode':
      expect(JSON.parse(fence.text)).toHaveProperty(['editor.codeActionsOnSave', 'source.fixAll.eslint']);
      return;
    case 'json lint-staged': {
      const config = JSON.parse(fence.text) as { 'lint-staged': Record<string, string> };
      for (const command of Object.values(config['lint-staged'])) {
        expect(runEslint(`${command} src/fixable.js`, { 'src/fixable.js': DIRTY })).toBe(0);
        expect(runEslint(`${command} src/manual.js`, { 'src/manual.js': MANUAL })).toBe(1);
      }
      return;
    }
    case 'sh stdin':
    case 'sh ci':
      expect(runEslint(fence.text.trim(), {})).toBe(1);
      return;
    default:
      throw new Error(`nothing executes a sample of this kind: ${fence.language} ${fence.words.join(' ')}`);
  }
}

/** What a rule alone says of a sample; the options are in the words behind its kind. */
function lint({ text, words }: Fence, rule: string): Linter.LintMessage[] {
  const options: unknown[] = words[1]?.startsWith('{') === true ? [JSON.parse(words[1])] : [];
  const messages = linter.verify(
    text,
    [
      {
        files: ['**/*.*'],
        languageOptions: { parser },
        plugins: { 'clerk-metadata': eslintPlugin },
        rules: { [`clerk-metadata/${rule}`]: ['error', ...options] },
      },
    ],
    { filename: 'sample.ts' },
  );
  expect(messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return messages;
}

/** A config finds the call in the project's file. */
function checkConfig({ text }: Fence): void {
  writeFileSync(join(project, 'sample.config.js'), text);
  expect(runEslint('eslint -c sample.config.js src/admin.js', {})).toBe(1);
}

/** Runs a line of shell in the project, with the plugin's recommended config where none is there yet. */
function runEslint(line: string, files: Readonly<Record<string, string>>): number | null {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  const script = `eslint() { '${process.execPath}' '${hostOf(10).bin}' "$@"; }\n${line}`;
  const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: project, encoding: 'utf8' });
  expect(stderr).toBe('');
  for (const path of Object.keys(files)) rmSync(join(project, path));
  return status;
}

describe('README.md', () => {
  it('leads to the rules', () => {
    expect(readPage('README.md')).toContain('(docs/rules/README.md)');
  });
});
