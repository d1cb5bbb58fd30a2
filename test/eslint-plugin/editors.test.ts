/** What editors do: lint text from standard input under a file's name, saved or not, finished or not. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as typescript from '@typescript-eslint/parser';
import type { Linter, Rule } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/imports.ts';
import { eslintPlugin, hostOf, plugin } from './hosts.ts';

const PLUGIN_URL = pathToFileURL(join(ROOT, 'dist/eslint-plugin.js')).href;
const PARSER_URL = pathToFileURL(createRequire(import.meta.url).resolve('@typescript-eslint/parser')).href;

const CALL =
  "await clerkClient.users.updateUser('user_1', { publicMetadata: { ...x, role: 'admin' }, firstName: `${'a'}` });";
const TEXT = `import { clerkClient } from '@clerk/express';\n${CALL}\n${CALL.replace('updateUser', 'updateUserMetadata')}\n`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-editors-')));

beforeAll(() => {
  writeFileSync(
    join(folder, 'eslint.config.mjs'),
    `import parser from ${JSON.stringify(PARSER_URL)};\n` +
      `import plugin from ${JSON.stringify(PLUGIN_URL)};\n` +
      `export default [{ files: ['**/*.ts'], languageOptions: { parser } }, plugin.configs.strict];\n`,
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each([8, 9, 10] as const)('ESLint %i', (major) => {
  const { bin, Linter } = hostOf(major);

  function lintStdin(input: string, ...args: readonly string[]) {
    const env = { ...process.env, ESLINT_USE_FLAT_CONFIG: 'true' };
    return spawnSync(process.execPath, [bin, '--stdin', '--format', 'json', ...args], {
      cwd: folder,
      input,
      env,
      encoding: 'utf8',
    });
  }

  it('eslint --stdin --stdin-filename reports unsaved text', () => {
    const { stdout, stderr, status } = lintStdin(TEXT, '--stdin-filename', 'src/not-saved.ts');
    expect(status, stderr).toBe(1);
    const [result] = JSON.parse(stdout) as { messages: Linter.LintMessage[] }[];
    expect(result?.messages.map(({ ruleId, line, fix }) => [ruleId, line, fix !== undefined])).toEqual([
      ['clerk-metadata/no-metadata-in-update', 2, true],
    ]);
  });

  it('text without a name, and broken text, give no exception', () => {
    expect(lintStdin(TEXT).status).toBe(1);
    const { stdout, status } = lintStdin(TEXT.slice(0, -10), '--stdin-filename', 'src/a.ts');
    expect(status).toBe(1);
    const [result] = JSON.parse(stdout) as { messages: Linter.LintMessage[] }[];
    expect(result?.messages.map(({ fatal }) => fatal)).toEqual([true]);
  });

  it('text at every stage of typing gives no exception', () => {
    const linter = new Linter({ configType: 'flat', cwd: folder });
    const base: Linter.Config = {
      files: ['**/*.*'],
      plugins: { 'clerk-metadata': eslintPlugin },
      rules: plugin.configs.strict.rules,
    };
    const stages = Array.from({ length: Math.ceil(TEXT.length / 7) }, (_, index) => TEXT.slice(0, index * 7 + 1));
    for (const languageOptions of [{}, { parser: typescript, parserOptions: { errorOnUnknownASTType: false } }]) {
      for (const text of [
        ...stages,
        ...stages.map((stage) => `${stage}\n}\n`),
        ...stages.map((stage) => `(${stage}`),
      ]) {
        expect(() =>
          linter.verify(text, [{ ...base, languageOptions }], { filename: join(folder, 'typing.ts') }),
        ).not.toThrow();
      }
    }
  });
});

