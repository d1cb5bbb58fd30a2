import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { WIRE_NAMES } from '../../http-api.ts';
import { isWriteTarget, type Binding } from '../../recognise/source/scope.ts';
import { accessOf, callsIn, containerOf, contains, loopsAround, nameText, statementOf, unwrap, walk, wrapped } from '../../syntax.ts';
import { functionsCalled, type Sending } from './before.ts';
import type { Context } from '../context.ts';
import type { StoredRead } from './stored-read.ts';
import { isWritingCall } from './writing-calls.ts';

/** Whether the function writes to the field between the read and the call. */
export function isStale(stored: StoredRead, site: Sending, context: Context): boolean {
  const fetched = fetchOf(stored, site);
  if (site.surface === 'frontend' && (fetched !== 'at-call' || stored.holders.length > 0) && callsBefore(site).some(isSwitch)) return true;
  if (isOvertaken(stored.field, fetched === 'at-call' ? undefined : fetched, site)) return true;
  if (fetched === 'at-call') return hasPendingWrite(stored, site, context);
  if (contains(site.call, fetched)) return false;
  const container = containerOf(site.call);
  if (containerOf(fetched) !== container && fetched.parent !== container) return true;
  // A loop around the call but not around the read comes back with what it read before.
  if (loopsAround(site.call).some((loop) => !contains(loop, fetched))) return true;
  return isWrittenBetween(stored.field, fetched, site, context);
}

/** Whether the function calls a method of the SDK that may write the field, or a function that does, after `fetched` and not certainly after this call. */
export function isWrittenBetween(field: MetadataField, fetched: ts.Node, site: Sending, context: Context): boolean {
  const container = containerOf(site.call);
  return callsIn(container).filter((call) => mayWrite(call, field, context)).some((write) => {
    // A method returns what it has written; a function may have fetched it before.
    if (write === site.call || (contains(fetched, write) && isWritingCall(write))) return false;
    // A function inside may run at any time; what isn't awaited may still be under way, or be overtaken by what follows in the statement.
    if (containerOf(write) !== container) return !contains(site.call, write);
    return contains(site.call, write) || (write.pos >= fetched.pos && write.pos < site.call.pos) || runsBeside(write, site);
  });
}

/** Whether the function sends a request of its own that names the field, after `fetched` and not certainly after this call. */
export function isOvertaken(field: MetadataField, fetched: ts.Node | undefined, site: Sending): boolean {
  const container = containerOf(site.call);
  const name = WIRE_NAMES[field];
  const isNamed = (node: ts.Node): boolean =>
    (ts.isObjectLiteralElementLike(node) && !ts.isSpreadAssignment(node) && nameText(node.name) === name) ||
    ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && node.text.includes(name)) || (ts.isPropertyAccessExpression(node) && node.name.text === name && isWriteTarget(node));
  let found = false;
  walk(container, (node) => {
    if (found || node === site.call || contains(site.params, node)) return 'skip';
    if (!isNamed(node)) return undefined;
    const isInside = containerOf(node) !== container;
    const isEarlier = fetched !== undefined && node.end <= fetched.pos && !loopsAround(site.call).some((loop) => contains(loop, node) && !contains(loop, fetched));
    const isLater = node.pos >= site.call.end && !loopsAround(site.call).some((loop) => contains(loop, node)) && !runsBeside(node, site);
    found = isInside || (!isEarlier && !isLater);
    return undefined;
  });
  return found;
}

/** Whether two calls of one statement are both under way at once. */
function runsBeside(write: ts.Node, { call }: Sending): boolean {
  const statement = statementOf(call);
  return statement !== undefined && contains(statement, write) && !ts.isAwaitExpression(wrapped(call).parent);
}

/** Where the object was taken from what the service returned; the frontend's user is kept up to date, so a direct read of it is always current. */
function fetchOf({ read, subject, aliases, holders }: StoredRead, site: Sending): ts.Node | 'at-call' {
  if (site.surface === 'frontend') return aliases.length === 0 && contains(site.call, read) ? 'at-call' : read;
  const holder: Binding | undefined = holders.at(-1);
  const assignment = holder?.writes[0]?.target;
  return assignment ?? holder?.declaration ?? (ts.isSourceFile(subject.origin) ? read : subject.origin);
}

/** On the frontend: whether an earlier write of the function, not awaited, may still be under way. */
function hasPendingWrite({ field }: StoredRead, site: Sending, context: Context): boolean {
  return callsBefore(site).some((call) => !ts.isAwaitExpression(call.parent) && mayWrite(call, field, context));
}

/** Methods of the frontend that put somebody else in the place of the signed-in user, or nobody. What was read before is another one's. */
const SWITCHES: ReadonlySet<string> = new Set(['setActive', 'setSession', 'signOut']);

function isSwitch({ expression }: ts.CallExpression): boolean {
  const callee = unwrap(expression);
  return SWITCHES.has(ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? ''));
}

/** The calls in the request's own function, and in those inside of it, that may be made before it. */
function callsBefore({ call }: Sending): ts.CallExpression[] {
  const loops = loopsAround(call);
  return callsIn(containerOf(call)).filter((other) => other.end <= call.pos || loops.some((loop) => contains(loop, other)));
}

/** Whether a call writes `field`, or runs a function of the file in which one does. */
function mayWrite(call: ts.CallExpression, field: MetadataField, context: Context, seen = new Set<ts.Node>()): boolean {
  if (isWritingCall(call)) return mayHold(call, field);
  return functionsCalled(call, context).some((called) => {
    if (seen.has(called)) return false;
    seen.add(called);
    return callsIn(called).some((inner) => mayWrite(inner, field, context, seen));
  });
}

/** Whether the params of a writing method hold `field`; whose method it is doesn't matter here. */
function mayHold(call: ts.CallExpression, field: MetadataField): boolean {
  const params = call.arguments.at(-1);
  const literal = params === undefined ? undefined : unwrap(params);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return true;
  return literal.properties.some((property) => ts.isSpreadAssignment(property) || (nameText(property.name) ?? field) === field);
}
