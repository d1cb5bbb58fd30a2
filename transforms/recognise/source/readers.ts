import { ts } from 'ts-morph';
import { accessOf } from '../../syntax.ts';
import { runeOf } from '../trace/svelte.ts';
import { vueFunction } from '../trace/vue.ts';
import type { Unit } from './unit.ts';

/** Functions that only look at what they are given, by the global object that they are on. */
const READERS: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  Array: new Set(['isArray']),
  JSON: new Set(['stringify']),
  Object: new Set(['hasOwn', 'is', 'keys']),
  Math: 'all',
  console: 'all',
};

const READING_FUNCTIONS: ReadonlySet<string> = new Set(['Boolean', 'Number', 'String', 'encodeURIComponent', 'parseFloat', 'parseInt', 'structuredClone']);

/** What Vue and Svelte give back, or call a function with, and otherwise leave alone. */
const REACTIVE: ReadonlySet<string> = new Set([
  'computed', 'isRef', 'toValue', 'unref', 'watch', 'watchEffect', 'watchPostEffect', 'watchSyncEffect', '$derived', '$derived.by', '$effect', '$effect.pre', '$inspect',
]);

/** Whether a call leaves its arguments as they are, and gives them to nobody but the code that it stands in: `watch(x, …)`, `$derived(x)`. */
export function isReactive(call: ts.CallExpression, unit: Unit): boolean {
  return REACTIVE.has(vueFunction(call.expression, unit) ?? runeOf(call.expression, unit) ?? '');
}

/** Whether a call only looks at its arguments: `console.log(x)`, `JSON.stringify(x)`, `Object.keys(x)`. */
export function onlyReadsArguments(call: ts.CallExpression, { scope }: Unit): boolean {
  const access = accessOf(call.expression);
  const global = access?.object ?? call.expression;
  if (!ts.isIdentifier(global) || scope.bindingOf(global) !== undefined) return false;
  if (access === undefined) return READING_FUNCTIONS.has(global.text);
  if (!Object.hasOwn(READERS, global.text)) return false;
  const names = READERS[global.text];
  return names === 'all' || names?.has(access.name) === true;
}
