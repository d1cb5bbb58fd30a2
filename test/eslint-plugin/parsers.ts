import { extname } from 'node:path';
import * as typescript from '@typescript-eslint/parser';
import * as astro from 'astro-eslint-parser';
import type { Linter } from 'eslint';
import * as svelte from 'svelte-eslint-parser';
import * as vue from 'vue-eslint-parser';
import { frameworkOf } from '../../transforms/components/script-blocks.ts';

type LanguageOptions = NonNullable<Linter.Config['languageOptions']>;

export interface Parser {
  readonly name: string;
  /** Whether it may refuse a file that it is for. */
  readonly mayFail: boolean;
  /** Undefined where a file of this name is not for the parser. */
  readonly optionsFor: (fileName: string) => LanguageOptions | undefined;
}

const JSX = { ecmaFeatures: { jsx: true } };

/** The parsers of single-file components, each with TypeScript for the scripts. */
const OF_COMPONENTS: Readonly<Record<string, Linter.Parser>> = { '.vue': vue, '.svelte': svelte, '.astro': astro };

/** Every parser that a fixture may be linted with. */
export const PARSERS: readonly Parser[] = [
  {
    name: 'espree',
    mayFail: true,
    // It parses whatever has no types in it.
    optionsFor: (fileName) =>
      frameworkOf(fileName) !== undefined
        ? undefined
        : { parserOptions: JSX, sourceType: /\.c[jt]s$/.test(fileName) ? 'commonjs' : 'module' },
  },
  {
    name: 'typescript-eslint',
    mayFail: false,
    optionsFor: (fileName) =>
      frameworkOf(fileName) !== undefined
        ? undefined
        : { parser: typescript, parserOptions: /\.[cm]?ts$/.test(fileName) ? {} : JSX },
  },
  {
    name: 'of components',
    mayFail: false,
    optionsFor: (fileName) => {
      const parser = OF_COMPONENTS[extname(fileName)];
      return parser === undefined ? undefined : { parser, parserOptions: { parser: typescript } };
    },
  },
];
