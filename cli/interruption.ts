/** What asks a command to stop, and the exit status that says so: 128 and the signal's number. */
export const STOP_SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

export type StopSignal = keyof typeof STOP_SIGNALS;

/** What a command ends with. */
export type ExitCode = 0 | 1 | 2 | (typeof STOP_SIGNALS)[StopSignal];

/** Thrown where a run stops because it was asked to. Every file is as it was, or as it was to become. */
export class Interrupted extends Error {
  readonly signal: StopSignal;
  /** As shown, of the files that have their new text. */
  readonly written: readonly string[];
  /** How many files were to be written; null where that wasn't known yet. */
  readonly of: number | null;

  constructor(signal: StopSignal, written: readonly string[] = [], of: number | null = null) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
    this.written = written;
    this.of = of;
  }
}

/** What is said instead of a report, with its line end. */
export function describeInterruption({ signal, written, of }: Interrupted): string {
  if (written.length === 0) return `interrupted (${signal}): nothing was written\n`;
  const lines = written.map((path) => `written: ${path}\n`);
  return `interrupted (${signal}): ${String(written.length)} of ${String(of)} files were written, each as a whole; the others are as they were\n${lines.join('')}`;
}
