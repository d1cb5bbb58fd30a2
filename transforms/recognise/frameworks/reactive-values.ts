import type { ts } from 'ts-morph';
import { HOOK_CALLS, REACTIVE_CALLS, STORE_CALLS } from '../../knowledge/reactive-calls.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { importedAs } from '../../language/modules.ts';
import { keptByHook, UNKNOWN, type Value } from '../sdk/value.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import { valueInNanostore } from './nanostores.ts';
import { reactiveFunction, vueFunction } from './reactive-functions.ts';

/** What `computed()`, `$derived()`, `writable()` and their kin give; undefined where the call is none of them. */
export function valueOfReactiveCall(node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  const { unit, valueOfType, valueOf } = evaluation;
  const source = importedAs(node.expression, unit.scope);
  if (vueFunction(node.expression, unit) === 'inject') return valueInjected(node, evaluation);
  const hook = HOOK_CALLS.get(source?.specifier ?? '')?.get(source?.name ?? '');
  const result =
    source?.specifier === 'svelte/store'
      ? STORE_CALLS.get(source.name ?? '')
      : (hook ?? REACTIVE_CALLS.get(reactiveFunction(node.expression, unit) ?? ''));
  if (result === undefined) return undefined;
  const { isHeld, isTyped, from } = result;
  const typed = isTyped === true ? valueOfType(node.typeArguments?.[0]) : UNKNOWN;
  const argument = from === undefined || typed.kind !== 'unknown' ? undefined : node.arguments[from.argument];
  const given = argument === undefined ? typed : valueOf(argument);
  const value = argument !== undefined && from?.isRead === true ? valueRead(given, argument, evaluation) : given;
  const kept = hook === undefined ? value : keptByHook(value, node, unit);
  return isHeld === true ? { kind: 'ref', value: kept } : kept;
}

/** What `inject(KEY)` gives, by the key's type; undefined where that says nothing. */
function valueInjected({ arguments: [asked] }: ts.CallExpression, { valueOf }: Evaluation): Value | undefined {
  const key = asked === undefined ? UNKNOWN : valueOf(asked);
  return key.kind === 'ref' ? key.value : undefined;
}

/** What a getter gives (`() => …`, or the `get` of `{ get, set }`) or a ref holds; everything else as it is. */
function valueRead(value: Value, at: ts.Node, evaluation: Evaluation): Value {
  const getter = value.kind === 'object' ? evaluation.property(value, 'get', at) : value;
  if (getter.kind !== 'function') return unwrapRef(value, at, evaluation);
  // What is given a function to call gives nothing itself: `derived(store, ($store, set) => …)`.
  return getter.node.parameters.length > 1 ? UNKNOWN : evaluation.resultOf(getter);
}

const SDK_REFS: ReadonlySet<SdkType> = new Set(['frontend-users-ref', 'session-ref', 'clerk-js-ref']);

/** What a ref holds; everything else as it is. */
export function unwrapRef(value: Value, at: ts.Node, evaluation: Evaluation): Value {
  if (value.kind === 'ref') return value.value;
  return value.kind === 'sdk' && SDK_REFS.has(value.type) ? evaluation.property(value, 'value', at) : value;
}

const WATCHERS: ReadonlySet<string> = new Set(['watch', 'whenever']);

/** What the callback of `watch(source, (value) => …)` gets; unknown where the call is another one. */
export function valueWatched(call: ts.CallExpression, evaluation: Evaluation): Value {
  const [source] = call.arguments;
  const isWatching = WATCHERS.has(vueFunction(call.expression, evaluation.unit) ?? '');
  return source === undefined || !isWatching ? UNKNOWN : valueRead(evaluation.valueOf(source), call, evaluation);
}

/** `$store`, which nothing declares, is what `store` holds. */
export function valueInStore(node: ts.Identifier, evaluation: Evaluation): Value | undefined {
  if (evaluation.unit.component?.framework !== 'svelte' || !node.text.startsWith('$')) return undefined;
  const name = node.text.slice(1);
  const declaring = evaluation.unit.scope.bindingSeenFrom(node, name);
  if (declaring?.declaration === undefined) return undefined;
  const store = evaluation.valueOfBinding(declaring);
  if (store.kind === 'ref') return store.value;
  // The stores of Astro's SDK are subscribed to in the same way.
  return valueInNanostore(store, node, evaluation);
}
