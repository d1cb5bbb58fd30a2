import type { Unit } from '../language/unit.ts';
import { memoizeBy } from '../memoize.ts';
import type { Holding, Place } from './place.ts';

/** An object at one of its mentions. */
export interface Held extends Holding {
  readonly place: Place;
  /** Whether only the function around has it, and gives it to nobody before it returns. */
  readonly isLocal: boolean;
}

/** The one of its kind, so that each is followed once. */
export const holding = memoizeBy(
  (of: Holding['of'], sureness: Holding['sureness']) => [of, sureness],
  (of, sureness): Holding => ({ of, sureness }),
);

/** The same in another file. */
export function inUnit(held: Held, unit: Unit): Held {
  return { ...held, place: { ...held.place, unit } };
}
