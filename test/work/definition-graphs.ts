/** How definitions mention each other. */

/** A definition, and those that it mentions, by number. The last one is what a program asks about. */
export type Shape = readonly (readonly number[])[];

/** Shapes that lead back to themselves, or would be gone through in 2^10 ways and more. */
export const KNOTS: Readonly<Record<string, Shape>> = {
  'one that mentions itself': [[0]],
  'one that mentions itself twice': [[0, 0]],
  'a pair': [[1], [0]],
  'three, each of the others': [
    [1, 2],
    [0, 2],
    [0, 1],
  ],
  'eight, each of the others': made(8, (index) => made(8, (other) => other).filter((other) => other !== index)),
  'a circle of fifteen': made(15, (index) => [(index + 14) % 15]),
  'pairs, each of both before': made(22, (index) =>
    index < 2 ? [] : index % 2 === 0 ? [index - 2, index - 1] : [index - 3, index - 2],
  ),
};

/** More of the kind, for `npm run prove`. */
export const MORE_KNOTS: Readonly<Record<string, Shape>> = {
  'neighbours on both sides': made(16, (index) => [Math.max(index - 1, 0), Math.min(index + 1, 15)]),
  'the one before, twice': made(16, (index) => (index === 0 ? [] : [index - 1, index - 1])),
  'the two before': made(20, (index) => (index < 2 ? [] : [index - 1, index - 2])),
};

/** Each mentions the one before. */
export function chain(length: number): Shape {
  return made(length, (index) => (index === 0 ? [] : [index - 1]));
}

function made<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}
