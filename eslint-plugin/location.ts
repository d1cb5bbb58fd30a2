import type { Position, Finding } from '../transforms/finding.ts';

/** A place as ESLint counts: lines from 1, columns from 0. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where a finding is reported: at the name of its method. */
export function placeOf({ mark: { from, to } }: Finding): { readonly start: Place; readonly end: Place } {
  return { start: countFromZero(from), end: countFromZero(to) };
}

function countFromZero({ line, column }: Position): Place {
  return { line, column: column - 1 };
}
