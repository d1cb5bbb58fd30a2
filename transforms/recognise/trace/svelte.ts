import { ts } from 'ts-morph';
import { accessOf, unwrap } from '../../syntax.ts';
import { importOf } from '../../language/modules.ts';
import { valueInNanostore } from './nanostores.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';

/** Whether a file's text is Svelte's to compile: a component, or a script with runes. */
function isSvelte({ fileName }: Unit): boolean {
  return /\.svelte(?:\.[cm]?[jt]s)?$/i.test(fileName);
}

/** The rune that an expression names: `$derived`, `$derived.by`; undefined for everything else. */
export function runeOf(callee: ts.Expression, unit: Unit): string | undefined {
  const node = unwrap(callee);
  const access = accessOf(node);
  const rune = access === undefined ? node : access.object;
  if (
    !ts.isIdentifier(rune) ||
    !rune.text.startsWith('$') ||
    !isSvelte(unit) ||
    unit.scope.bindingOf(rune) !== undefined
  )
    return undefined;
  return access === undefined ? rune.text : `${rune.text}.${access.name}`;
}

/** What `$derived(…)`, `$derived.by(…)` and `$state(…)` give; undefined where it is none of them. */
export function valueOfRune(node: ts.CallExpression, unit: Unit, evaluation: Evaluation): Value | undefined {
  const [first] = node.arguments;
  const [type] = node.typeArguments ?? [];
  switch (runeOf(node.expression, unit)) {
    case '$derived.by': {
      const value = first === undefined ? UNKNOWN : evaluation.valueOf(first, unit);
      return value.kind === 'function' ? evaluation.resultOf(value.node, value.unit) : UNKNOWN;
    }
    case '$derived':
    case '$state':
    case '$state.raw': {
      const typed = evaluation.valueOfType(type, unit);
      return typed.kind !== 'unknown' || first === undefined ? typed : evaluation.valueOf(first, unit);
    }
    default:
      return undefined;
  }
}

/** `$store`, which nothing declares, is what `store` holds. */
export function valueInStore(node: ts.Identifier, unit: Unit, evaluation: Evaluation): Value | undefined {
  if (unit.component?.framework !== 'svelte' || !node.text.startsWith('$')) return undefined;
  const name = node.text.slice(1);
  const declaring = unit.scope.bindingSeenFrom(node, name);
  if (declaring?.declaration === undefined) return undefined;
  const store = evaluation.valueOfBinding(declaring, unit);
  if (store.kind === 'ref') return store.value;
  // The stores of Astro's SDK are subscribed to in the same way.
  return valueInNanostore(store, node, unit, evaluation);
}

/** What `svelte/store` makes; undefined where the call is none of its functions. */
export function valueOfStoreCall(node: ts.CallExpression, unit: Unit, evaluation: Evaluation): Value | undefined {
  const callee = unwrap(node.expression);
  const source = importOf(unit.scope.declarationOf(callee));
  if (source?.specifier !== 'svelte/store') return undefined;
  const [type] = node.typeArguments ?? [];
  const [first, second] = node.arguments;
  switch (source.name) {
    case 'writable':
    case 'readable':
      return { kind: 'ref', value: evaluation.valueOfType(type, unit) };
    case 'derived': {
      const value = second === undefined ? UNKNOWN : evaluation.valueOf(second, unit);
      return {
        kind: 'ref',
        value:
          value.kind === 'function' && value.node.parameters.length === 1
            ? evaluation.resultOf(value.node, value.unit)
            : UNKNOWN,
      };
    }
    case 'get': {
      const store = first === undefined ? UNKNOWN : evaluation.valueOf(first, unit);
      return store.kind === 'ref' ? store.value : UNKNOWN;
    }
    default:
      return undefined;
  }
}
