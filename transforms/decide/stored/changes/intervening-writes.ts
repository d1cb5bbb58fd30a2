import { ts } from 'ts-morph';
import { whatRuns, createRunQuestion, type Run } from '../../../effects/what-runs.ts';
import { mayPrecede } from '../../../flow/order.ts';
import { common, rangesBefore } from '../../../flow/ranges.ts';
import { accessOf, unwrap } from '../../../syntax.ts';
import { containerOf, contains, isContainer, loopsAround, nodesIn } from '../../../tree.ts';
import type { Sending } from '../before/happens-before.ts';
import { anyOf, perhaps, type Certainty } from '../../decision/certainty.ts';
import {
  activeNodes,
  fieldOnServer,
  inOrder,
  isWrittenAnywhere,
  storedField,
  switches,
  writes,
  writesHere,
  type StoredField,
} from '../before/writes-in-run.ts';
import { anyGiving, type Giving } from './given-by-callers.ts';
import { callsByComponents, type PlacedCall } from '../senders/handlers-in-turn.ts';
import type { Fetch } from '../fetch/provenance.ts';
import { isSwitchingCall, isWritingCall, type Written } from '../before/writing-methods.ts';
import { refreshBefore } from '../before/refresh.ts';
import { spanOf, wholeTime, type Span } from './region.ts';
import { waysTo, type PlacedAttribute } from '../senders/senders.ts';
import { holdersOf, type StoredRead } from '../fetch/stored-read.ts';
import { sameSubject, subjectOfId } from '../fetch/subject.ts';
import { actionsIn, mayRaceWithWrite, runQuestions, writesBy, type Action } from './concurrent-writes.ts';
import { nodesBefore } from '../before/nodes-before.ts';
import type { Unit } from '../../../language/unit.ts';

/**
 * Whether the field may be written between the fetch and the call, or while the request is under way.
 *
 * @param covers whether it doesn't matter what a call writes: the request sets all of that again
 */
export function isStale(
  stored: StoredRead,
  fetched: Fetch,
  site: Sending,
  unit: Unit,
  covers: (write: ts.CallExpression) => boolean,
): Certainty {
  const { read, aliases, holders } = stored;
  const field = storedField(stored.field, site.surface);
  const isFrontend = site.surface === 'frontend';
  const isReadAtCall = isFrontend && aliases.length === 0 && contains(site.call, read);
  const behind = nodesIn(site.call, (node) => node !== site.call && node.pos >= read.end);
  const receiver = accessOf(ts.isCallExpression(site.call) ? unwrap(site.call.expression) : site.call)?.object;
  const isNobodyHeld = holders.length === 0 && (receiver === undefined || holdersOf(receiver, unit).length === 0);
  if (isFrontend && mayBeSwitched(behind, isReadAtCall && isNobodyHeld, site, unit)) return 'yes';
  if (isFrontend && isWrittenOnServer(read, fieldOnServer(stored.field), site, unit)) return 'yes';
  if (mayRaceWithWrite(field, site, unit, covers)) return 'yes';
  if (!isReadAtCall) {
    const callers = isFrontend && fetched.at !== read ? callsOfHandler(containerOf(read), site, unit) : [];
    return anyOf(
      () => isWrittenSince(fetched, field, site, unit, covers),
      () =>
        isFrontend ? 'no' : anyGiving(fetched, { stored, site, unit }, (giving) => isWrittenByCaller(giving, field)),
      ...callers.map(
        (caller) => () =>
          isWrittenBeforeCall(caller.call, field, site, caller.unit, (write) => caller.unit === unit && covers(write)),
      ),
    );
  }
  return isOvertaken(field, wholeTime(site), site, unit)
    ? 'yes'
    : isWrittenBy(behind, containerOf(site.call), field, unit);
}

/**
 * The calls by which other handlers of a component, or itself, run the one that sends the request, and those by which
 * components do that it is given to. What it was rendered with is fresh when the first of them starts.
 */
