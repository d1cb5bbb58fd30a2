import type { Io, Output } from './io.ts';

/** A line at the bottom of a terminal that is drawn again and again. */
export interface ProgressLine {
  readonly draw: (text: string) => void;
  readonly clear: () => void;
}

/** To the first column, and the line is empty. */
const CLEAR = '\r\u001B[2K';

/** @returns a line that is never drawn where `output` is no terminal that can take it back, or nobody watches */
export function createProgressLine(output: Output, env: Io['env']): ProgressLine {
  let shown = '';
  const clear = (): void => {
    if (shown !== '') output.write(CLEAR);
    shown = '';
  };
  if (!canBeTakenBack(output, env)) return { draw: () => undefined, clear };
  return {
    draw: (text) => {
      // In the last column some terminals begin a new line, which would stay.
      const fitting = text.slice(0, Math.max((output.columns ?? 80) - 1, 0));
      if (fitting === shown) return;
      output.write(CLEAR + fitting);
      shown = fitting;
    },
    clear,
  };
}

function canBeTakenBack(output: Output, env: Io['env']): boolean {
  const isCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  return output.isTTY === true && env['TERM'] !== 'dumb' && !isCi;
}
