import type { ts } from 'ts-morph';
import { NEW_METHODS, SURFACES, type Surface } from '../../api-change.ts';
import { accessOf, callsIn, unwrap } from '../../syntax.ts';
import type { UpdateCall } from './update-calls.ts';
import { argumentsOf } from './method-calls.ts';
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
  const callee = accessOf(unwrap(call.expression));
  const surface = callee === undefined ? undefined : SURFACES_BY_MERGE.get(callee.name);
  if (callee === undefined || surface === undefined) return undefined;
  const change = SURFACES[surface];
  const { id, params } = argumentsOf(call, change);
  const receiver = evaluate(callee.object, unit);
  if (
    params === undefined ||
    params === call ||
    receiver.kind !== 'sdk' ||
    evaluateProperty(receiver, callee.name, call, unit).kind !== 'sdk'
  )
    return undefined;
  return { surface, change, call, callee, receiver, id, params };
}
