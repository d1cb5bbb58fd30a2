import { ts } from 'ts-morph';
import { builtinFunction, LIST_METHODS, type Method } from '../knowledge/builtins.ts';
import { globalFunctionName } from '../language/is-global.ts';
import { mentionsArguments } from '../language/mentions-arguments.ts';
import { isWriteTarget } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, unwrap } from '../syntax.ts';
import { functionHeldBy } from './held.ts';
import { useOf, type Use } from './uses.ts';

/** Whether a mention of a list leaves it as it is, and hands it to nobody. */
export function isKeptBy(mention: ts.Expression, unit: Unit): boolean {
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
    case 'each':
    case 'spread':
      return true;
    case 'name':
      return ts.isArrayBindingPattern(use.name);
    case 'part':
      return !isWriteTarget(use.access);
    case 'method':
      return isKeptByMethod(use, unit);
    default:
      return false;
  }
}

function isKeptByMethod({ access, call }: Extract<Use, { kind: 'method' }>, unit: Unit): boolean {
  const name = accessOf(access)?.name ?? '';
  // A list has other methods, too, such as those of all objects.
  const method = Object.hasOwn(LIST_METHODS, name) ? LIST_METHODS[name] : undefined;
  return method !== undefined && !method.changes && !getsList(call.arguments[0], method, unit);
}

/** Whether the callback of a method may get the list itself, behind an element and its index. */
function getsList(callback: ts.Expression | undefined, { handsOut }: Method, unit: Unit): boolean {
  const index = handsOut.find((parameter) => parameter > 1);
  if (index === undefined) return false;
  if (callback === undefined || builtinFunction(globalFunctionName(callback, unit))?.reads === true) return false;
  const node = unwrap(callback);
  const fn = ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? node : functionHeldBy(node, unit);
  return (
    fn === undefined ||
    fn.parameters.length > index ||
    fn.parameters.some(({ dotDotDotToken }) => dotDotDotToken !== undefined) ||
    mentionsArguments(fn)
  );
}
