import type { Worker } from 'node:worker_threads';

/** What a look at some files has shown. */
export interface Looked {
  /** The files before this one have been looked at. */
  readonly upTo: number;
  /** Those that may have findings, or can't be read, or aren't text, by their index; new ones, in order. */
  readonly worthReading: readonly number[];
  /** Whether one of them may call a method that takes metadata now. */
  readonly hasNew: boolean;
}

/** What a thread that looks ahead is to do. */
export interface LookedFor {
  readonly paths: readonly string[];
  /** Whether a call of a new method is worth reading, too. */
  readonly newMethods: boolean;
}

/**
 * Starts to look at files in order, ahead of whoever asks for what it has seen. It may end before all are looked at.
 */
export type LookAhead = (wanted: LookedFor) => AsyncIterable<Looked>;

/** Reading fewer files takes less time than starting a thread. */
const FEWEST_FILES = 2000;

/** Whether a second thread is worth it, and allowed. */
export function paysToLookAhead(files: number, jobs: number | null): boolean {
  return files >= FEWEST_FILES && (jobs ?? process.getBuiltinModule('node:os').availableParallelism()) > 1;
}

/**
 * Looks at files in a thread of its own, while this one analyses what was found.
 *
 * A thread that dies ends it early, so that the rest has to be read by whoever asks.
 */
export function lookAhead(wanted: LookedFor): AsyncIterable<Looked> {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(new URL('./look-ahead-worker.cjs', import.meta.url), { workerData: wanted });
  const state: State = { looked: [], hasEnded: false, wake: () => undefined };
  worker.on('message', (message: Looked) => {
    state.looked.push(message);
    state.wake();
  });
  const end = (): void => {
    state.hasEnded = true;
    state.wake();
  };
  worker.on('error', end);
  worker.on('exit', end);
  return messagesOf(worker, state);
}

interface State {
  readonly looked: Looked[];
  hasEnded: boolean;
  wake: () => void;
}

async function* messagesOf(worker: Worker, state: State): AsyncGenerator<Looked> {
  try {
    for (;;) {
      const next = state.looked.shift();
      if (next !== undefined) yield next;
      else if (state.hasEnded) return;
      else
        await new Promise<void>((resolve) => {
          state.wake = resolve;
        });
    }
  } finally {
    await worker.terminate();
  }
}
