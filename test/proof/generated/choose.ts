import fc from 'fast-check';

/** Alternatives by weight; the first is what a failing program shrinks to. */
export function choose(...alternatives: readonly (string | readonly [number, string])[]): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    ...alternatives.map((entry) =>
      typeof entry === 'string'
        ? { weight: 2, arbitrary: fc.constant(entry) }
        : { weight: entry[0], arbitrary: fc.constant(entry[1]) },
    ),
  );
}

/** Mostly as in any program, and now and then odd: what is odd shows best where little else is. */
export function mostly<T>(plain: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 5): fc.Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, { weight, arbitrary: plain }, { weight: 2, arbitrary: odd });
}
