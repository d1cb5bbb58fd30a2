import { now as sinceStart } from './clock.ts';
import { type ExitCode, Interrupted, STOP_SIGNALS, type StopSignal } from './interruption.ts';
import type { Io } from './io.ts';
import { createProgressLine, type ProgressLine } from './progress-line.ts';

/** The line is drawn, and a signal seen, this often; in milliseconds. */
const TICK_EVERY = 50;

/** A run that is over sooner needs no line; in milliseconds. */
const SHOW_AFTER = 1000;

/**
 * What goes on beside the work of a run: on a terminal a line says how far it is, and while files are written signals
 * are heard. The work is done in one thread, so it has to let either happen. A signal that nobody hears ends the
 * process at once, even in a loop without an end.
 */
export interface Progress {
  /**
   * To be called between two pieces of work.
   *
   * @param stage how far the work is, for people
   * @returns what to wait for, or most often nothing; it throws, or rejects with, {@link Interrupted}
   */
  readonly tick: (stage: () => string) => Promise<void> | undefined;
  /** Draws the line before a long piece of work. */
  readonly draw: (stage: string) => void;
  /** From now on a signal lets the work go on to the next tick. To be called before anything is written. */
  readonly hearSignals: () => void;
  /** What to end with where the run was asked to stop after its last tick. */
  readonly stopStatus: () => ExitCode | undefined;
  /** Takes the line away, so that something else can be written. */
  readonly clear: () => void;
  /** Takes the line away for good, and hears no more signals. */
  readonly end: () => void;
}

/** @param now milliseconds of any clock that doesn't go back */
export function startProgress(io: Pick<Io, 'stderr' | 'env' | 'onStopSignal'>, now = sinceStart): Progress {
  // Most runs end before it is drawn, and standard error takes a while to open.
  let line: ProgressLine | undefined;
  const draw = (stage: string): void => {
    line ??= createProgressLine(io.stderr, io.env);
    line.draw(stage);
  };
  const started = now();
  let next = started + TICK_EVERY;
  let signal: StopSignal | undefined;
  let stopHearing = (): void => undefined;

  const stopIfAsked = (): void => {
    if (signal !== undefined) throw new Interrupted(signal);
  };
  const rest = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    stopIfAsked();
    next = now() + TICK_EVERY;
  };

  return {
    tick: (stage) => {
      stopIfAsked();
      const time = now();
      if (time < next) return undefined;
      if (time - started > SHOW_AFTER) draw(stage());
      return rest();
    },
    draw,
    hearSignals: () => {
      stopHearing();
      stopHearing = io.onStopSignal((name) => {
        signal ??= name;
      });
    },
    stopStatus: () => (signal === undefined ? undefined : STOP_SIGNALS[signal]),
    clear: () => line?.clear(),
    end: () => {
      stopHearing();
      line?.clear();
    },
  };
}

/** For work that is short and writes nothing before its end. */
export const NO_PROGRESS: Pick<Progress, 'tick' | 'draw' | 'clear'> = {
  tick: () => undefined,
  draw: () => undefined,
  clear: () => undefined,
};
