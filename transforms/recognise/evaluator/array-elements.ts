import { ts } from 'ts-morph';
import { useOf } from '../../flow/uses.ts';
import { MUTATING_METHODS } from '../../knowledge/builtins.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { isExported } from '../../language/exported.ts';
import { isWriteTarget } from '../../language/scope.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { onlyReadsArguments } from '../frameworks/readers.ts';
import { SDK_TYPES } from '../../knowledge/sdk-types.ts';
import { sdk } from '../sdk/sdk-values.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { join, leadingTo } from '../sdk/joined-values.ts';
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
  const chosen = index === undefined ? elements : elements.slice(index, index + 1);
  const element =
    elements.some(ts.isSpreadElement) || !isAsWritten(array.node, array.unit)
      ? UNKNOWN
      : partOf(array, join(chosen.map((one) => evaluation.soFar(() => evaluation.in(array.unit).valueOf(one)))));
  return element.kind === 'unknown' ? leadingTo([element, array.holds]) : element;
}

/** Whether an array that is made anew has no element there. */
function isLacking(array: Value, index: number | undefined): boolean {
  if (array.kind !== 'array' || !isAsWritten(array.node, array.unit)) return false;
  const { elements } = array.node;
  return !elements.some(ts.isSpreadElement) && elements.length <= (index ?? 0);
}

/** Whether nothing is put into an array that a variable of the file holds, as far as the variable's mentions show. */
function isAsWritten(array: ts.ArrayLiteralExpression, unit: Unit): boolean {
  const use = useOf(array);
  if (use.kind !== 'name' || !ts.isIdentifier(use.name)) return true;
  if (ts.isVariableDeclaration(use.by) && isExported(use.by)) return false;
  return unit.scope.bindingOf(use.name)?.references.every((mention) => isOnlyGoneThrough(mention, unit)) ?? false;
}

function isOnlyGoneThrough(mention: ts.Identifier, unit: Unit): boolean {
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
    case 'awaited':
    case 'each':
    case 'returned':
    case 'spread':
      return true;
    case 'name':
      return ts.isArrayBindingPattern(use.name);
    case 'part':
      return !isWriteTarget(use.access);
    case 'method':
      return !MUTATING_METHODS.has(accessOf(use.access)?.name ?? 'push');
    case 'argument':
      return (
        ts.isCallExpression(use.call) &&
        (onlyReadsArguments(use.call, unit) || WAITING.has(globalFunctionName(use.call.expression, unit) ?? ''))
      );
    default:
      return false;
  }
}

/** What goes through a list of promises. */
const WAITING: ReadonlySet<string> = new Set(['Promise.all', 'Promise.allSettled', 'Promise.any', 'Promise.race']);

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
