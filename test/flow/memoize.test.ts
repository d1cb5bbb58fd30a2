import { describe, expect, it } from 'vitest';
import { memoizeBy } from '../../transforms/memoize.ts';

describe('what is kept by several things together', () => {
  const of = { name: 'of' };

  it('is worked out once for each', () => {
    let times = 0;
    const count = memoizeBy(
      (about: object, part: string) => [about, part],
      () => (times += 1),
    );
    expect([count(of, 'a'), count(of, 'a'), count(of, 'b'), count({}, 'a')]).toEqual([1, 1, 2, 3]);
  });

  it('is answered meanwhile where it leads back to itself', () => {
    const around: (about: object) => string = memoizeBy(
      (about: object) => [about],
      (about): string => `(${around(about)})`,
      { answer: 'itself' },
    );
    expect([around(of), around(of)]).toEqual(['(itself)', '(itself)']);
  });

  it('is asked again where it was thrown', () => {
    let times = 0;
    const failOnce = memoizeBy(
      (about: object) => [about],
      () => {
        times += 1;
        if (times === 1) throw new Error('the first time');
        return times;
      },
      { answer: 0 },
    );
    expect(() => failOnce(of)).toThrow('the first time');
    expect(failOnce(of)).toBe(2);
  });
});
