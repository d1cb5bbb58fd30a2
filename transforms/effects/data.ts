import { ts } from 'ts-morph';
import type { Unit } from '../language/unit.ts';
import { DATE, NULLISH, PRIMITIVE, VALUE, within } from '../values/kinds/kinds.ts';
import { kindsOf } from '../values/kinds/possible-kinds.ts';

/** Whether a value is a primitive or a date: nothing of it can be called but what the language gives it. */
export function isData(expression: ts.Expression, unit: Unit): boolean {
  return (
    (ts.isIdentifier(expression) || unit.isTypeScript) && within(kindsOf(expression, unit), PRIMITIVE | DATE | NULLISH)
  );
}

/** Whether a value is a primitive, a list or a date, whose methods are the language's. */
export function isValue(expression: ts.Expression, unit: Unit): boolean {
  return within(kindsOf(expression, unit), VALUE);
}
