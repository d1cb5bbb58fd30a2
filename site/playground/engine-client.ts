import type { EngineAnswer, EngineOptions, EngineRequest, SourceText } from '../engine/engine-messages.ts';
import { takeThread } from './engine-thread.ts';

/** How long a text may take, in milliseconds, before its analysis is given up. */
const PATIENCE = 20_000;

export type Outcome =
  { readonly kind: 'answered'; readonly answer: EngineAnswer } | { readonly kind: 'failed'; readonly message: string };

export interface EngineClient {
  /** Asks about the files; of questions that wait, only the last one is answered. */
  ask(files: readonly SourceText[], options: EngineOptions): void;
  stop(): void;
}

/**
 * Starts the engine in a worker. What takes too long, or ends it, is a failure of that question; the next one starts a
 * new one.
 */
export function startEngine(tell: (outcome: Outcome) => void): EngineClient {
  let worker: Worker | undefined;
  let asked: EngineRequest | undefined;
  let waiting: EngineRequest | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let id = 0;

  const finish = (outcome: Outcome): void => {
    clearTimeout(timer);
    asked = undefined;
    if (waiting === undefined) {
      tell(outcome);
      return;
    }
    const next = waiting;
    waiting = undefined;
    send(next);
  };

  const fail = (message: string): void => {
    worker?.terminate();
    worker = undefined;
    finish({ kind: 'failed', message });
  };

  const start = (): Worker => {
    const started = takeThread();
    started.addEventListener('message', ({ data }: MessageEvent<EngineAnswer>) => {
      if (data.id === asked?.id) finish({ kind: 'answered', answer: data });
    });
    started.addEventListener('error', ({ message }) => {
      fail(message === '' ? 'The engine could not be loaded. Reload the page.' : `The engine failed: ${message}`);
    });
    return started;
  };

  const send = (request: EngineRequest): void => {
    worker ??= start();
    asked = request;
    worker.postMessage(request);
    timer = setTimeout(() => {
      fail('This took too long and was stopped. Please report it: the engine should end in time on any text.');
    }, PATIENCE);
  };

  worker = start();
  return {
    ask(files, options) {
      // A copy of what is plain data: what a page watches can't be sent.
      const request: EngineRequest = {
        id: ++id,
        files: files.map(({ path, text }) => ({ path, text })),
        options: JSON.parse(JSON.stringify(options)) as EngineOptions,
      };
      if (asked === undefined) send(request);
      else waiting = request;
    },
    stop() {
      clearTimeout(timer);
      worker?.terminate();
      worker = undefined;
    },
  };
}
