import { ts } from 'ts-morph';
import type { Asking } from './asking.ts';
import { NOTHING, UNKNOWN, type Kinds } from './kinds.ts';

/** What is assigned to properties called `name`, whatever they belong to. */
export function kindsAssigned(name: string, { unit, ask }: Asking): Kinds {
  return unit.scope.propertyWrites(name).reduce((kinds, target) => {
    const { parent } = target;
    if (ts.isDeleteExpression(parent)) return kinds;
    return kinds | (ts.isBinaryExpression(parent) && parent.left === target ? ask(parent.right) : UNKNOWN);
  }, NOTHING);
}