describe('the rules', () => {
  it('look at programs only', () => {
    for (const rule of Object.values(eslintPlugin.rules ?? {})) {
      for (const ast of [undefined, {}, { type: 'root' }, { type: 'Document' }]) {
        const context = {
          options: [],
          filename: 'a.json',
          sourceCode: { text: TEXT, ast },
        } as unknown as Rule.RuleContext;
        expect((rule as Rule.RuleModule).create(context)).toEqual({});
      }
    }
  });

  it('count from the first character behind a byte order mark', () => {
    const { Linter } = hostOf(10);
    const linter = new Linter({ configType: 'flat', cwd: folder });
    const config: Linter.Config[] = [
      { files: ['**/*.*'], plugins: { 'clerk-metadata': eslintPlugin }, rules: plugin.configs.recommended.rules },
    ];
    const text =
      "\uFEFFimport { clerkClient } from '@clerk/express';\nawait clerkClient.users.updateUser('a', { publicMetadata: {} });\n";
    expect(linter.verifyAndFix(text, config, { filename: join(folder, 'mark.js') })).toMatchObject({
      fixed: true,
      messages: [],
      output: text.replace('updateUser', 'replaceUserMetadata'),
    });
  });

  it('load the compiler for a file with a candidate, and for no other', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { Linter } from 'eslint';
      import plugin from ${JSON.stringify(PLUGIN_URL)};
      const { cache } = createRequire(import.meta.url);
      const isLoaded = () => Object.keys(cache).some((path) => /node_modules.(?:ts-morph|@ts-morph)|dist.compiler\\.cjs/.test(path));
      const lint = (text) => new Linter().verify(text, [plugin.configs.recommended], { filename: 'a.js' }).length;
      const before = [lint('export const a = 1;'), isLoaded()];
      console.log(JSON.stringify([...before, lint(${JSON.stringify(TEXT)}), isLoaded()]));
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stdout.trim(), stderr).toBe('[0,false,1,true]');
  });

  it('share the compiler that the parser has loaded', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { Linter } from 'eslint';
      import parser from ${JSON.stringify(PARSER_URL)};
      import plugin from ${JSON.stringify(PLUGIN_URL)};
      const messages = new Linter().verify(${JSON.stringify(TEXT)}, [{ languageOptions: { parser } }, plugin.configs.recommended], { filename: 'a.js' });
      const isLoaded = Object.keys(createRequire(import.meta.url).cache).some((path) => /node_modules.(?:ts-morph|@ts-morph)|dist.compiler\\.cjs/.test(path));
      console.log(JSON.stringify([messages.map(({ ruleId }) => ruleId), isLoaded]));
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stdout.trim(), stderr).toBe('[["clerk-metadata/no-metadata-in-update"],false]');
  });

  it.each(Object.keys(plugin.rules))(
    '%s: packages have to stand for one of the SDK, and an error lists those',
    (rule) => {
      const { Linter } = hostOf(10);
      const lint = (packages: object) => () =>
        new Linter({ configType: 'flat' }).verify('export {};', [
          {
            plugins: { 'clerk-metadata': eslintPlugin },
            rules: { [`clerk-metadata/${rule}`]: ['error', { packages }] },
          },
        ]);
      for (const sdk of ['@clerk/backend', '@clerk/nextjs/server', 'svelte-clerk'])
        expect(lint({ '@acme/auth': sdk })()).toEqual([]);
      for (const wrong of ['@clerk/backnd', 'clerk', '', 1, null])
        expect(lint({ '@acme/auth': wrong })).toThrow(/@acme\/auth|Value .*(?:string|@clerk\\?\/backend)/);
      expect(lint({ '': '@clerk/backend' })).toThrow('additional properties');
    },
  );

  it('have configs by the names that people look for', () => {
    expect(plugin.configs['flat/recommended']).toEqual(plugin.configs.recommended);
    expect(plugin.configs['flat/strict']).toEqual(plugin.configs.strict);
  });

  it('say their name, version and page', () => {
    const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
    expect(plugin.meta).toEqual({ name: 'eslint-plugin-clerk-metadata', version, namespace: 'clerk-metadata' });
    // Until package.json names a repository, the page is that of the installed package.
    for (const [name, { meta }] of Object.entries(plugin.rules))
      expect(existsSync(new URL(meta.docs.url)), name).toBe(true);
  });
});
