import type { ts } from 'ts-morph';
import { builtinFunction } from '../../knowledge/builtins.ts';
import { runeOf } from './svelte.ts';
import { vueFunction } from './vue.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * What functions of Vue's and Svelte's do with their first argument: they give it back, hand it to the function that
 * is given beside it, or only look at it.
 */
const REACTIVE: Readonly<Record<string, 'gives' | 'hands' | 'looks'>> = {
  computed: 'looks',
  isRef: 'looks',
  toValue: 'gives',
  unref: 'gives',
  watch: 'hands',
  watchEffect: 'looks',
  watchPostEffect: 'looks',
  watchSyncEffect: 'looks',
  $derived: 'gives',
  '$derived.by': 'looks',
  $effect: 'looks',
  '$effect.pre': 'looks',
  $inspect: 'looks',
};

/** What a function of Vue's or Svelte's does with its first argument; undefined for all other functions. */
export function reactiveUse(call: ts.CallExpression, unit: Unit): 'gives' | 'hands' | 'looks' | undefined {
  const name = vueFunction(call.expression, unit) ?? runeOf(call.expression, unit) ?? '';
  return Object.hasOwn(REACTIVE, name) ? REACTIVE[name] : undefined;
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
