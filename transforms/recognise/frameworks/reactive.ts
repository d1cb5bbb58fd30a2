import { ts } from 'ts-morph';
import { unwrap, rootOf, declarationAround } from '../../syntax.ts';
import { containerOf } from '../../tree.ts';
import type { Binding } from '../../language/scope.ts';
import { runeOf, vueFunction } from './reactive-functions.ts';
import type { Unit } from '../../language/unit.ts';
import { memoize } from '../../memoize.ts';

/** Libraries whose objects compute what is read from them. */
const REACTIVE_LIBRARY =
  /['"](?:vue|@vue\/[\w-]+|vue-demi|#imports|pinia|svelte\/store|solid-js(?:\/store)?|clerk-solidjs|mobx|@?[\w/-]*signals[\w-]*)['"]/;

/** What Nuxt and its kin give without an import. */
const VUE_CALL = /\b(?:computed|toRefs?|storeToRefs|defineProps|defineModel)\s*[<(]/;

const isReactiveFile = memoize(
  ({ component, fileName, text }: Unit): boolean => {
    if (component !== undefined) return component.framework !== 'astro';
    return /\.svelte\.[cm]?[jt]s$/i.test(fileName) || REACTIVE_LIBRARY.test(text) || VUE_CALL.test(text);
  },
  ({ source }) => source,
);

/**
 * Whether what `node` reads may be another after a request, since it is derived from the signed-in user or entered: a
 * computed value, a ref, a store, a component's property.
 */
export function readsReactively(node: ts.Expression, unit: Unit): boolean {
  if (!isReactiveFile(unit)) return false;
  const root = rootOf(node);
  if (!ts.isIdentifier(root)) return true;
  const binding = unit.scope.bindingOf(root);
  if (binding?.declaration === undefined) return true;
  // What a function was given or has made itself is what it looks like.
  return containerOf(binding.declaration) !== containerOf(node);
}

/**
 * Whether a variable that nothing of the file's own code assigns to may change all the same: what is derived in Svelte,
 * a component's property.
 */
export function isReactiveVariable({ declaration, writes }: Binding, unit: Unit): boolean {
  if (writes.length > 0) return writes.every(({ target }) => isReactiveAssignment(target.parent.parent));
  const owner = declaration === undefined ? undefined : declarationAround(declaration);
  if (owner === undefined || !ts.isVariableDeclaration(owner) || owner.initializer === undefined) return false;
  const initializer = unwrap(owner.initializer);
  if (!ts.isCallExpression(initializer)) return false;
  const isDestructured = owner !== declaration;
  return (
    /^\$(?:derived|props)\b/.test(runeOf(initializer.expression, unit) ?? '') ||
    (isDestructured && /^(?:defineProps|withDefaults)$/.test(vueFunction(initializer.expression, unit) ?? ''))
  );
}

/** `$: name = …;` */
export function isReactiveAssignment(statement: ts.Node): boolean {
  return (
    ts.isExpressionStatement(statement) &&
    ts.isLabeledStatement(statement.parent) &&
    statement.parent.label.text === '$'
  );
}
