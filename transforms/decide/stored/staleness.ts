import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { WIRE_NAMES } from '../../http-api.ts';
import { isWriteTarget } from '../../recognise/source/scope.ts';
import { callsIn, containerOf, contains, isContainer, nameText, walk } from '../../syntax.ts';
import type { Sending } from './before.ts';
import { runs } from './called.ts';
import type { Context } from '../context.ts';
import type { Fetch } from './fetch.ts';
import { isSwitchingCall, isWritingCall } from './named-calls.ts';
import { spanOf, wholeTime, type Span } from './span.ts';
import type { StoredRead } from './stored-read.ts';
import { sameSubject, subjectOfId } from './subject.ts';
import { callsBefore, mayWrite, meetsWrite } from './under-way.ts';

/** Whether the field is written between the fetch and the call, or while the request is under way. */
export function isStale(stored: StoredRead, fetched: Fetch, site: Sending, context: Context): boolean {
  const { field, read, aliases, holders } = stored;
  const isFrontend = site.surface === 'frontend';
  const isReadAtCall = isFrontend && aliases.length === 0 && contains(site.call, read);
  const behind = callsBehind(read, site);
  const whenSwitched = isReadAtCall && holders.length === 0 ? behind : [...callsBefore(site), ...behind];
  if (isFrontend && whenSwitched.some((call) => runs(call, isSwitchingCall, context))) return true;
  if (meetsWrite(field, site, context)) return true;
  if (!isReadAtCall) return isWrittenSince(fetched, field, site, context);
  return isOvertaken(field, wholeTime(site), site) || behind.some((call) => mayWrite(call, field, context));
}

/** The calls that are made after `read`, in the arguments of the request. */
function callsBehind(read: ts.Node, { call }: Sending): ts.CallExpression[] {
  return callsIn(call).filter((other) => other.pos >= read.end && containerOf(other) === containerOf(call));
}

/** Whether the field is written after the fetch and not certainly after the call: by a method of the SDK, a function that calls one, a request of one's own. */
export function isWrittenSince(fetched: Pick<Fetch, 'at' | 'through'>, field: MetadataField, site: Sending, context: Context): boolean {
  const span = spanOf(fetched, site);
  if (span === undefined || isOvertaken(field, span, site)) return true;
  return callsIn(span.home).some((write) => {
    const runs = write !== site.call && !contains(write, site.call) && span.has(write);
    if (runs === false || !mayWrite(write, field, context)) return false;
    if (!isWritingCall(write)) return true;
    // A method returns what it has written. What a turn writes to its own user doesn't touch another turn's.
    const isResult = contains(fetched.at, write) && !isContainer(fetched.at);
    return !isResult && !(runs === 'later-turn' && isOfSameSubject(write, site, context));
  });
}

function isOfSameSubject({ arguments: [id] }: ts.CallExpression, { call }: Sending, context: Context): boolean {
  const own = ts.isCallExpression(call) && isWritingCall(call) ? call.arguments[0] : undefined;
  const [written, sent] = [id, own].map((argument) => (argument === undefined ? undefined : subjectOfId(argument, context)));
  return written !== undefined && sent !== undefined && sameSubject(written, sent, context);
}

/** Whether the function sends a request of its own that names the field. */
function isOvertaken(field: MetadataField, span: Span, site: Sending): boolean {
  const name = WIRE_NAMES[field];
  const isNamed = (node: ts.Node): boolean =>
    (ts.isObjectLiteralElementLike(node) && !ts.isSpreadAssignment(node) && nameText(node.name) === name) ||
    ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && node.text.includes(name)) || (ts.isPropertyAccessExpression(node) && node.name.text === name && isWriteTarget(node));
  let found = false;
  walk(span.home, (node) => {
    if (found || node === site.call || contains(site.params, node)) return 'skip';
    found = isNamed(node) && span.has(node) !== false;
    return undefined;
  });
  return found;
}
