import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Rolldown } from 'tsdown';
import { sliceCompiler } from './compiler-slice.ts';

const ENTRY = join(import.meta.dirname, '../engine/worker.ts');
const COMPILER = '\0compiler-slice';

/**
 * The engine as one script for a web worker, with the part of the compiler that it uses.
 *
 * @returns the text of the script
 * @throws Error where something in it can't be had in a browser
 */
export async function bundleEngine(): Promise<string> {
  const build = await Rolldown.rolldown({
    input: ENTRY,
    platform: 'browser',
    plugins: [takeSlice()],
    treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    onLog: (_level, log) => {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  const { output } = await build.generate({ format: 'iife', minify: true, codeSplitting: false, comments: true });
  await build.close();
  return output[0].code;
}

/** Each of the compiler's names is a binding of the module: only what is named comes along. */
function takeSlice(): Rolldown.Plugin {
  const require = createRequire(import.meta.url);
  const common = dirname(createRequire(require.resolve('ts-morph')).resolve('@ts-morph/common'));
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
      handler: (id) =>
        id === COMPILER ? sliceCompiler(join(common, 'typescript.js')) : `export * as ts from '${COMPILER}';`,
    },
  };
}
