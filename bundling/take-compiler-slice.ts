import { createRequire } from 'node:module';
import type { Rolldown } from 'tsdown';
import { sliceCompiler } from './compiler-slice.ts';
import { findCompiler } from './find-compiler.mjs';

const COMPILER = '\0compiler-slice';

/**
 * Gives the engine the part of the compiler that it uses, for hosts without node_modules. Each of the compiler's names
 * is a binding of the module: only what is named comes along.
 */
export function takeCompilerSlice(): Rolldown.Plugin {
  const compiler = findCompiler(createRequire(import.meta.url));
  return {
    name: 'compiler-slice',
    resolveId: {
      order: 'pre',
      filter: { id: [/^ts-morph$/, /^\0compiler-slice$/] },
      handler: (specifier) =>
        specifier === COMPILER
          ? { id: COMPILER, moduleSideEffects: false }
          : { id: '\0compiler', moduleSideEffects: false },
    },
    load: {
      filter: { id: /^\0compiler/ },
      handler: (id) => (id === COMPILER ? sliceCompiler(compiler) : `export * as ts from '${COMPILER}';`),
    },
  };
}
