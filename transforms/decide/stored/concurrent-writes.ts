import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { stepForward } from '../../flow/uses.ts';
import { createByContainer, groupByContainer, type ByContainer } from '../../flow/by-container.ts';
import { isEvaluatedBefore, mayPrecede } from '../../flow/order.ts';
import { endBefore, rangesBefore, type Range } from '../../flow/ranges.ts';
import type { Code } from '../../effects/place.ts';
import { createRunQuestion } from '../../effects/what-runs.ts';
import { LIST_METHODS, methodsThat, PROMISE_METHODS } from '../../knowledge/builtins.ts';
import type { Unit, ModuleGraph } from '../../language/unit.ts';
import { bindingOfFunction } from '../../language/functions.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { accessOf, containerOf, contains, loopsAround, unwrap, walk, wrapped } from '../../syntax.ts';
import { BOOLEAN, DATE, NOTHING, NULLISH, NUMBER, STRING, within } from '../../values/kinds.ts';
import { kindsOf } from '../../values/possible-kinds.ts';
import type { Sending } from './happens-before.ts';
import { activeNodes, nodesIn, writesHere, writesInside } from './writes-in-run.ts';
import { memoize } from '../../memoize.ts';

/** What does something in the request's own function, and in those inside of it, before it, or may. */
export function nodesBefore(doing: 'run' | 'switch', site: Sending, unit: Unit): Generator<ts.Node, void> {
  return activeNodes(doing, unit).inside(containerOf(site.call), (node) => isBefore(node, site), placesBefore(site));
}

/** Where all is that `isBefore`. */
function placesBefore({ call }: Sending): readonly Range[] {
  return rangesBefore(call, endBefore(call));
}

/** Whether a node of the function is evaluated before the request, or may be. */
function isBefore(node: ts.Node, { call }: Sending): boolean {
  return (
    !contains(node, call) &&
    ((node.end <= call.pos && mayPrecede(node, call)) ||
      isEvaluatedBefore(node, call) ||
      loopsAround(call).some((loop) => contains(loop, node)))
  );
}

/** A call, or what else runs a function where it stands. */
type Action = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

function isAction(node: ts.Node): node is Action {
  return ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node);
}

/**
 * Whether another write of the function to the field may be under way together with the request: which of the two is
 * the last can't be told.
 */
export function mayRaceWithWrite(field: MetadataField, site: Sending, unit: Unit): boolean {
  const { call } = site;
  const container = containerOf(call);
  if (runsAtOnce(container, site, unit)) return true;
  // The request races with itself where the loop goes on meanwhile.
  const isRepeated = loopsAround(call).length > 0 && !isOfOneTurn(site, unit);
  if (isRepeated && !isWaitedFor(call)) return true;
  const left = writesLeftUnderWay(field, unit);
  for (const _ of left.inside(container, (node) => isBefore(node, site), placesBefore(site))) return true;
  return (
    !isWaitedFor(call) &&
    actionsIn(container).some(
      (node) =>
        node.pos >= call.end && containerOf(node) === container && mayFollow(node, call) && writesBy(node, unit, field),
    )
  );
}

/** The actions in a function or a file, those of the functions inside of it included. */
const actionsIn = memoize((container: ts.Node): readonly Action[] => nodesIn(container, isAction).filter(isAction));

type OfFields<Answer> = WeakMap<ModuleGraph, Map<MetadataField, WeakMap<ts.Node, Answer>>>;

/** An answer about a function and a field, which is worked out once. */
function once<Answer>(
  known: OfFields<Answer>,
  fn: ts.Node,
  field: MetadataField,
  unit: Unit,
  work: () => Answer,
): Answer {
  const ofFields = known.get(unit.graph) ?? new Map<MetadataField, WeakMap<ts.Node, Answer>>();
  known.set(unit.graph, ofFields);
  const ofField = ofFields.get(field) ?? new WeakMap<ts.Node, Answer>();
  ofFields.set(field, ofField);
  const before = ofField.get(fn);
  if (before !== undefined) return before;
  const answer = work();
  ofField.set(fn, answer);
  return answer;
}

const knownLeft: OfFields<ByContainer<Action>> = new WeakMap();

/** The actions of the file that write the field while the code goes on. */
function writesLeftUnderWay(field: MetadataField, unit: Unit): ByContainer<Action> {
  return once(knownLeft, unit.source, field, unit, () => {
    const actions = groupByContainer(actionsIn(unit.source), (action) => action);
    return createByContainer(
      actions,
      (action) => action,
      (action) =>
        writesBy(action, unit, field) &&
        (!isWaitedFor(action) || runQuestions(field, unit).leaves(partsOf(action), unit)),
    );
  });
}

/** Whether a node behind the request runs after it, and not instead of it. */
function mayFollow(node: ts.Node, call: ts.Node): boolean {
  return mayPrecede(call, node);
}

const knownToWrite: OfFields<boolean> = new WeakMap();

/** Whether an action writes the field, or runs a function of the repository that does. */
function writesBy(action: Action, unit: Unit, field: MetadataField): boolean {
  return once(knownToWrite, action, field, unit, () => {
    const parts = partsOf(action);
    return parts.some((node) => writesHere(node, field, unit)) || runQuestions(field, unit).writes(parts, unit);
  });
}

/** An action, and what is inside of it. */
function partsOf(action: Action): readonly ts.Node[] {
  return [action, ...nodesIn(action, () => true)];
}

