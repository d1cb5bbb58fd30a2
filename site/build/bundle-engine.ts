import { join } from 'node:path';
import { Rolldown } from 'tsdown';
import { takeCompilerSlice } from '../../bundling/take-compiler-slice.ts';

const ENTRY = join(import.meta.dirname, '../engine/worker.ts');

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
    plugins: [takeCompilerSlice()],
    treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    onLog: (_level, log) => {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  const { output } = await build.generate({ format: 'iife', minify: true, codeSplitting: false, comments: true });
  await build.close();
  return output[0].code;
}
