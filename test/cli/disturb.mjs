// Disturbs a process where it can't be met from outside in time: loaded before everything else, told by DISTURB what is
// to happen at which call.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * @typedef {{ call: 'rename' | 'openSync' | 'write', nth?: number, signal?: NodeJS.Signals, error?: string, pause?:
 * number, endsThread?: boolean, loops?: boolean }} Disturbance
 */

const told = /** @type {unknown} */ (JSON.parse(process.env['DISTURB'] ?? ''));
const { call, nth, signal, error, pause, endsThread, loops } = /** @type {Disturbance} */ (told);

const before = /** @type {(...args: unknown[]) => unknown} */ (/** @type {unknown} */ (fs[call]));
let calls = 0;

const disturbed = (/** @type {unknown[]} */ ...args) => {
  calls++;
  if (pause !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  if (nth !== undefined && calls >= nth) {
    const done = args.at(-1);
    if (error !== undefined && typeof done === 'function') {
      process.nextTick(done, Object.assign(new Error(error), { code: error }));
      return undefined;
    }
    if (loops === true) {
      fs.writeSync(2, 'looping\n');
      for (;;);
    }
    if (endsThread === true && !isMainThread) process.exit(1);
    if (calls === nth && signal !== undefined) process.kill(process.pid, signal);
  }
  return before.apply(fs, args);
};
Object.assign(fs, { [call]: disturbed });
syncBuiltinESMExports();
