import type { Unit } from '../language/unit.ts';
import type { Holding, Place } from './place.ts';

/** An object at one of its mentions. */
export interface Held extends Holding {
  readonly place: Place;
  /** Whether only the function around has it, and gives it to nobody before it returns. */
  readonly isLocal: boolean;
}

const known = new WeakMap<Holding['of'], Map<Holding['sureness'], Holding>>();

/** The one of its kind, so that each is followed once. */
export function holding(of: Holding['of'], sureness: Holding['sureness']): Holding {
  const ofObject = known.get(of) ?? new Map<Holding['sureness'], Holding>();
  known.set(of, ofObject);
  const found = ofObject.get(sureness) ?? { of, sureness };
  ofObject.set(sureness, found);
  return found;
}

/** The same in another file. */
export function inUnit(held: Held, unit: Unit): Held {
  return { ...held, place: { ...held.place, unit } };
}
