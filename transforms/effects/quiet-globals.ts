import { ts } from 'ts-morph';
import { CALLING_GLOBALS, KNOWN_GLOBALS, NOT_ITERATING } from '../knowledge/known-globals.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, unwrap } from '../syntax.ts';

/**
 * Whether a function is one of the language's, or on an object of its own, and calls nothing that it is given:
 * `Object.assign`, `JSON.parse`, `fetch`.
 */
export function isOfQuietGlobal(callee: ts.Expression, unit: Unit): boolean {
  return quietGlobal(callee, unit) !== undefined;
}

/** Whether such a function may go through what it is given, by its iterator: `Set`, `Object.fromEntries`. */
export function mayIterateArguments(callee: ts.Expression, unit: Unit): boolean {
  const names = quietGlobal(callee, unit);
  return names !== undefined && !names.some((_, index) => NOT_ITERATING.has(names.slice(0, index + 1).join('.')));
}

/** The names on the way to a quiet function, the global's first. */
function quietGlobal(callee: ts.Expression, unit: Unit): readonly string[] | undefined {
  const names: string[] = [];
  let node = unwrap(callee);
  for (let access = accessOf(node); access !== undefined; access = accessOf(node)) {
    names.unshift(access.name);
    node = unwrap(access.object);
  }
  return ts.isIdentifier(node) &&
    KNOWN_GLOBALS.has(node.text) &&
    !CALLING_GLOBALS.has(node.text) &&
    unit.scope.bindingOf(node) === undefined
    ? [node.text, ...names]
    : undefined;
}
