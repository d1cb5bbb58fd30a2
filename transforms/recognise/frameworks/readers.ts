import { ts } from 'ts-morph';
import { builtinFunction } from '../../knowledge/builtins.ts';
import { REACTIVE_USES, type ReactiveUse } from '../../knowledge/reactive-calls.ts';
import { reactiveFunction } from './reactive-functions.ts';
import { stepInto } from '../../flow/origins.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import { unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';

/** What a function of Vue's or Svelte's does with its first argument; undefined for all other functions. */
export function reactiveUse(call: ts.CallExpression, unit: Unit): ReactiveUse | undefined {
  return REACTIVE_USES.get(reactiveFunction(call.expression, unit) ?? '');
}

/** Whether a call only looks at its arguments: `console.log(x)`, `JSON.stringify(x)`, `Object.keys(x)`. */
export function onlyReadsArguments(call: ts.CallExpression, unit: Unit): boolean {
  const builtin = builtinFunction(globalFunctionName(call.expression, unit));
  return builtin?.reads === true && !callsArgument(call, unit);
}

/** Whether a function of the language may call one of its arguments: `JSON.stringify(x, replace)`. */
export function callsArgument(call: ts.CallExpression, unit: Unit): boolean {
  const { calls } = builtinFunction(globalFunctionName(call.expression, unit)) ?? {};
  const called = calls === undefined ? undefined : call.arguments[calls];
  const isSpread = call.arguments.some((argument, index) => index <= (calls ?? -1) && ts.isSpreadElement(argument));
  return isSpread || (called !== undefined && mayBeFunction(called, unit));
}

function mayBeFunction(value: ts.Expression, unit: Unit): boolean {
  const { kind } = stepInto(unwrap(value));
  return kind === 'name' ? !isGlobal(value, 'undefined', unit) : !['data', 'nothing', 'list', 'object'].includes(kind);
}
