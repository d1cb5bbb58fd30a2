import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { WIRE_NAMES } from '../../http-api.ts';
import { isWriteTarget, type Binding } from '../../recognise/source/scope.ts';
import { callsIn, containerOf, contains, loopsAround, nameText, statementOf, walk, wrapped } from '../../syntax.ts';
import { runs, type Sending } from './before.ts';
import type { Context } from '../context.ts';
import { isSwitchingCall, isWritingCall } from './named-calls.ts';
import type { StoredRead } from './stored-read.ts';
import { callsBefore, mayWrite, meetsWrite } from './under-way.ts';

/** Whether the function writes to the field between the read and the call, or while the request is under way. */
export function isStale(stored: StoredRead, site: Sending, context: Context): boolean {
  const { field, read, holders } = stored;
  const fetched = fetchOf(stored, site);
  const behind = callsBehind(read, site);
  if (site.surface === 'frontend') {
    const after = fetched !== 'at-call' || holders.length > 0 ? [...callsBefore(site), ...behind] : behind;
    if (after.some((call) => runs(call, isSwitchingCall, context))) return true;
  }
  if (isOvertaken(field, fetched === 'at-call' ? undefined : fetched, site) || meetsWrite(field, site, context)) return true;
  if (fetched === 'at-call') return behind.some((call) => mayWrite(call, field, context));
  if (contains(site.call, fetched)) return false;
  const container = containerOf(site.call);
  if (containerOf(fetched) !== container && fetched.parent !== container) return true;
  // A loop around the call but not around the read comes back with what it read before.
  if (loopsAround(site.call).some((loop) => !contains(loop, fetched))) return true;
  return isWrittenBetween(field, fetched, site, context);
}

/** The calls that are made after `read`, in the arguments of the request. */
function callsBehind(read: ts.Node, { call }: Sending): ts.CallExpression[] {
  return callsIn(call).filter((other) => other.pos >= read.end && containerOf(other) === containerOf(call));
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
