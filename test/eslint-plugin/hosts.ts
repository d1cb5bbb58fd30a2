/** The built plugin, and the versions of ESLint that it is for. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ESLint, Linter, RuleTester } from 'eslint';
import type { Plugin } from '../../eslint-plugin/index.ts';
import type { Engine } from '../../eslint-plugin/load-engine.ts';
import { ROOT } from '../architecture/imports.ts';

export interface Host {
  readonly major: 8 | 9 | 10;
  readonly Linter: typeof Linter;
  readonly ESLint: typeof ESLint;
  readonly RuleTester: typeof RuleTester;
  /** The program, to be run by node. */
  readonly bin: string;
}

/** The plugin as the package has it: the engine is loaded from beside it, which only the build puts there. */
export const plugin = (
  (await import(pathToFileURL(join(ROOT, 'dist/eslint-plugin.js')).href)) as { readonly default: Plugin }
).default;

/** The same, as ESLint's own types name it. */
export const eslintPlugin: ESLint.Plugin = plugin;

/**
 * The built engine, of which a process has one: the plugin's own. That it is what its sources say:
 * test/proof/compilers.
 */
export const engine = createRequire(import.meta.url)('../../dist/engine.cjs') as Engine;

const HOSTS = { 8: 'test/eslint-plugin/hosts/eslint-8', 9: 'test/eslint-plugin/hosts/eslint-9', 10: '.' } as const;

export function hostOf(major: 8 | 9 | 10): Host {
  const require = createRequire(join(ROOT, HOSTS[major], 'package.json'));
  const eslint = require('eslint') as Pick<Host, 'Linter' | 'ESLint' | 'RuleTester'>;
  // ESLint 8 has its flat-config class beside the main one.
  const flat =
    major === 8
      ? (require('eslint/use-at-your-own-risk') as { readonly FlatESLint: typeof ESLint }).FlatESLint
      : eslint.ESLint;
  return {
    major,
    Linter: eslint.Linter,
    ESLint: flat,
    RuleTester: eslint.RuleTester,
    bin: join(ROOT, HOSTS[major], 'node_modules/eslint/bin/eslint.js'),
  };
}
