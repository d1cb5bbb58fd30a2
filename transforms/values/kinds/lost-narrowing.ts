import { ts } from 'ts-morph';
import { isEvaluatedBefore, mayPrecede } from '../../flow/order.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import { callsArgument, onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import { COMPUTED, isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap, isAccess } from '../../syntax.ts';
import { containerOf, contains, loopsAround, walk, type CodeContainer } from '../../tree.ts';
import { GLOBAL_FUNCTIONS, GLOBAL_MEMBERS } from './kinds.ts';
import { isAssignedOutside, pathOf, samePath, type Path } from '../paths/property-paths.ts';
import { memoize, memoizeBy } from '../../memoize.ts';
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

/** Whether the checker's word on a variable or a property leaves out what may have been assigned to it since. */
export function mayBeForgotten(node: ts.Expression, unit: Unit): boolean {
  const path = pathOf(node, unit);
  if (path === undefined) return accessOf(unwrap(node)) !== undefined && eventsIn(containerOf(node)).length > 0;
  if (path.root !== 'this' && !isNeverReassigned(path.root) && isAssignedElsewhere(node, path.root)) return true;
  if (isAssignedOutside(path, unit)) return eventsIn(containerOf(node)).length > 0;
  if (path.names.length === 0) return false;
  const first = firstMention(path, containerOf(node), unit);
  if (first === undefined || first.end > node.getStart()) return false;
  return mayHaveChangedSince(first, path, node, unit) || isWrittenOtherwise(first, path, node, unit);
}

/** Whether a variable is assigned in another function than the one that mentions it, which may run in between. */
function isAssignedElsewhere(mention: ts.Node, { writes }: Binding): boolean {
  const own = containerOf(mention);
  return writes.some(({ target }) => containerOf(target) !== own);
}

/** Whether a property of one of the path's names is assigned in between, under another name of its object. */
function isWrittenOtherwise(earlier: ts.Node, path: Path, node: ts.Node, unit: Unit): boolean {
  return [...path.names, COMPUTED]
    .flatMap((name) => unit.scope.propertyWrites(name))
    .some((target) => {
      const written = pathOf(target, unit);
      return target.pos >= earlier.end && target.end <= node.pos && (written === undefined || !samePath(written, path));
    });
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

/** Where a function first mentions a path's object together with its first name. */
function firstMention({ root, names: [first = ''] }: Path, container: CodeContainer, unit: Unit): ts.Node | undefined {
  return firstMentionsIn(container, unit).get(root)?.get(first);
}

type FirstMentions = ReadonlyMap<Path['root'], ReadonlyMap<string, ts.Node>>;

const firstMentionsIn = memoizeBy<Parameters<typeof findFirstMentions>, FirstMentions>(
  (container) => [container],
  findFirstMentions,
);

function findFirstMentions(container: CodeContainer, unit: Unit): FirstMentions {
  const found = new Map<Path['root'], Map<string, ts.Node>>();
  walk(container, (node) => {
    if (node !== container && ts.isFunctionLike(node)) return 'skip';
    const path = isAccess(node) ? pathOf(node, unit) : undefined;
    const [first, ...others] = path?.names ?? [];
    if (path === undefined || first === undefined || others.length > 0) return undefined;
    const mentions = found.get(path.root) ?? new Map<string, ts.Node>();
    found.set(path.root, mentions);
    if (!mentions.has(first)) mentions.set(first, node);
    return undefined;
  });
  return found;
}
