import type { ts } from 'ts-morph';
import { builtinFunction } from '../../knowledge/builtins.ts';
import { REACTIVE_USES, type ReactiveUse } from '../../knowledge/reactive-calls.ts';
import { reactiveFunction } from './reactive-functions.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';

/** What a function of Vue's or Svelte's does with its first argument; undefined for all other functions. */
export function reactiveUse(call: ts.CallExpression, unit: Unit): ReactiveUse | undefined {
  return REACTIVE_USES.get(reactiveFunction(call.expression, unit) ?? '');
}

/**
 * Whether a call leaves its arguments as they are, and gives them to nobody but the code that it stands in: `watch(x,
 * …)`, `$derived(x)`.
 */
export function isReactive(call: ts.CallExpression, unit: Unit): boolean {
  return reactiveUse(call, unit) !== undefined;
}

/** Whether a call only looks at its arguments: `console.log(x)`, `JSON.stringify(x)`, `Object.keys(x)`. */
export function onlyReadsArguments(call: ts.CallExpression, unit: Unit): boolean {
  return builtinFunction(globalFunctionName(call.expression, unit))?.reads === true;
}
