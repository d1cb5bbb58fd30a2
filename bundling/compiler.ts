import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Rolldown } from 'tsdown';
import type { ts } from 'ts-morph';
import { sliceCompiler } from './compiler-slice.ts';

const require = createRequire(import.meta.url);
const NAMES = '\0compiler-names';

/** What says the same of every fixture as the engine's own (test/fixtures/other-compilers.test.ts). Earlier ones lack a function that it needs. */
const OTHERS = String.raw`/^(?:5\.[5-9]|6\.0)$/`;

/**
 * Gives the engine the compiler: of what ts-morph brings along the part that it uses, as a file beside it. Nothing wraps its nodes, and a run without types
 * never loads the whole. In a linter it is the compiler that the parser has loaded, where that is of a version that says the same: its parser is warm already.
 *
 * Each of the compiler's names is a constant of the engine's own: behind `ts.` there are two getters for each, and the engine asks for them a million times.
 *
 * @param fileName what to call the part; it is written beside the engine
 */
export function compilerFor(fileName: string): Rolldown.Plugin {
  const path = createRequire(require.resolve('ts-morph')).resolve('@ts-morph/common');
  const own = (require(path) as { readonly ts: typeof ts }).ts;
  return {
    name: 'compiler',
    resolveId: { order: 'pre', filter: { id: [/^ts-morph$/, /^\0compiler-names$/] }, handler: (specifier) => (specifier === NAMES ? NAMES : '\0compiler') },
    load: {
      filter: { id: /^\0compiler/ },
      handler: (id) => {
        if (id !== NAMES) return `export * as ts from '${NAMES}';`;
        return `
        import { createRequire } from 'node:module';
        const require = createRequire(__filename);
        const isLoaded = ([path, { loaded, exports }]) => /[\\\\/]lib[\\\\/]typescript\\.js$/.test(path) && loaded && ${OTHERS}.test(exports.versionMajorMinor);
        const compiler = Object.entries(require.cache).find(isLoaded)?.[1].exports ?? require('./${fileName}');
        ${Object.keys(own).filter((name) => name !== 'default').map((name) => `export const ${name} = compiler.${name};`).join('\n')}`;
      },
    },
    async generateBundle(_options, files) {
      const used = Object.values(files).flatMap((file) => (file.type === 'chunk' ? (file.modules[NAMES]?.renderedExports ?? []) : []));
      this.emitFile({ type: 'prebuilt-chunk', fileName, code: await sliceCompiler(`${dirname(path)}/typescript.js`, used), exports: [...used] });
    },
  };
}
