import type { Script } from 'node:vm';
import { now } from './clock.ts';

/**
 * How long synchronous work may take, in milliseconds. Real files take some, and large ones with types some thousands.
 */
export interface TimeLimits {
  /** Reading one file, or analysing it by its text. */
  readonly file: number;
  /** Analysing one file with types: its first question may make the compiler check much of the program. */
  readonly typedFile: number;
  /** Reading all files of a TypeScript project. */
  readonly program: number;
}

export const TIME_LIMITS: TimeLimits = { file: 20_000, typedFile: 60_000, program: 120_000 };

/** Work is done in slices of this many milliseconds: a watchdog takes half of one to start. */
export const SLICE = 50;

const WORK = Symbol.for('clerk-metadata-codemod.work');

let script: Script | undefined;

/** Node watches over a script from a thread of its own, and over all that the script calls. */
function makeScript(): Script {
  const { Script } = process.getBuiltinModule('node:vm');
  return new Script(`globalThis[Symbol.for(${JSON.stringify(WORK.description)})]()`);
}

/**
 * Does synchronous work, and ends it where it takes too long, whatever it is doing: no `catch` and no `finally` of it
 * runs. What it was changing stays half changed, and nobody may use it again.
 *
 * @param limit in milliseconds
 * @returns whether the work came to its end; it throws what the work throws
 */
export function finishesWithin(limit: number, work: () => void): boolean {
  const place = globalThis as { [WORK]?: () => void };
  place[WORK] = work;
  try {
    script ??= makeScript();
    script.runInThisContext({ timeout: limit, displayErrors: false });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  } finally {
    Reflect.deleteProperty(place, WORK);
  }
}

/** Such an error belongs to no realm, so it isn't an `Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/**
 * Does synchronous work for each item in turn, some of it for each value that is asked for. It goes on with the next
 * item where one takes too long.
 *
 * @param limit in milliseconds, for one item
 * @param onOverdue called for an item whose work was ended
 */
export function* inSlices<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => void,
  onOverdue: (item: T) => void,
): Generator<undefined, void> {
  let next = 0;
  while (next < items.length) {
    const end = now() + SLICE;
    const isDone = finishesWithin(limit + SLICE, () => {
      for (; next < items.length && now() < end; next++) work(items[next] as T);
    });
    if (!isDone) onOverdue(items[next++] as T);
    yield undefined;
  }
}

/** The message of a file's problem, as the end of a sentence that starts with the file. */
export function describeOverdue(limit: number, work: 'read' | 'analyse' | 'analyse with types'): string {
  const way = work === 'analyse with types' ? 'Run again with --no-types, or leave it out' : 'Leave it out';
  return `took longer than ${String(limit / 1000)} s to ${work}, and was left as it is. ${way} with --ignore; please report it if the file is an ordinary one`;
}
