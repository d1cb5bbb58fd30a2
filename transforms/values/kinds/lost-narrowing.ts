import { ts } from 'ts-morph';
import { isEvaluatedBefore, mayPrecede } from '../../flow/order.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import { callsArgument, onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { containerOf, contains, loopsAround, walk, type CodeContainer } from '../../tree.ts';
import { GLOBAL_FUNCTIONS, GLOBAL_MEMBERS } from './kinds.ts';
import type { Path } from '../paths/property-paths.ts';
import { memoize } from '../../memoize.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';

/**
 * Whether a path may lead to something else at `node` than it did at `earlier`, in the same function: its variable is
 * assigned in between, or something runs that may be anything, and changes a property. What sends the SDK's requests
 * changes nothing of the code's own, nor does whatever else runs while they are under way.
 */
export function mayHaveChangedSince(earlier: ts.Node, { root, names }: Path, node: ts.Node, unit: Unit): boolean {
  const writes = root === 'this' ? [] : root.writes.map(({ target }) => target);
  if (names.length === 0 && writes.length === 0) return false;
  const container = containerOf(node);
  if (containerOf(earlier) !== container || writes.some((write) => containerOf(write) !== container)) return true;
  const loops = loopsAround(node).filter((loop) => !contains(loop, earlier));
  const isBetween = (event: ts.Node): boolean =>
    (event.end > earlier.end &&
      (event.end <= node.getStart() || isEvaluatedBefore(event, node)) &&
      mayPrecede(event, node)) ||
    loops.some((loop) => contains(loop, event));
  if (writes.some(isBetween)) return true;
  return names.length > 0 && eventsIn(container).some((event) => isBetween(event) && !isHarmless(event, unit));
}

/** What runs other code, in a function itself: calls, and what waits. */
const eventsIn = memoize((container: CodeContainer): readonly ts.Node[] => {
  const events: ts.Node[] = [];
  walk(container, (node) => {
    if (node !== container && ts.isFunctionLike(node)) return 'skip';
    const isEvent =
      ts.isCallExpression(node) ||
      ts.isNewExpression(node) ||
      ts.isTaggedTemplateExpression(node) ||
      ts.isAwaitExpression(node) ||
      ts.isYieldExpression(node);
    if (isEvent || (ts.isForOfStatement(node) && node.awaitModifier !== undefined)) events.push(node);
    return undefined;
  });
  return events;
});

function isHarmless(event: ts.Node, unit: Unit): boolean {
  if (ts.isAwaitExpression(event)) {
    const operand = unwrap(event.expression);
    return ts.isCallExpression(operand) ? isHarmless(operand, unit) : evaluate(operand, unit).kind === 'sdk';
  }
  if (ts.isNewExpression(event)) return isGlobalName(event.expression, MADE, unit);
  if (!ts.isCallExpression(event)) return false;
  const callee = unwrap(event.expression);
  const name = globalFunctionName(callee, unit);
  if (callsArgument(event, unit)) return false;
  if (onlyReadsArguments(event, unit) || evaluate(callee, unit).kind === 'sdk') return true;
  if (accessOf(callee) === undefined) return isGlobalName(callee, Object.keys(GLOBAL_FUNCTIONS), unit);
  const [object, member] = name?.split('.') ?? [];
  const members = object !== undefined && Object.hasOwn(GLOBAL_MEMBERS, object) ? GLOBAL_MEMBERS[object] : undefined;
  return members !== undefined && member !== undefined && Object.hasOwn(members, member);
}

/** What the language makes, which runs nothing of the code's own. */
const MADE: readonly string[] = [
  'Date',
  'Error',
  'Map',
  'Set',
  'URL',
  'URLSearchParams',
  'TypeError',
  'RangeError',
  'Headers',
  'FormData',
  'Response',
];

function isGlobalName(node: ts.Expression, names: readonly string[], unit: Unit): boolean {
  return names.some((name) => isGlobal(node, name, unit));
}
