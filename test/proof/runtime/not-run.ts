/**
 * The rewritten calls that no run comes to, and the fixtures in which no run writes anything, each with why. The tests hold this to what
 * happens: what isn't here is run, and what is here isn't.
 */

export interface Gap {
  /** The rewritten findings that aren't met, by their index among those of the fixture. */
  readonly missed?: readonly number[];
  /** True where the calls are met, and fail before anything is sent. */
  readonly writesNothing?: true;
  readonly why: string;
}

const BIGINT = 'One of its values is a bigint, which JSON cannot say: the SDK throws before it sends anything, before the rewrite and after.';

export const NOT_RUN: Readonly<Record<string, Gap>> = {
  'params/variables-of-a-mutation': { missed: [0, 1], writesNothing: true, why: "Its functions are called by a library's hooks, for which a stranger stands in that calls nothing." },
  'values/globals-and-their-members': { writesNothing: true, why: BIGINT },
  'values/methods-by-kind': { writesNothing: true, why: BIGINT },
  'values/operators-of-every-kind': { writesNothing: true, why: BIGINT },
  'values/written-types': { writesNothing: true, why: BIGINT },
  'values/near-miss-instanceof-and-is-array': {
    missed: [0],
    why: 'Its condition asks for an instance of a class that the type of the value has no room for.',
  },
};
