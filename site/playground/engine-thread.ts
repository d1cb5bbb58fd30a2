import workerAddress from '../generated/engine.js?url';

let warm: Worker | undefined;

/** Starts the engine before it is asked anything: it is there in the time that the editor takes to load. */
export function warmUpEngine(): void {
  warm ??= startThread();
}

/** The engine that was started, or a new one. */
export function takeThread(): Worker {
  const thread = warm ?? startThread();
  warm = undefined;
  return thread;
}

function startThread(): Worker {
  return new Worker(workerAddress, { name: 'engine' });
}
