import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import { nameText, unwrap } from '../../syntax.ts';
import type { Evaluation } from './evaluation.ts';
import { functionOf, unwrapRef } from './vue.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type StoreNode, type Value } from '../sdk/value.ts';

type Store = Extract<Value, { kind: 'store' }>;

/**
 * What `defineStore()` and `storeToRefs()` of Pinia give; undefined where the call is something else. Nuxt gives both
 * without an import. Source: Pinia's reference.
 */
export function valueOfPiniaCall(node: ts.CallExpression, unit: Unit, evaluation: Evaluation): Value | undefined {
  switch (functionOf(PINIA_MODULES, node.expression, unit)) {
    case 'defineStore': {
      const definition = definitionOf(node);
      return definition === undefined ? UNKNOWN : { kind: 'store-hook', node: definition, unit };
    }
    case 'storeToRefs': {
      const [first] = node.arguments;
      const store = first === undefined ? UNKNOWN : evaluation.valueOf(first, unit);
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
export function memberOfStore(store: Store, name: string, at: ts.Node, evaluation: Evaluation): Value {
  const { node, unit } = store;
  const value = evaluation.once(node, `store.${name}`, () =>
    ts.isObjectLiteralExpression(node)
      ? ofOptions(node, name, unit, evaluation)
      : unwrapRef(memberOf(returnedObjects(node), name, unit, evaluation), at, unit, evaluation),
  );
  return store.isOfRefs && value.kind !== 'function' ? { kind: 'ref', value } : value;
}

function ofOptions(options: ts.ObjectLiteralExpression, name: string, unit: Unit, evaluation: Evaluation): Value {
  const action = memberOf(partOf(options, 'actions'), name, unit, evaluation);
  if (action.kind === 'function') return action;
  const getter = memberOf(partOf(options, 'getters'), name, unit, evaluation);
  if (getter.kind === 'function') return evaluation.resultOf(getter.node, getter.unit);
  const state = memberOf(partOf(options, 'state'), name, unit, evaluation);
  // Whatever a property begins with, only its type says what it holds later.
  return state.kind === 'sdk' ? state : UNKNOWN;
}

/** The literals behind an option, which may be made by a function. */
function partOf(options: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralExpression[] {
  const property = options.properties.find((each) => nameText(each.name) === name);
  const value = property !== undefined && ts.isPropertyAssignment(property) ? unwrap(property.initializer) : property;
  if (value === undefined) return [];
  if (ts.isObjectLiteralExpression(value)) return [value];
  return ts.isFunctionLike(value) ? returnedObjects(value) : [];
}

function returnedObjects(node: ts.SignatureDeclaration): ts.ObjectLiteralExpression[] {
  return returnedBy(node).values.map(unwrap).filter(ts.isObjectLiteralExpression);
}

/** A member of a single literal, by its name there. */
function memberOf(
  literals: readonly ts.ObjectLiteralExpression[],
  name: string,
  unit: Unit,
  evaluation: Evaluation,
): Value {
  const [literal] = literals;
  const member = literals.length === 1 ? literal?.properties.find((each) => nameText(each.name) === name) : undefined;
  if (member === undefined) return UNKNOWN;
  if (ts.isPropertyAssignment(member)) return evaluation.valueOf(member.initializer, unit);
  if (ts.isShorthandPropertyAssignment(member)) return evaluation.valueOf(member.name, unit);
  return ts.isMethodDeclaration(member) ? { kind: 'function', node: member, unit } : UNKNOWN;
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
