import { ts } from 'ts-morph';
import { declaredBy, type Whole } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { GIVING_LIST, WAITING_FOR_ALL } from '../../knowledge/builtins.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import { isGivenByHook } from '../../language/react.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import type { Unit } from '../../language/unit.ts';
import { valueType } from '../../language/written-type.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { Worklist } from '../../worklist.ts';
import { listGoneThrough } from './untyped.ts';

/**
 * Whether a list that a pattern takes apart may have fewer elements than that takes: no type claims that they are there
 * (the model's third assumption). What a hook gives, a list of promises and a map's pairs always have as many.
 */
export function mayBeShort(list: Whole, unit: Unit): boolean {
  const declared = declaredBy(list);
  switch (declared.kind) {
    case 'value': {
      const made = unwrap(declared.of);
      const given = unwrap(ts.isAwaitExpression(made) ? made.expression : made);
      return !ts.isArrayLiteralExpression(given) && !isGivenByHook(given) && !isListOfPromises(given, unit);
    }
    case 'each':
      return !isOfPairs(declared.of, unit);
    case 'given':
      return !listGoneThrough(declared.parameter).some((all) => isOfPairs(all, unit));
    default:
      return true;
  }
}

/** `Promise.all([…])` */
function isListOfPromises(node: ts.Expression, unit: Unit): boolean {
  if (!ts.isCallExpression(node) || !WAITING_FOR_ALL.has(globalFunctionName(node.expression, unit) ?? '')) return false;
  const [given] = node.arguments;
  return given !== undefined && ts.isArrayLiteralExpression(unwrap(given));
}

/** Whether each element of a list is a key and a value: `Object.entries(object)`, `[...map]`. */
function isOfPairs(list: ts.Expression, from: Unit): boolean {
  const lists = new Worklist([{ node: unwrap(list), unit: from }], ({ node }) => [node]);
  for (const { node, unit } of lists) {
    const here = (next: ts.Expression | undefined): void => {
      if (next !== undefined) lists.add([{ node: unwrap(next), unit }]);
    };
    const written = writtenTypeOf(node, unit);
    if (written !== undefined && valueType(written) !== undefined) return true;
    if (ts.isNewExpression(node) && isGlobal(node.expression, 'Map', unit)) return true;
    if (ts.isArrayLiteralExpression(node)) {
      const [first] = node.elements;
      if (first !== undefined && ts.isSpreadElement(first)) here(first.expression);
    } else if (ts.isCallExpression(node)) {
      const method = accessOf(unwrap(node.expression));
      if (method?.name === 'entries') return true;
      if (method !== undefined && GIVING_LIST.has(method.name)) here(method.object);
      if (globalFunctionName(node.expression, unit) === 'Array.from') here(node.arguments[0]);
    }
    const definition = definitionOf(node, unit);
    if (definition.kind === 'expression') lists.add([{ node: unwrap(definition.node), unit: definition.unit }]);
  }
  return false;
}
