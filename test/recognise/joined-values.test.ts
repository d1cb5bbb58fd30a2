import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';

import type { SdkType } from '../../transforms/knowledge/sdk-types.ts';
import type { Unit } from '../../transforms/language/unit.ts';
import { join } from '../../transforms/recognise/sdk/joined-values.ts';
import {
  alternativesOf,
  FOREIGN,
  NULLISH,
  possibly,
  sameValue,
  UNKNOWN,
  type Value,
} from '../../transforms/recognise/sdk/value.ts';

const source = ts.createSourceFile(
  'a.ts',
  '({}); ({}); []; class A {}; class B {}; a; b;',
  ts.ScriptTarget.Latest,
  true,
);
const unit = { source } as Unit;
const [one, other, list] = source.statements.map((statement) => {
  const node = ts.isExpressionStatement(statement) ? statement.expression : statement;
  return ts.isParenthesizedExpression(node) ? node.expression : node;
}) as [ts.ObjectLiteralExpression, ts.ObjectLiteralExpression, ts.ArrayLiteralExpression];
const [mine, yours] = source.statements.filter(ts.isClassDeclaration) as [ts.ClassDeclaration, ts.ClassDeclaration];

function sdk(type: SdkType, origin: ts.Node): Value {
  return { kind: 'sdk', type, origin, unit, from: undefined };
}

const user = sdk('frontend-user', one);
const ref: Value = { kind: 'ref', value: user };
const object: Value = { kind: 'object', node: one, unit };
const another: Value = { kind: 'object', node: other, unit };
const instance: Value = { kind: 'instance', node: mine, unit };
const VALUES: Readonly<Record<string, Value>> = {
  object,
  kept: { kind: 'object', node: one, unit, isKept: true },
  another: possibly(another),
  list: { kind: 'array', node: list, unit },
  instance,
  holder: { kind: 'instance', node: yours, unit, holds: user },
  user,
  'another user': sdk('frontend-user', other),
  client: sdk('client', one),
  ref,
  FOREIGN,
  NULLISH,
  UNKNOWN,
  open: { kind: 'unknown', holds: user },
};

const names = Object.keys(VALUES);
const triples = names.flatMap((a) => names.flatMap((b) => names.map((c) => [a, b, c] as const)));

function valuesOf(triple: readonly [string, string, string]): [Value, Value, Value] {
  return triple.map((name) => VALUES[name]) as [Value, Value, Value];
}

function failing(isTrue: (a: Value, b: Value, c: Value) => boolean): string[] {
  return triples.filter((triple) => !isTrue(...valuesOf(triple))).map((triple) => triple.join(', '));
}

describe('what one of several values is', () => {
  it('is the same in whichever order they come', () => {
    expect(failing((a, b, c) => sameValue(join([a, b, c]), join([c, b, a])))).toEqual([]);
    expect(failing((a, b, c) => sameValue(join([a, b, c]), join([b, a, c])))).toEqual([]);
  });

  it('is the same however they are put together, where each is known', () => {
    const isLeftOut = (value: Value): boolean => value === NULLISH || value === UNKNOWN;
    const isSame = (a: Value, b: Value, c: Value): boolean =>
      [a, b, c].some(isLeftOut) || sameValue(join([join([a, b]), c]), join([a, join([b, c])]));
    expect(failing(isSame)).toEqual([]);
  });

  it('comes to an end, however often they are found again', () => {
    const isDone = (a: Value, b: Value, c: Value): boolean => {
      const all = join([join([a, b, c]), a, b, c]);
      return [a, b, c].every((value) => sameValue(join([all, value]), all));
    };
    expect(failing(isDone)).toEqual([]);
  });

  it('keeps apart what two of them are', () => {
    const joined = join([object, possibly(another), instance]);
    expect(alternativesOf(joined)).toEqual([object, another, instance]);
    expect(joined).toMatchObject({ kind: 'unknown', mayBeMissing: true });
  });
});
