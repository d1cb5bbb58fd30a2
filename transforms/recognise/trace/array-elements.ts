import { ts } from 'ts-morph';
import { unwrap } from '../../syntax.ts';
import { SHAPES } from '../../knowledge/sdk-shapes.ts';
import { sdk } from '../sdk/sdk-values.ts';
import type { Tracing } from './tracing.ts';
import type { Unit } from '../../language/unit.ts';
import { join, partOf, UNKNOWN, type Value } from '../sdk/value.ts';

/** What an element of an array is: the one at `index`, or any where that is undefined. */
export function elementOf(array: Value, index: number | undefined, at: ts.Node, unit: Unit, tracing: Tracing): Value {
  if (array.kind === 'sdk')
    return array.isClaimed === true ? UNKNOWN : sdk(SHAPES[array.shape].element, at, unit, array.from);
  if (array.kind !== 'array') return UNKNOWN;
  const { elements } = array.node;
  const chosen = index === undefined ? elements : elements.slice(index, index + 1);
  return elements.some(ts.isSpreadElement)
    ? UNKNOWN
    : partOf(array, join(chosen.map((element) => tracing.soFar(() => tracing.valueOf(element, array.unit)))));
}

/** What `array[…]` is, where what is in the brackets isn't a fixed name. */
export function valueOfElementAccess(node: ts.ElementAccessExpression, unit: Unit, tracing: Tracing): Value {
  const index = unwrap(node.argumentExpression);
  return elementOf(
    tracing.valueOf(node.expression, unit),
    ts.isNumericLiteral(index) ? Number(index.text) : undefined,
    node,
    unit,
    tracing,
  );
}
