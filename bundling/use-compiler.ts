import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'tsdown';
import type { ts } from 'ts-morph';

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
  const common = dirname(createRequire(require.resolve('ts-morph')).resolve('@ts-morph/common'));
  const own = require(join(common, 'typescript.js')) as typeof ts;
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
        import { dirname, join } from 'node:path';
        const require = createRequire(__filename);
        const isLoaded = ([path, { loaded, exports }]) => /[\\\\/]lib[\\\\/]typescript\\.js$/.test(path) && loaded && ${OTHERS}.test(exports.versionMajorMinor);
        const ownCompiler = () => require(join(dirname(createRequire(require.resolve('ts-morph')).resolve('@ts-morph/common')), 'typescript.js'));
        const compiler = Object.entries(require.cache).find(isLoaded)?.[1].exports ?? ownCompiler();
        ${Object.keys(own)
          .filter((name) => name !== 'default')
          .map((name) => `export const ${name} = compiler.${name};`)
          .join('\n')}`;
      },
    },
  };
}