function callsOfHandler(component: ts.Node, site: Sending, unit: Unit): readonly PlacedCall[] {
  const { call } = site;
  const runsIt = createRunQuestion(
    ({ node }) => node !== component && contains(component, node) && contains(node, call),
  );
  const own = actionsIn(component).filter(
    (action) => containerOf(action) !== component && !contains(action, call) && runsIt([action], unit),
  );
  return [...own.map((action) => ({ call: action, unit })), ...callsByThose(waysTo(site, unit).attributes)];
}

/** The calls by components that attributes give what sends the request. */
function callsByThose(attributes: readonly PlacedAttribute[]): readonly PlacedCall[] {
  return attributes.flatMap(({ node: { name, parent }, unit }) =>
    callsByComponents(parent.parent.tagName, name.getText(), unit),
  );
}

/** Whether the function that runs a handler writes the field before. */
function isWrittenBeforeCall(
  call: Action,
  field: StoredField,
  site: Sending,
  unit: Unit,
  covers: (write: ts.CallExpression) => boolean,
): Certainty {
  if (loopsAround(call).length > 0) return 'yes';
  const callee = ts.isTaggedTemplateExpression(call) ? call.tag : call.expression;
  const before = [field, 'run' as const].flatMap((doing) => [...nodesBefore(doing, { ...site, call }, unit)]);
  const others = before.filter((node) => !contains(callee, node) && !(ts.isCallExpression(node) && covers(node)));
  return isWrittenBy(inOrder(others), containerOf(call), field, unit);
}

/** @param isReadAtCall whether only what is behind the read comes between it and the request */
function mayBeSwitched(behind: readonly ts.Node[], isReadAtCall: boolean, site: Sending, unit: Unit): boolean {
  const before = (doing: 'switch' | 'run'): Iterable<ts.Node> => (isReadAtCall ? [] : nodesBefore(doing, site, unit));
  const isSwitching = (node: ts.Node): boolean => ts.isCallExpression(node) && isSwitchingCall(node);
  if (behind.some(isSwitching)) return true;
  for (const node of before('switch')) if (isSwitching(node)) return true;
  return switches(whatRuns([...inOrder(before('run')), ...behind], containerOf(site.call), unit));
}

/**
 * Whether code in sight writes the field on the server before it is read, as an action of the server's does: nothing
 * tells the browser's user of that until it is refreshed. Asked about are the function that reads it and sends the
 * request, and what runs that, in whichever file.
 */
function isWrittenOnServer(read: ts.Node, field: StoredField, site: Sending, unit: Unit): boolean {
  if (!isWrittenAnywhere(field, unit)) return false;
  const isHarmless = (node: ts.Node): boolean => contains(site.params, node) && !ts.isCallExpression(node);
  const isWritten = (call: ts.Expression, home: Unit, refreshed?: ts.Node): boolean => {
    const sending = { ...site, call };
    const span = wholeTime(sending, refreshed);
    const isOther = (node: ts.Node): boolean => !isOfCallee(node, call) && !isHarmless(node);
    if ([...nodesBetween(field, span, sending, home)].some(isOther)) return true;
    const running = [...nodesBetween('run', span, sending, home)].filter(isOther);
    return runQuestions(field, home).writes(running, home);
  };
  const refreshed = refreshBefore(read, unit);
  if (isWritten(site.call, unit, refreshed)) return true;
  if (refreshed !== undefined) return false;
  const { senders, before, attributes } = waysTo(site, unit, 'by-import');
  if (before.some(({ node, unit: home }) => writesBy(node, home, field))) return true;
  const others = senders.filter(({ action, isKept }) => action !== site.call && !isKept);
  const given = callsByThose(attributes).map(({ call: action, unit: home }) => ({ action, unit: home }));
  return [...others, ...given].some(({ action, unit: home }) => isWritten(action, home, refreshBefore(action, home)));
}

/** Whether a node is part of what a call calls, and no call that is made on the way. */
function isOfCallee(node: ts.Node, call: ts.Expression): boolean {
  return ts.isCallExpression(call) && contains(call.expression, node) && !ts.isCallExpression(node);
}

/** Whether something that runs with the nodes writes the field. What can't be seen may. */
function isWrittenBy(nodes: readonly ts.Node[], home: ts.Node, field: StoredField, unit: Unit): Certainty {
  if (nodes.some((node) => writesHere(node, field, unit))) return 'yes';
  const run = whatRuns(nodes, home, unit);
  return writes(run, field) ? 'yes' : perhaps(run.unknown);
}

