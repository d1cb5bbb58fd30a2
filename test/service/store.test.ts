import { expect, it } from 'vitest';

import { type Json, mergePatch, toJson } from './store.ts';

// The test cases of RFC 7396, appendix A.
it.each<[Json, Json, Json]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j merged with %j is %j', (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

it('merging into what was never stored stores the patch without its nulls', () => {
  expect(mergePatch(undefined, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
});

it('a key named __proto__ is a key', () => {
  const merged = mergePatch({}, JSON.parse('{ "__proto__": { "polluted": true } }') as Json);
  expect([JSON.stringify(merged), Object.getPrototypeOf(merged)]).toEqual([
    '{"__proto__":{"polluted":true}}',
    Object.prototype,
  ]);
});

it('JSON drops what it cannot say', () => {
  expect(toJson({ a: undefined, b: () => 1, c: Number.NaN, d: new Date(0), e: [undefined] })).toEqual({
    c: null,
    d: '1970-01-01T00:00:00.000Z',
    e: [null],
  });
  expect(toJson(undefined)).toBeUndefined();
});
