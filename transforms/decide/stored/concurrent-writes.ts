import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { stepForward } from '../../flow/uses.ts';
import { isEvaluatedBefore, mayPrecede } from '../../flow/order.ts';
import { endBefore } from '../../flow/ranges.ts';
import type { Code } from '../../effects/place.ts';
import { LIST_METHODS, methodsThat, PROMISE_METHODS } from '../../knowledge/builtins.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, containerOf, contains, loopsAround, unwrap, walk } from '../../syntax.ts';
import type { Context } from '../../values/context.ts';
import type { Sending } from './happens-before.ts';
import { activeNodes, nodesIn, runOf, writes, writesHere } from './writes-in-run.ts';

/** What does something in the request's own function, and in those inside of it, before it, or may. */
export function nodesBefore(doing: 'run' | 'switch', site: Sending, context: Context): Generator<ts.Node, void> {
  const home = containerOf(site.call);
  return activeNodes(doing, context).inside(home, (node) => isBefore(node, site), [[home.pos, endBefore(site.call)]]);
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
export function mayRaceWithWrite(field: MetadataField, site: Sending, context: Context): boolean {
  const { call } = site;
  const container = containerOf(call);
  if (runsForEach(container) && !isMadeIn(container, site, context)) return true;
  // The request races with itself where the loop goes on meanwhile.
  const isRepeated = loopsAround(call).length > 0 && !isOfOneTurn(site, context);
  if (isRepeated && !isWaitedFor(call)) return true;
  if (writesLeftUnderWay(container, field, context).some((node) => isBefore(node, site))) return true;
  return (
    !isWaitedFor(call) &&
    actionsIn(container).some(
      (node) =>
        node.pos >= call.end &&
        containerOf(node) === container &&
        mayFollow(node, call) &&
        writesBy(node, container, field, context),
    )
  );
}

const knownActions = new WeakMap<ts.Node, readonly Action[]>();

/** The actions in a function, those of the functions inside of it included. */
function actionsIn(container: ts.Node): readonly Action[] {
  const actions = knownActions.get(container) ?? nodesIn(container, isAction).filter(isAction);
  knownActions.set(container, actions);
  return actions;
}

type OfFields<Answer> = WeakMap<Context['tracer'], Map<MetadataField, WeakMap<ts.Node, Answer>>>;

/** An answer about a function and a field, which is worked out once. */
function once<Answer>(
  known: OfFields<Answer>,
  fn: ts.Node,
  field: MetadataField,
  { tracer }: Context,
  work: () => Answer,
): Answer {
  const ofFields = known.get(tracer) ?? new Map<MetadataField, WeakMap<ts.Node, Answer>>();
  known.set(tracer, ofFields);
  const ofField = ofFields.get(field) ?? new WeakMap<ts.Node, Answer>();
  ofFields.set(field, ofField);
  const before = ofField.get(fn);
  if (before !== undefined) return before;
  const answer = work();
  ofField.set(fn, answer);
  return answer;
}

const knownLeft: OfFields<readonly ts.Node[]> = new WeakMap();

/** The actions in a function that write the field while its code goes on. */
function writesLeftUnderWay(container: ts.Node, field: MetadataField, context: Context): readonly ts.Node[] {
  return once(knownLeft, container, field, context, () => {
    return actionsIn(container).filter((node) => staysUnderWay(node, context.unit, container, field, context));
  });
}

/** Whether a node behind the request runs after it, and not instead of it. */
function mayFollow(node: ts.Node, call: ts.Node): boolean {
  return mayPrecede(call, node);
}

/** Whether an action writes the field, or runs a function of the repository that does. */
function writesBy(action: ts.Node, home: ts.Node, field: MetadataField, context: Context): boolean {
  return once(knownToWrite, action, field, context, () => {
    const nodes = [action, ...nodesIn(action, () => true)];
    return (
      nodes.some((node) => writesHere(node, field, context)) || writes(runOf(nodes, home, context), field, context)
    );
  });
}

const knownToWrite: OfFields<boolean> = new WeakMap();

/** Whether an action writes the field, or runs what does, and the code goes on meanwhile. */
function staysUnderWay(action: Action, unit: Unit, home: ts.Node, field: MetadataField, context: Context): boolean {
  const nodes = [action, ...nodesIn(action, () => true)];
  const run = runOf(nodes, home, context);
  const isWriter = nodes.some((node) => writesHere(node, field, context, unit));
  if (!isWriter && !writes(run, field, context)) return false;
  if (!isWaitedFor(action)) return true;
  return run.code.some((one) => mayLeaveWrite(one, field, context));
}

const knownToLeave: OfFields<boolean> = new WeakMap();

/** Whether a function that runs may end before what writes the field does. */
function mayLeaveWrite(code: Code, field: MetadataField, context: Context): boolean {
  return once(knownToLeave, code.node, field, context, () => {
    const left = actionsIn(code.node).filter((inner) => !isWaitedFor(inner));
    return left.some((inner) => mayWriteIn(inner, code, field, context));
  });
}

/** Whether an action in a function that runs writes, or mentions what does. */
function mayWriteIn(action: ts.Node, { node: home, unit }: Code, field: MetadataField, context: Context): boolean {
  const nodes = [action, ...nodesIn(action, () => true)];
  const at: Context = unit === context.unit ? context : { ...context, unit };
  return nodes.some((node) => writesHere(node, field, context, unit)) || writes(runOf(nodes, home, at), field, at);
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

function runsForEach(container: ts.Node): boolean {
  const { parent: call } = container;
  return (
    (ts.isArrowFunction(container) || ts.isFunctionExpression(container)) &&
    ts.isCallExpression(call) &&
    call.expression !== container &&
    ITERATING_METHODS.has(accessOf(unwrap(call.expression))?.name ?? '')
  );
}

/** Whether each turn of a loop has a subject of its own. */
function isOfOneTurn(site: Sending, context: Context): boolean {
  return loopsAround(site.call).every((loop) => isMadeIn(loop, site, context));
}

/** Whether the subject that the request names is one of `turn`'s own variables, or is found by one. */
function isMadeIn(turn: ts.Node, { surface, call }: Sending, { unit }: Context): boolean {
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
