import { createRequire } from 'node:module';
import type * as engine from '../transforms/engine.ts';

export type Engine = Pick<typeof engine, 'analyze' | 'createCheckerOracle' | 'findSyntaxProblem'>;

let loaded: Engine | undefined;

/** Loads the engine, which takes a quarter of a second the first time: only for a file that may have findings. */
export function loadEngine(): Engine {
  loaded ??= createRequire(import.meta.url)('./engine.cjs') as Engine;
  return loaded;
}