/**
 * Whether the field is written after the fetch and not certainly after the call: by the function itself, or by whatever
 * it mentions.
 */
export function isWrittenSince(
  fetched: Pick<Fetch, 'at' | 'through'>,
  field: StoredField,
  site: Sending,
  unit: Unit,
  covers: (write: ts.CallExpression) => boolean = () => false,
): Certainty {
  const span = spanOf(fetched, site);
  if (span === undefined) return 'yes';
  const isHarmless = (node: ts.Node): boolean => contains(site.params, node) && !ts.isCallExpression(node);
  for (const node of nodesBetween(field, span, site, unit))
    if (
      !isHarmless(node) &&
      !isOwnWrite(node, span.has(node), fetched, field, site, unit) &&
      !(ts.isCallExpression(node) && covers(node))
    )
      return 'yes';
  const run = runBetween(span, site, unit);
  return writes(run, field) ? 'yes' : perhaps(run.unknown);
}

/** Whether a caller in sight may write the field between the fetch of its own and the call: by another call of that, say. */
function isWrittenByCaller({ fetched, site, unit }: Giving, field: StoredField): Certainty {
  const span = spanOf(fetched, site);
  if (span === undefined) return 'yes';
  const isOther = (node: ts.Node): boolean => !(ts.isCallExpression(site.call) && contains(site.call.expression, node));
  for (const node of nodesBetween(field, span, site, unit))
    if (isOther(node) && !isOwnWrite(node, span.has(node), fetched, field, site, unit)) return 'yes';
  const others = [...nodesBetween('run', span, site, unit)].filter(isOther);
  return isWrittenBy(inOrder(others), span.home, field, unit);
}

/** What does something in that time. */
function nodesBetween(doing: 'run' | StoredField, span: Span, site: Sending, unit: Unit): Generator<ts.Node, void> {
  const { home, ranges } = span;
  const until = ranges.at(-1)?.[1] ?? home.end;
  // What is in another function around the call isn't in any order with it.
  const before = home === containerOf(site.call) ? common(ranges, rangesBefore(site.call, until)) : ranges;
  return activeNodes(doing, unit).inside(home, (node) => isBetween(node, span, site), before);
}

/** What may run in that time beside the function itself. */
export function runBetween(span: Span, site: Sending, unit: Unit): Run {
  return whatRuns(inOrder(nodesBetween('run', span, site, unit)), span.home, unit);
}

/** Whether a node of the function is evaluated in that time, but for what leads somewhere else than to the request. */
export function isBetween(node: ts.Node, span: Span, { call }: Sending): boolean {
  return (
    node !== call &&
    !contains(node, call) &&
    span.has(node) !== false &&
    (node.end > call.pos || mayPrecede(node, call, span.start))
  );
}

/** A method returns what it has written, and what a turn writes to its own user doesn't touch another turn's. */
function isOwnWrite(
  node: ts.Node,
  runs: ReturnType<Span['has']>,
  { at }: Pick<Fetch, 'at'>,
  { of }: StoredField,
  site: Sending,
  unit: Unit,
): boolean {
  if (!ts.isCallExpression(node) || !isWritingCall(node, of)) return false;
  return (contains(at, node) && !isContainer(at)) || (runs === 'later-turn' && isOfSameSubject(node, of, site, unit));
}

function isOfSameSubject(
  { arguments: [id] }: ts.CallExpression,
  kind: Written,
  { call }: Sending,
  unit: Unit,
): boolean {
  const own = ts.isCallExpression(call) && isWritingCall(call, kind) ? call.arguments[0] : undefined;
  const [written, sent] = [id, own].map((argument) =>
    argument === undefined ? undefined : subjectOfId(argument, unit),
  );
  return written !== undefined && sent !== undefined && sameSubject(written, sent, unit);
}

/** Whether the function sends a request of its own that names the field. */
function isOvertaken(field: StoredField, span: Span, site: Sending, unit: Unit): boolean {
  for (const node of nodesBetween(field, span, site, unit))
    if (!ts.isCallExpression(node) && !contains(site.params, node)) return true;
  return false;
}
