import type { ts } from 'ts-morph';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import type { Value } from '../sdk/value.ts';

/** What is the same object whichever call of a function without parameters made them. */
const SHARED_TYPES: ReadonlySet<SdkType> = new Set(['client', 'client-accessor', 'users', 'organizations']);

/** What a function of the repository returned at `site`: another object at each call, unless it is the client. */
export function madeAt(value: Value, definition: ts.FunctionLikeDeclaration, site: ts.Node, unit: Unit): Value {
  if (value.kind !== 'sdk') return value;
  if (SHARED_TYPES.has(value.type) && definition.parameters.length === 0) return value;
  return { ...value, origin: site, unit, from: undefined };
}
