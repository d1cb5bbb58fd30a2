import { describe, expect, it } from 'vitest';

import { createEvaluator } from '../../transforms/flow/evaluate.ts';

const key = {};

describe('what leads back to itself', () => {
  it('and to nothing else is none', () => {
    const { once } = createEvaluator<string>({ none: '', unknown: '?', same: Object.is });
    const ask = (): string => once(key, 'self', () => `in ${ask()}`);
    expect(ask()).toBe('');
  });

  it('and grows each time is unknown', () => {
    let asked = 0;
    const { once, soFar } = createEvaluator<string>({ none: '', unknown: '?', same: Object.is });
    const ask = (): string =>
      once(key, 'grows', () => {
        asked += 1;
        return `(${soFar(ask)})`;
      });
    expect(ask()).toBe('?');
    expect(asked).toBeLessThan(5);
  });

  it('and is another each time is what they have in common', () => {
    const { once, soFar } = createEvaluator<string>({
      none: '',
      unknown: '?',
      same: Object.is,
      join: (known, found) => [...new Set(known + found)].sort().join(''),
    });
    const ask = (): string => once(key, 'flips', () => (soFar(ask) === 'a' ? 'b' : 'a'));
    expect(ask()).toBe('ab');
  });
});
