import { createRequire } from 'node:module';
import type { Rolldown } from 'tsdown';
import { sliceCompiler } from './compiler-slice.ts';
import { namesOfCompiler } from './used-compiler-names.ts';
import { findCompiler } from './find-compiler.mjs';

const NAMES = '\0compiler-names';

/** The compiler's own file, from which {@link takeNamesFromCompiler} makes `compiler.cjs`. */
export const COMPILER = findCompiler(createRequire(import.meta.url));

/**
 * The compiler that a parser has loaded may stand in for the engine's own, where it is of one of these versions: with
 * them the engine says the same of every fixture (test/proof/compilers/prove-every-compiler.ts). Earlier ones lack a
 * function that it needs.
 */
const OTHERS = String.raw`/^(?:5\.[5-9]|6\.0)$/`;

/**
 * Gives the engine the part that it needs of the compiler that ts-morph brings along, from a file of its own: to load
 * the whole takes longer than most runs do otherwise. In a linter it is the compiler that the parser has loaded
 * already, where that is of a version that says the same.
 *
 * Each of the compiler's names is a constant of the engine's own: behind `ts.` there are two getters for each, and the
 * engine asks for them a million times.
 */
export function useCompiler(): Rolldown.Plugin {
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
        const require = createRequire(__filename);
        const isLoaded = ([path, { loaded, exports }]) => /[\\\\/]lib[\\\\/]typescript\\.js$/.test(path) && loaded && ${OTHERS}.test(exports.versionMajorMinor);
        const compiler = Object.entries(require.cache).find(isLoaded)?.[1].exports ?? require('./compiler.cjs');
        ${namesOfCompiler()
          .map((name) => `export const ${name} = compiler.${name};`)
          .join('\n')}`;
      },
    },
  };
}

/** Makes of {@link COMPILER}, as an entry, the part that the engine needs. */
export function takeNamesFromCompiler(): Rolldown.Plugin {
  return {
    name: 'compiler-part',
    load: {
      order: 'pre',
      filter: { id: /[\\/]typescript\.js$/ },
      handler: (id) =>
        id === COMPILER ? { code: sliceCompiler(id, namesOfCompiler()), moduleSideEffects: false } : null,
    },
  };
}
