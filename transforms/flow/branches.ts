import type { ts } from 'ts-morph';
import { unwrap } from '../syntax.ts';
import { originOf } from './origins.ts';

/** The values that conditions choose from, from inside of parentheses and casts; else the value itself. */
export function branchesOf(value: ts.Expression): readonly ts.Expression[] {
  const origin = originOf(value);
  return origin.kind === 'choice' ? origin.of.flatMap(branchesOf) : [unwrap(value)];
}

/** The same of what is spread: `condition && value` adds nothing where it is falsy. */
export function spreadBranchesOf(value: ts.Expression): readonly ts.Expression[] {
  const origin = originOf(value);
  if (origin.kind === 'guarded') return spreadBranchesOf(origin.then);
  return origin.kind === 'choice' ? origin.of.flatMap(spreadBranchesOf) : [unwrap(value)];
}
