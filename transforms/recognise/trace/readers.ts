import type { ts } from 'ts-morph';
import { builtinFunction } from '../../knowledge/builtins.ts';
import { runeOf } from './svelte.ts';
import { vueFunction } from './vue.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';

/** What Vue and Svelte give back, or call a function with, and otherwise leave alone. */
const REACTIVE: ReadonlySet<string> = new Set([
  'computed',
  'isRef',
  'toValue',
  'unref',
  'watch',
  'watchEffect',
  'watchPostEffect',
  'watchSyncEffect',
  '$derived',
  '$derived.by',
  '$effect',
  '$effect.pre',
  '$inspect',
]);

/**
 * Whether a call leaves its arguments as they are, and gives them to nobody but the code that it stands in: `watch(x,
 * …)`, `$derived(x)`.
 */
export function isReactive(call: ts.CallExpression, unit: Unit): boolean {
  return REACTIVE.has(vueFunction(call.expression, unit) ?? runeOf(call.expression, unit) ?? '');
}

/** Whether a call only looks at its arguments: `console.log(x)`, `JSON.stringify(x)`, `Object.keys(x)`. */
export function onlyReadsArguments(call: ts.CallExpression, unit: Unit): boolean {
  return builtinFunction(globalFunctionName(call.expression, unit))?.reads === true;
}
