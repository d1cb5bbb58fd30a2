import { ts } from 'ts-morph';
import { nameText, unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type StoreNode, type Value } from '../sdk/value.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import { literalsBehind, literalsOf, valueIn } from './option-values.ts';
import { functionOf } from './reactive-functions.ts';
import { unwrapRef } from './reactive-values.ts';

type Store = Extract<Value, { kind: 'store' }>;

/**
 * What `defineStore()` and `storeToRefs()` of Pinia give; undefined where the call is something else. Nuxt gives both
 * without an import. Source: Pinia's reference.
 */
export function valueOfPiniaCall(node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  switch (functionOf(PINIA_MODULES, node.expression, evaluation.unit)) {
    case 'defineStore': {
      const definition = definitionOf(node);
      return definition === undefined ? UNKNOWN : { kind: 'store-hook', node: definition, unit: evaluation.unit };
    }
    case 'storeToRefs': {
      const [first] = node.arguments;
      const store = first === undefined ? UNKNOWN : evaluation.valueOf(first);
      return store.kind === 'store' ? { ...store, isOfRefs: true } : UNKNOWN;
    }
    default:
      return undefined;
  }
}

const PINIA_MODULES: ReadonlySet<string> = new Set(['pinia', '#imports']);

/** `defineStore('id', () => …)`, `defineStore('id', { … })` or `defineStore({ id, … })` */
function definitionOf({ arguments: given }: ts.CallExpression): StoreNode | undefined {
  const last = given[0] === undefined ? undefined : unwrap(given[1] ?? given[0]);
  return last !== undefined &&
    (ts.isObjectLiteralExpression(last) || ts.isArrowFunction(last) || ts.isFunctionExpression(last))
    ? last
    : undefined;
}

/** What `store.name` is. What isn't in sight, or may have been put there since, is unknown. */
export function memberOfStore({ node, unit, isOfRefs }: Store, name: string, evaluation: Evaluation): Value {
  const inside = evaluation.in(unit);
  const value = evaluation.once(node, `store.${name}`, () =>
    ts.isObjectLiteralExpression(node)
      ? ofOptions(node, name, inside)
      : unwrapRef(valueIn(literalsBehind(node), name, inside) ?? UNKNOWN, node, inside),
  );
  return isOfRefs && value.kind !== 'function' ? { kind: 'ref', value } : value;
}

function ofOptions(options: ts.ObjectLiteralExpression, name: string, evaluation: Evaluation): Value {
  const [action, getter, state] = ['actions', 'getters', 'state'].map((part) =>
    valueIn(literalsOf(options, part), name, evaluation),
  );
  if (action?.kind === 'function') return action;
  if (getter?.kind === 'function') return evaluation.resultOf(getter);
  // Whatever a property begins with, only its type says what it holds later.
  return state?.kind === 'sdk' ? state : UNKNOWN;
}

/**
 * The store whose state a getter is given, or that `this` is in one of its functions; undefined where a function is no
 * such one.
 */
export function storeAround(
  fn: ts.Node,
  unit: Unit,
  parts: readonly string[] = ['actions', 'getters'],
): Store | undefined {
  const property = ts.isMethodDeclaration(fn) ? fn : fn.parent;
  if (!ts.isMethodDeclaration(property) && !ts.isPropertyAssignment(property)) return undefined;
  const part = property.parent.parent;
  if (!ts.isPropertyAssignment(part) || !parts.includes(nameText(part.name) ?? '')) return undefined;
  const call = part.parent.parent;
  if (!ts.isCallExpression(call) || functionOf(PINIA_MODULES, call.expression, unit) !== 'defineStore')
    return undefined;
  const definition = definitionOf(call);
  return definition === part.parent ? { kind: 'store', node: definition, unit, isOfRefs: false } : undefined;
}
