import { ts } from 'ts-morph';
import { unwrap } from '../../syntax.ts';
import { SDK_TYPES } from '../../knowledge/sdk-types.ts';
import { sdk } from '../sdk/sdk-values.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import { join, leadingTo } from '../sdk/joined-values.ts';
import { isAsWritten } from './as-written.ts';
import { NULLISH, partOf, UNKNOWN, type Value } from '../sdk/value.ts';

/** What an element of an array is: the one at `index`, or any where that is undefined. */
export function elementOf(array: Value, index: number | undefined, at: ts.Node, evaluation: Evaluation): Value {
  if (array.kind === 'sdk')
    return array.isClaimed === true ? UNKNOWN : sdk(SDK_TYPES[array.type].element, at, evaluation.unit, array.from);
  // `const [user, setUser] = useState<UserResource | null>(null)`
  if (array.kind === 'ref' && index === 0) return array.value;
  if (array.kind === 'unknown' && array.oneOf !== undefined)
    return join(
      array.oneOf.map((one) =>
        evaluation.soFar(() => (isLacking(one, index) ? NULLISH : elementOf(one, index, at, evaluation))),
      ),
    );
  if (array.kind === 'foreign') return array.isThroughout === true ? array : UNKNOWN;
  if (array.kind === 'unknown' && array.isList === true && array.holds !== undefined) return array.holds;
  if (array.kind !== 'array') return 'holds' in array ? leadingTo([array.holds]) : UNKNOWN;
  const { elements } = array.node;
  const isKnown = !elements.some(ts.isSpreadElement) && isAsWritten(array.node, array.unit);
  const chosen = isKnown && index !== undefined ? elements.slice(index, index + 1) : elements;
  const values = join(chosen.map((one) => evaluation.soFar(() => evaluation.in(array.unit).valueOf(one))));
  const element = isKnown ? partOf(array, values) : leadingTo([values]);
  return element.kind === 'unknown' ? leadingTo([element, array.holds]) : element;
}

/** Whether an array that is made anew has no element there. */
function isLacking(array: Value, index: number | undefined): boolean {
  if (array.kind !== 'array' || !isAsWritten(array.node, array.unit)) return false;
  const { elements } = array.node;
  return !elements.some(ts.isSpreadElement) && elements.length <= (index ?? 0);
}

/** What `array[…]` is, where what is in the brackets isn't a fixed name. */
export function valueOfElementAccess(node: ts.ElementAccessExpression, evaluation: Evaluation): Value {
  const index = unwrap(node.argumentExpression);
  return elementOf(
    evaluation.valueOf(node.expression),
    ts.isNumericLiteral(index) ? Number(index.text) : undefined,
    node,
    evaluation,
  );
}
