import { now as sinceStart } from './clock.ts';
import { type ExitCode, Interrupted, STOP_SIGNALS, type StopSignal } from './interruption.ts';
import type { Io } from './io.ts';
import { createProgressLine } from './progress-line.ts';

/** A signal is seen, and the line drawn, this often; in milliseconds. */
const BEAT_EVERY = 50;

/** A run that is over sooner needs no line; in milliseconds. */
const SHOW_AFTER = 1000;

/**
 * What goes on beside the work of a run: signals are heard, and on a terminal a line says how far it is. The work is done in one thread, so
 * it has to let either happen.
 */
export interface Pulse {
  /**
   * To be called between two pieces of work.
   *
   * @param stage how far the work is, for people
   * @returns what to wait for, or most often nothing; it throws, or rejects with, {@link Interrupted}
   */
  readonly beat: (stage: () => string) => Promise<void> | undefined;
  /** Does a long piece of work, which a signal ends at once and together with the process. */
  readonly block: <T>(stage: string, work: () => T) => T;
  /** What to end with where the run was asked to stop after its last beat. */
  readonly stopStatus: () => ExitCode | undefined;
  /** Takes the line away, so that something else can be written. */
  readonly clear: () => void;
  /** Takes the line away for good, and hears no more signals. */
  readonly end: () => void;
}

/** @param now milliseconds of any clock that doesn't go back */
export function startPulse({ stderr, env, onStopSignal }: Pick<Io, 'stderr' | 'env' | 'onStopSignal'>, now = sinceStart): Pulse {
  const line = createProgressLine(stderr, env);
  const started = now();
  let next = started + BEAT_EVERY;
  let signal: StopSignal | undefined;
  const hear = (): (() => void) => onStopSignal((name) => { signal ??= name; });
  let stopHearing = hear();

  const stopIfAsked = (): void => {
    if (signal !== undefined) throw new Interrupted(signal);
  };
  const rest = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    stopIfAsked();
    next = now() + BEAT_EVERY;
  };

  return {
    beat: (stage) => {
      stopIfAsked();
      const time = now();
      if (time < next) return undefined;
      if (time - started > SHOW_AFTER) line.draw(stage());
      return rest();
    },
    block: (stage, work) => {
      stopIfAsked();
      // How long it will take can't be told, and nothing can be drawn meanwhile.
      line.draw(stage);
      stopHearing();
      try {
        return work();
      } finally {
        stopHearing = hear();
      }
    },
    stopStatus: () => (signal === undefined ? undefined : STOP_SIGNALS[signal]),
    clear: line.clear,
    end: () => {
      stopHearing();
      line.clear();
    },
  };
}

/** For work that is short and writes nothing before its end: a signal ends it together with the process. */
export const NO_PULSE: Pick<Pulse, 'beat' | 'block' | 'clear'> = { beat: () => undefined, block: (_, work) => work(), clear: () => undefined };
