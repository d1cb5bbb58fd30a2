import { nearestName } from './did-you-mean.ts';

/** Thrown while options are read: one can't be what it was given as. The message is a sentence without a full stop. */
export class BadOption extends Error {}

/**
 * The one of `allowed` that `value` is.
 *
 * @throws BadOption where it is none; the message names the one that was probably meant, and all that there are
 */
export function oneOf<T extends string>(option: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  const meant = nearestName(value, allowed);
  // A long list hides what was meant.
  const all = meant !== undefined && allowed.length > 10 ? '' : `. It is one of: ${allowed.join(', ')}`;
  throw new BadOption(`${option} can't be '${value}'${didYouMean(meant)}${all}`);
}

/** ` (did you mean x?)`, or nothing. */
export function didYouMean(meant: string | undefined): string {
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}
