import type { ApiVersion } from '../../service/store.ts';
import { toJavaScript } from './javascript.ts';
import {
  canonical,
  createWorld,
  describe,
  storedState,
  type Circumstances,
  type Happening,
  type OpenWorld,
  type World,
  type Written,
} from './world.ts';

/** How a run ended: what came out, or what was thrown, at once or by the promise. */
export type Ending =
  | { readonly kind: 'returned'; readonly value: string }
  /**
   * Its promise was never settled: `new Promise((resolve) => { missing?.then(resolve); })`. Only a world that knows all
   * that is under way can tell.
   */
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'threw' | 'rejected';
      readonly error: string;
      /** A refusal of the service, or an error of the language: the program itself is broken. */ readonly isBreakage: boolean;
    };

/** All that can be told of a run from outside. */
export interface Outcome {
  readonly ending: Ending;
  readonly stored: string;
  readonly history: readonly Written[];
  readonly happenings: readonly Happening[];
  /** The program's inputs as it left them. */
  readonly inputs: string;
}

/** A program ready to be run, any number of times. */
export type Executable = (
  version: ApiVersion,
  circumstances: Circumstances,
  inputs: (world: World) => readonly unknown[],
) => Promise<Outcome>;

type Run = (...inputs: readonly unknown[]) => unknown;

type Load = (
  require: (name: string) => unknown,
  exports: Record<string, unknown>,
  window: unknown,
  setTimeout: unknown,
  setImmediate: unknown,
) => void;

/**
 * Prepares the text of a module that exports a function `run`.
 *
 * @param translate makes the body of a function `(require, exports)` of it
 * @throws SyntaxError where the text is no program
 */
export function compile(
  text: string,
  open: OpenWorld = createWorld,
  translate: (text: string) => string = toJavaScript,
): Executable {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- Running the text is what this is for.
  const load = new Function(
    'require',
    'exports',
    'window',
    'setTimeout',
    'setImmediate',
    `'use strict';${translate(text)}`,
  ) as Load;
  return async (version, circumstances, inputs) => {
    const world = await open(version, circumstances);
    const exports: Record<string, unknown> = {};
    const given = inputs(world);
    let ending: Ending;
    let hasReturned = false;
    try {
      load(
        (name) => world.modules[name] ?? fail(name),
        exports,
        world.browser,
        world.timers?.['setTimeout'],
        world.timers?.['setImmediate'],
      );
      const result = (exports['run'] as Run)(...given);
      hasReturned = true;
      const returned = Promise.resolve(result).then((value): Ending => ({
        kind: 'returned',
        value: canonical(describe(value)),
      }));
      // Once nothing is under way any more, what hasn't come won't.
      ending = await (world.knowsAllUnderWay
        ? Promise.race([returned, world.settled().then((): Ending => ({ kind: 'waiting' }))])
        : returned);
    } catch (error) {
      ending = { kind: hasReturned ? 'rejected' : 'threw', error: String(error), isBreakage: isBreakage(error) };
    }
    await world.settled();
    return {
      ending,
      stored: canonical(storedState(world.store)),
      history: world.history,
      happenings: world.happenings,
      inputs: canonical(describe(given.filter((input) => !isClient(input)))),
    };
  };
}

/** The SDK's client, which differs between versions. */
function isClient(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'organizations' in input;
}

function fail(name: string): never {
  throw new Error(`no such module: ${name}`);
}

function isBreakage(error: unknown): boolean {
  if (error instanceof Error && 'status' in error) return error.status === 422;
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError;
}
