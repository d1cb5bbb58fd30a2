import type { ts } from 'ts-morph';
import { definitionOf } from '../../flow/definitions.ts';
import { functionOf } from '../../language/functions.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate } from './evaluator.ts';

export interface CalledFunction {
  readonly node: ts.SignatureDeclaration;
  readonly unit: Unit;
}

/**
 * The function of the repository that a call runs, in whichever file it is: `unreadable` where that file can't be read,
 * undefined where it is none.
 */
export function functionCalledBy(callee: ts.Expression, unit: Unit): CalledFunction | 'unreadable' | undefined {
  const local = functionOf(callee, unit);
  if (local !== undefined) return { node: local, unit };
  const value = evaluate(callee, unit);
  if (value.kind === 'function') return value;
  const definition = definitionOf(callee, unit);
  return definition.kind === 'export' && definition.specifier.startsWith('.') ? 'unreadable' : undefined;
}
