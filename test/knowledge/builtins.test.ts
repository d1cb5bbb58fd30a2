/**
 * The table of the language's methods, held against the language: each method is called, and what becomes of the list
 * is looked at.
 */
import { describe, expect, it } from 'vitest';
import { LIST_METHODS, READING_METHODS, type Method } from '../../transforms/knowledge/builtins.ts';

interface Item {
  readonly name: string;
}

type Callable = Readonly<Record<string, (...given: unknown[]) => unknown>>;

const GIVEN: Item = { name: 'given' };

/** What a method is given beside its callback, so that it does what it can do. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  at: [0],
  concat: [GIVEN],
  copyWithin: [0, 1],
  fill: [GIVEN],
  push: [GIVEN],
  reduce: [GIVEN],
  reduceRight: [GIVEN],
  splice: [0, 1, GIVEN],
  toSpliced: [0, 1, GIVEN],
  unshift: [GIVEN],
  with: [0, GIVEN],
};

const RESULT = 'what the callback returned';

/** They give nothing that is in the list. */
const LEFT_OUT: ReadonlySet<string> = new Set(['constructor', 'keys', 'toLocaleString']);

function call(
  name: string,
  { handsOut, gives }: Method,
): {
  readonly list: Item[];
  readonly before: readonly Item[];
  readonly result: unknown;
  readonly seen: ReadonlySet<number>;
} {
  const list: Item[] = [{ name: 'a' }, { name: 'b' }];
  const before = [...list];
  const seen = new Set<number>();
  const callback = (...given: unknown[]): unknown => {
    given.forEach((value, index) => {
      if (value === list || before.includes(value as Item)) seen.add(index);
    });
    if (gives.startsWith('result')) return RESULT;
    return handsOut.includes(2) ? true : -1;
  };
  const given = ARGUMENTS[name] ?? [];
  const result = (list as unknown as Callable)[name]?.(...(handsOut.length > 0 ? [callback, ...given] : given));
  return { list, before, result, seen };
}

function whatIsGiven(result: unknown, list: readonly Item[], before: readonly Item[]): string {
  if (result === list) return 'itself';
  if (before.includes(result as Item)) return 'element';
  if (result === RESULT) return 'result';
  const isList = typeof result === 'object' && result !== null && Symbol.iterator in result;
  const inside = isList ? [...(result as Iterable<unknown>)].flat() : [];
  if (inside.includes(RESULT)) return 'results';
  return inside.some((one) => before.includes(one as Item)) ? 'list' : 'nothing';
}

describe.each(Object.entries(LIST_METHODS))('%s', (name, method) => {
  it('does what the table says', () => {
    const { list, before, result, seen } = call(name, method);
    expect([...seen].sort()).toEqual([...method.handsOut].filter((index) => index !== 0 || !name.startsWith('reduce')));
    expect(list.some((one, index) => one !== before[index]) || list.length !== before.length).toBe(method.changes);
    expect(list.includes(GIVEN)).toBe(method.keeps);
    const gives = { some: 'list', more: 'list' } as Readonly<Record<string, string>>;
    expect(whatIsGiven(result, list, before)).toBe(gives[method.gives] ?? method.gives);
  });
});

it('every method of a list is in the table, or only reads', () => {
  const names = Object.getOwnPropertyNames(Array.prototype).filter(
    (name) => typeof (Array.prototype as unknown as Callable)[name] === 'function',
  );
  expect(
    names.filter((name) => !Object.hasOwn(LIST_METHODS, name) && !READING_METHODS.has(name) && !LEFT_OUT.has(name)),
  ).toEqual([]);
});

it('what only reads a text gives none of it away and leaves it', () => {
  const names = [...READING_METHODS].filter((name) => name in Array.prototype);
  for (const name of names) {
    const list: Item[] = [{ name: 'a' }];
    const result = (list as unknown as Callable)[name]?.('length');
    expect([name, whatIsGiven(result, list, [])]).toEqual([name, 'nothing']);
    expect(list).toEqual([{ name: 'a' }]);
  }
});
