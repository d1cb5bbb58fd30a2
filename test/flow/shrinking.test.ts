import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { createByContainer, groupByContainer } from '../../transforms/flow/by-container.ts';
import { createShrinking } from '../../transforms/flow/shrinking.ts';
import { walk } from '../../transforms/tree.ts';

const isAny = (): boolean => true;

describe('a list of what matters', () => {
  it('asks about each once, and passes over what does not matter', () => {
    const asked: number[] = [];
    const { within } = createShrinking(
      Array.from({ length: 1000 }, (_, index) => index),
      (one) => one,
      (one) => {
        asked.push(one);
        return one % 100 === 0;
      },
    );
    let seen = 0;
    const find = (from: number, to: number): number[] => [
      ...within(from, to, () => {
        seen += 1;
        return true;
      }),
    ];
    expect(find(0, 1000)).toHaveLength(10);
    expect(asked).toHaveLength(1000);
    seen = 0;
    expect(find(0, 1000)).toHaveLength(10);
    expect(find(150, 420)).toEqual([200, 300, 400]);
    expect(asked).toHaveLength(1000);
    expect(seen).toBe(13);
  });

  it('asks about what is passed by for the second time', () => {
    const asked: number[] = [];
    const { within } = createShrinking(
      [1, 2, 3],
      (one) => one,
      (one) => {
        asked.push(one);
        return one === 3;
      },
    );
    const isNone = (): boolean => false;
    expect([...within(0, 9, isNone)]).toEqual([]);
    expect(asked).toEqual([]);
    expect([...within(0, 9, isNone)]).toEqual([]);
    expect(asked).toEqual([1, 2, 3]);
    expect([...within(0, 9, isAny)]).toEqual([3]);
  });
});

it('what is in a function, without and with those inside of it', () => {
  const text = 'a(); function f() { b(); const g = () => { c(); }; d(); } e();';
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const calls: ts.CallExpression[] = [];
  walk(source, (node) => {
    if (ts.isCallExpression(node)) calls.push(node);
    return undefined;
  });
  const places = createByContainer(
    groupByContainer(calls, (call) => call),
    (call) => call,
    isAny,
  );
  const namesOf = (found: Iterable<ts.CallExpression>): string =>
    [...found].map(({ expression }) => expression.getText()).join('');
  const fn = source.statements.find(ts.isFunctionDeclaration) ?? source;
  expect(namesOf(places.own(source, isAny))).toBe('ae');
  expect(namesOf(places.own(fn, isAny))).toBe('bd');
  expect(namesOf(places.inside(fn, isAny))).toBe('bdc');
  expect(namesOf(places.inside(source, isAny, [[0, 3]]))).toBe('abdc');
});
