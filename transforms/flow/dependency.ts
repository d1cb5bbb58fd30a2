import { ts } from 'ts-morph';
import { useOf, type Use } from './uses.ts';
import { isDependencyList } from '../language/react.ts';
import type { Unit } from '../language/unit.ts';

/** Whether something stands in the list that a hook of React's only compares. */
export function isDependency(use: Use, unit: Unit): boolean {
  if (use.kind !== 'member' || !ts.isArrayLiteralExpression(use.of)) return false;
  const list = useOf(use.of);
  return list.kind === 'argument' && isDependencyList(use.of, list.call, unit);
}
