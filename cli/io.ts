import { STOP_SIGNALS, type StopSignal } from './interruption.ts';

/** Where text goes: a process's stream, or a test's buffer. */
export interface Output {
  write(chunk: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal in cells; undefined where there is none. */
  readonly columns?: number | undefined;
}

/** Everything that the command touches besides the file system and git. */
export interface Io {
  /** The folder that paths are relative to, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * Calls `listener` for the first signal that asks the command to stop; the next one ends it. Returns what takes the
   * listener back.
   */
  readonly onStopSignal: (listener: (signal: StopSignal) => void) => () => void;
}

/** The real thing. A stream is made when it is asked for. */
export function processIo(stdout: Output): Io {
  return {
    cwd: process.cwd(),
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    stdout,
    get stderr() {
      return process.stderr;
    },
    onStopSignal,
  };
}

function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  const names = Object.keys(STOP_SIGNALS) as StopSignal[];
  let isAsked = false;
  const stop = (): void => {
    for (const name of names) process.off(name, hear);
  };
  // Not `once`: what cleans up after half-written files ends the process where it is the only one that listens.
  const hear = (name: StopSignal): void => {
    if (isAsked) {
      stop();
      process.kill(process.pid, name);
    }
    isAsked = true;
    listener(name);
  };
  for (const name of names) process.on(name, hear);
  return stop;
}

/** Whether colours belong on `output`: NO_COLOR, then FORCE_COLOR, then whether it is a terminal. */
export function wantsColor(output: Output, env: Io['env']): boolean {
  const forced = env['FORCE_COLOR'];
  if (env['NO_COLOR']) return false;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
