import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Rolldown } from 'tsdown';
import type { ts } from 'ts-morph';
import { findCompiler } from './find-compiler.ts';

const NAMES = '\0compiler-names';

/**
 * The compiler that a parser has loaded may stand in for the engine's own, where it is of one of these versions: with
 * them the engine says the same of every fixture (test/proof/compilers/prove-every-compiler.ts). Earlier ones lack a
 * function that it needs.
 */
const OTHERS = String.raw`/^(?:5\.[5-9]|6\.0)$/`;

/**
 * Gives the engine the compiler that ts-morph brings along, without ts-morph: a run without types needs no more of it.
 * In a linter it is the compiler that the parser has loaded already, where that is of a version that says the same.
 *
 * Each of the compiler's names is a constant of the engine's own: behind `ts.` there are two getters for each, and the
 * engine asks for them a million times.
 */
export function useCompiler(): Rolldown.Plugin {
  const require = createRequire(import.meta.url);
  const own = require(findCompiler(require)) as typeof ts;
  return {
    name: 'compiler',
    resolveId: {
      order: 'pre',
      filter: { id: [/^ts-morph$/, /^\0compiler-names$/] },
      handler: (specifier) => (specifier === NAMES ? NAMES : '\0compiler'),
    },
    load: {
      filter: { id: /^\0compiler/ },
      handler: (id) => {
        if (id !== NAMES) return `export * as ts from '${NAMES}';`;
        return `
        import { createRequire } from 'node:module';
        import { findCompiler } from ${JSON.stringify(resolve(import.meta.dirname, 'find-compiler.ts'))};
        const require = createRequire(__filename);
        const isLoaded = ([path, { loaded, exports }]) => /[\\\\/]lib[\\\\/]typescript\\.js$/.test(path) && loaded && ${OTHERS}.test(exports.versionMajorMinor);
        const compiler = Object.entries(require.cache).find(isLoaded)?.[1].exports ?? require(findCompiler(require));
        ${Object.keys(own)
          .filter((name) => name !== 'default')
          .map((name) => `export const ${name} = compiler.${name};`)
          .join('\n')}`;
      },
    },
  };
}
