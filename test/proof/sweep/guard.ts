import { Script } from 'node:vm';

/** What is asked for doesn't come within the time. */
export class Hangs extends Error {}

const TASK = Symbol.for('clerk-metadata-codemod: guarded task');
const RUN = new Script("globalThis[Symbol.for('clerk-metadata-codemod: guarded task')]()");

/**
 * Calls a function that never waits, and ends it where it takes too long.
 *
 * @throws Hangs where it does
 */
export function withinMilliseconds<T>(milliseconds: number, task: () => T): T {
  const holder = globalThis as { [TASK]?: () => T };
  holder[TASK] = task;
  try {
    return RUN.runInThisContext({ timeout: milliseconds }) as T;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new Hangs(`not done within ${String(milliseconds)} ms`);
    throw error;
  } finally {
    Reflect.deleteProperty(holder, TASK);
  }
}
