import type { ts } from 'ts-morph';
import { NEW_METHODS, SURFACES, type Surface } from '../../api-change.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { callsIn } from '../../tree.ts';
import type { UpdateCall } from './update-calls.ts';
import { readMethodCall } from './method-calls.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate, evaluateProperty } from '../evaluator/evaluator.ts';

/** The surfaces whose merging method has a given name. */
const SURFACES_BY_MERGE: ReadonlyMap<string, Surface> = new Map(
  (Object.keys(SURFACES) as Surface[]).map((surface) => [SURFACES[surface].merge, surface]),
);

/**
 * Every call in the file that is provably one of the SDK's merging methods, in source order; its parts are where a
 * general update has them.
 */
export function findMergingCalls(unit: Unit): UpdateCall[] {
  return callsIn(unit.source).flatMap((call) => readMergingCall(call, unit) ?? []);
}

/** A call of a method that came with the API version. */
export interface NewMethodCall {
  readonly surface: Surface;
  readonly call: ts.CallExpression;
  readonly method: string;
}

/** Every call in the file that is provably one of the SDK's new methods, in source order. */
export function findNewMethodCalls(unit: Unit): NewMethodCall[] {
  return callsIn(unit.source).flatMap((call) => {
    const callee = accessOf(unwrap(call.expression));
    const surface = callee === undefined ? undefined : NEW_METHODS.get(callee.name);
    if (callee === undefined || surface === undefined) return [];
    const receiver = evaluate(callee.object, unit);
    return receiver.kind === 'sdk' && evaluateProperty(receiver, callee.name, call, unit).kind === 'sdk'
      ? [{ surface, call, method: callee.name }]
      : [];
  });
}

/** A call that is provably one of the SDK's merging methods. */
export function readMergingCall(call: ts.CallExpression, unit: Unit): UpdateCall | undefined {
  const named = readMethodCall(call, SURFACES_BY_MERGE);
  if (named === undefined || named.params === call) return undefined;
  const { object, name } = named.callee;
  const receiver = evaluate(object, unit);
  return receiver.kind === 'sdk' && evaluateProperty(receiver, name, call, unit).kind === 'sdk'
    ? { ...named, receiver }
    : undefined;
}
