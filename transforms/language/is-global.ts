import { ts } from 'ts-morph';
import { GLOBAL_OBJECTS } from '../http-api.ts';
import { accessOf, unwrap } from '../syntax.ts';
import type { Unit } from './unit.ts';

/** `name`, where nothing in the file has that name, or `globalThis.name`, `window.name` and the like. */
export function isGlobal(expression: ts.Expression, name: string, unit: Unit): boolean {
  const node = unwrap(expression);
  const access = accessOf(node);
  if (access !== undefined) return access.name === name && isGlobalObject(access.object, unit);
  return ts.isIdentifier(node) && node.text === name && unit.scope.bindingOf(node) === undefined;
}

/** `globalThis`, `window`, `self` or `global`, where nothing in the file has that name. */
export function isGlobalObject(expression: ts.Expression, unit: Unit): boolean {
  const node = unwrap(expression);
  return ts.isIdentifier(node) && GLOBAL_OBJECTS.has(node.text) && unit.scope.bindingOf(node) === undefined;
}

/**
 * The name of the language's function that a callee is, as `knowledge/builtins.ts` has it: `Number`, `Object.assign`.
 */
export function globalFunctionName(callee: ts.Expression, unit: Unit): string | undefined {
  const node = unwrap(callee);
  const access = accessOf(node);
  if (access === undefined) return ts.isIdentifier(node) && isGlobal(node, node.text, unit) ? node.text : undefined;
  if (isGlobalObject(access.object, unit)) return access.name;
  const object = globalFunctionName(access.object, unit);
  return object === undefined || object.includes('.') ? undefined : `${object}.${access.name}`;
}

/** The name by which a global can be reached, whatever the file declares. */
export function nameOfGlobal(name: string, { scope }: Unit): string {
  return scope.declares(name) ? `globalThis.${name}` : name;
}

/** `Object.assign(…)` */
export function isObjectAssign(call: ts.CallExpression, unit: Unit): boolean {
  return globalFunctionName(call.expression, unit) === 'Object.assign';
}