type RunQuestion = ReturnType<typeof createRunQuestion>;

const knownQuestions: OfFields<{ readonly writes: RunQuestion; readonly leaves: RunQuestion }> = new WeakMap();

/** Whether a function that runs with some nodes writes the field, or may end before what writes it does. */
function runQuestions(field: MetadataField, unit: Unit): { writes: RunQuestion; leaves: RunQuestion } {
  return once(knownQuestions, unit.source, field, unit, () => {
    const leavesWrite = ({ node, unit }: Code): boolean =>
      actionsIn(node).some((action) => !isWaitedFor(action) && writesBy(action, unit, field));
    return { writes: createRunQuestion((code) => writesInside(code, field)), leaves: createRunQuestion(leavesWrite) };
  });
}

/**
 * Whether nothing of the function runs before what a call promises is there: it is awaited, or what the function ends
 * with.
 */
function isWaitedFor(call: ts.Expression): boolean {
  const use = stepForward(call);
  switch (use.kind) {
    case 'awaited':
      return true;
    case 'same':
      return isWaitedFor(use.to);
    case 'method':
      return CHAINING.has(accessOf(use.access)?.name ?? '') && isWaitedFor(use.call);
    case 'returned':
      return !isFollowed(call.parent);
    default:
      return false;
  }
}

/** Methods of promises that give a promise for the same and more. */
const CHAINING: ReadonlySet<string> = new Set(Object.keys(PROMISE_METHODS));

/** Whether a `finally` runs behind a `return`. */
function isFollowed(statement: ts.Node): boolean {
  for (let node = statement; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isTryStatement(node.parent) && node.parent.finallyBlock !== undefined && node.parent.finallyBlock !== node)
      return true;
  }
  return false;
}

/** Methods that run a function for each element, none of them waiting for what it promises. */
const ITERATING_METHODS = methodsThat(({ handsOut }) => handsOut.length > 0, LIST_METHODS);

/** What runs a function that it is given once, or again only later. */
const ONE_TIME_GLOBALS: ReadonlySet<string> = new Set([
  'setTimeout',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
]);

/** Whether the function of the request, or one around it that runs it, may run several times at once for one subject. */
function runsAtOnce(container: ts.Node, site: Sending, unit: Unit): boolean {
  for (let fn = container; ts.isFunctionLike(fn) && !isMadeIn(fn, site, unit); fn = containerOf(fn)) {
    const value = ts.isArrowFunction(fn) || ts.isFunctionExpression(fn) ? fn : undefined;
    const mentions = bindingOfFunction(fn, unit)?.references ?? [];
    if ([...(value === undefined ? [] : [value]), ...mentions].some((one) => isGivenToEach(one, unit))) return true;
    // Others may call it later.
    if (value === undefined || !ts.isCallExpression(wrapped(value).parent)) return false;
  }
  return false;
}

/**
 * Whether a function is given to what may run it several times at once: what has a list, or may have one, or a count.
 * Source: what `names.map(fn)`, `pMap(names, fn)` and `times(3, fn)` have in common.
 */
function isGivenToEach(fn: ts.Expression, unit: Unit): boolean {
  const { parent: call } = wrapped(fn);
  if (!ts.isCallExpression(call) || contains(call.expression, fn)) return false;
  if (ITERATING_METHODS.has(accessOf(unwrap(call.expression))?.name ?? '')) return true;
  if (isHook(call)) return false;
  const global = globalFunctionName(call.expression, unit);
  if (ONE_TIME_GLOBALS.has(global ?? '')) return false;
  if (global?.startsWith('Array.') === true) return true;
  return call.arguments.some((argument) => !contains(argument, fn) && mayBeList(argument, fn, unit));
}

/** Hooks keep what they are given, and compare a list with the one before. */
function isHook({ expression }: ts.CallExpression): boolean {
  const callee = unwrap(expression);
  return /^use[A-Z]/.test(accessOf(callee)?.name ?? (ts.isIdentifier(callee) ? callee.text : ''));
}

/** Whether what a call gets beside a function may be a list, or, before it, say how many there are: behind it, how long. */
function mayBeList(value: ts.Expression, fn: ts.Expression, unit: Unit): boolean {
  const node = unwrap(value);
  const harmless = STRING | BOOLEAN | DATE | NULLISH | (value.pos > fn.pos ? NUMBER : NOTHING);
  return !ts.isFunctionLike(node) && !ts.isObjectLiteralExpression(node) && !within(kindsOf(node, unit), harmless);
}

/** Whether each turn of a loop has a subject of its own. */
function isOfOneTurn(site: Sending, unit: Unit): boolean {
  return loopsAround(site.call).every((loop) => isMadeIn(loop, site, unit));
}

/** Whether the subject that the request names is one of `turn`'s own variables, or is found by one. */
function isMadeIn(turn: ts.Node, { surface, call }: Sending, unit: Unit): boolean {
  if (!ts.isCallExpression(call)) return false;
  const named = surface === 'frontend' ? accessOf(unwrap(call.expression))?.object : call.arguments[0];
  let isOwn = false;
  if (named !== undefined) {
    walk(named, (node) => {
      const declaration = unit.scope.declarationOf(node);
      isOwn ||= declaration !== undefined && contains(turn, declaration);
      return undefined;
    });
  }
  return isOwn;
}
