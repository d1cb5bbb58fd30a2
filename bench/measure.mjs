// Runs commands side by side and says how long each took, by the clock and of the processor, and how much memory it
// held at its peak.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** How often a running command's memory is looked at, in milliseconds. */
const LOOK_EVERY = 15;

/**
 * @typedef {{ name: string, argv: readonly string[], input?: string, atMost?: number }} Command
 *   `argv` without a shell; `input` goes to its standard input; `atMost` runs, where once is long enough
 * @typedef {{ seconds: number, processor: number, bytes: number, status: number | null }} Run `processor`: seconds of
 *   it that were used, by all threads and all that was started; 0 where the system has no /proc
 * @typedef {Run & { name: string, runs: number }} Figure medians, and the highest peak
 */

/**
 * Runs the commands in turn, `runs` times after one round that isn't counted, so that a machine that slows down slows
 * all of them.
 *
 * @param {readonly Command[]} commands
 * @param {{ cwd: string, runs: number }} options
 * @returns {Promise<Figure[]>} in the order of `commands`
 */
export async function measure(commands, { cwd, runs }) {
  const all = commands.map(() => /** @type {Run[]} */ ([]));
  for (let round = 0; round <= runs; round++) {
    for (const [index, command] of commands.entries()) {
      const own = all[index] ?? [];
      if (own.length >= (command.atMost ?? runs)) continue;
      // What runs once is too long to be warmed up, and long enough not to need it.
      if (round === 0 && command.atMost === 1) continue;
      const run = await runOnce(command, cwd);
      if (round > 0) own.push(run);
    }
  }
  return commands.map(({ name }, index) => {
    const own = all[index] ?? [];
    return {
      name,
      seconds: median(own.map(({ seconds }) => seconds)),
      processor: median(own.map(({ processor }) => processor)),
      bytes: Math.max(...own.map(({ bytes }) => bytes)),
      status: own.at(-1)?.status ?? null,
      runs: own.length,
    };
  });
}

/**
 * @param {Command} command
 * @param {string} cwd
 * @returns {Promise<Run>}
 */
function runOnce({ argv: [program = '', ...args], input }, cwd) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const before = processorOfEnded();
    const child = spawn(program, args, { cwd, stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'] });
    let bytes = 0;
    const looking = setInterval(() => {
      bytes = Math.max(bytes, child.pid === undefined ? 0 : residentBytes(child.pid));
    }, LOOK_EVERY);
    child.on('error', reject);
    child.on('exit', (status) => {
      clearInterval(looking);
      const seconds = (performance.now() - started) / 1000;
      resolve({ seconds, processor: processorOfEnded() - before, bytes, status });
    });
    child.stdin?.end(input);
  });
}

/**
 * What a process and all below it hold in memory; 0 where the system has no /proc, or the process is gone.
 *
 * @param {number} pid
 * @returns {number}
 */
function residentBytes(pid) {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
      .split(' ')
      .filter(Boolean);
    return Number(kilobytes) * 1024 + children.reduce((sum, child) => sum + residentBytes(Number(child)), 0);
  } catch {
    return 0;
  }
}

/** How often the system's clock for processes ticks in a second. */
const TICKS = 100;

/** Seconds of the processor that all processes which this one started, and which have ended, have used. */
function processorOfEnded() {
  try {
    // Behind the name, which may hold blanks: the 14th and 15th field.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
