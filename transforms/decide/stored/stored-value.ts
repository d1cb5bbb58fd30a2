import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { isAssignmentOperator } from '../../language/scope.ts';
import type { Shape } from '../../knowledge/sdk-shapes.ts';
import type { SdkValue } from '../../recognise/sdk/value.ts';
import { unwrap, walk } from '../../syntax.ts';
import type { Context } from '../../values/context.ts';
import type { Certainty } from './certainty.ts';
import { isTouchedBefore } from './path-mutation.ts';
import { changeOf, type Sent } from './stored-value-mutations.ts';
import { fetchOf } from './provenance.ts';
import { isFetchedBySameId, isSameElement } from './steady-id.ts';
import { isPresent } from './presence.ts';
import type { StoredRead } from './stored-read.ts';
import { sameClient, sameSource, sameSubject, subjectOfId, subjectOfObject } from './subject.ts';

/**
 * Whether a read of metadata gives what the call's subject has stored in `field` at the moment of the call; `perhaps`:
 * unless code that can't be seen changes it.
 */
export function isStoredValue(
  stored: StoredRead,
  field: MetadataField,
  site: UpdateCall,
  context: Context,
  sent?: Sent,
): Certainty {
  if (stored.field !== field || site.receiver === undefined) return 'no';
  // Where the frontend's user isn't there, it isn't called on either.
  const isCertain =
    (site.surface === 'frontend' && site.receiver.mayBeMissing === true) || isPresent(stored, site.call, context);
  if (!isCertain || !isNamedSubject(stored, site, site.receiver, context)) return 'no';
  const change = changeOf(stored, site, context, sent);
  return change === 'no' ? 'yes' : change === 'yes' ? 'no' : change;
}

/** Whether the subject that was read is the one that the call names, which is still the same by then. */
function isNamedSubject(stored: StoredRead, site: UpdateCall, receiver: SdkValue, context: Context): boolean {
  if (isSubjectOf(stored.subject, site, receiver, context) && isSteadyId(stored, site, context)) return true;
  const { subject } = stored;
  const isOfKind = subject.shape === (site.surface === 'organizations' ? 'organization' : 'user');
  if (site.id === undefined || !isOfKind || !sameClient(subject, receiver, context)) return false;
  const fetched = fetchOf(stored, site, context);
  const id = context.tracer.valueOf(unwrap(site.id), context.unit);
  return (
    isFetchedBySameId(subject, fetched, site, context) ||
    (id.kind === 'sdk' &&
      id.from !== undefined &&
      (id.shape === 'user-id' || id.shape === 'organization-id') &&
      isSameElement(subject.origin, id.from.origin, fetched, site, context))
  );
}

/**
 * Whether an id that is a property keeps its value: no call before this one gets hold of the object that it is read
 * from. The subject's own id is the subject's.
 */
function isSteadyId({ subject: stored }: StoredRead, site: UpdateCall, context: Context): boolean {
  const id = site.id === undefined ? undefined : context.tracer.valueOf(unwrap(site.id), context.unit);
  if (id?.kind === 'sdk' && id.from?.origin === stored.origin && !ts.isSourceFile(stored.origin)) return true;
  const subject = site.id === undefined ? undefined : subjectOfId(site.id, context);
  return subject?.kind !== 'path' || !isTouchedBefore(subject.path, site, context);
}

function isSubjectOf(subject: SdkValue, site: UpdateCall, receiver: SdkValue, context: Context): boolean {
  if (site.id === undefined) return subject.shape === 'frontend-user' && sameSource(subject, receiver, context);
  if (subject.shape !== (site.surface === 'organizations' ? 'organization' : 'user')) return false;
  const read = subjectOfObject(subject, context);
  const written = subjectOfId(site.id, context);
  return (
    read !== undefined &&
    written !== undefined &&
    sameSubject(read, written, context) &&
    sameClient(subject, receiver, context)
  );
}

/** What the SDK's functions that only read, or give a way to read, are. */
const READING_SHAPES: ReadonlySet<Shape> = new Set([
  'auth-function',
  'client-accessor',
  'client-factory',
  'clerk-accessor',
  'current-user',
  'get-organization',
  'get-user',
  'use-clerk',
  'use-session',
  'use-user',
  'user-accessor',
  'session-accessor',
  'auth-accessor',
]);

/** Whether nothing is lost where `expression` isn't evaluated any more: all that it does is to read. */
export function isOnlyRead(expression: ts.Expression, context: Context): boolean {
  let onlyReads = true;
  walk(expression, (node) => {
    if (ts.isCallExpression(node)) {
      const callee = context.tracer.valueOf(unwrap(node.expression), context.unit);
      onlyReads &&= (callee.kind === 'sdk' && READING_SHAPES.has(callee.shape)) || isObjectAssign(node, context.unit);
    } else if (
      ts.isNewExpression(node) ||
      ts.isYieldExpression(node) ||
      ts.isTaggedTemplateExpression(node) ||
      ts.isDeleteExpression(node) ||
      isAssignment(node)
    ) {
      onlyReads = false;
    }
    return onlyReads ? undefined : 'skip';
  });
  return onlyReads;
}

function isAssignment(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return isAssignmentOperator(node.operatorToken.kind);
  return (
    ts.isPostfixUnaryExpression(node) ||
    (ts.isPrefixUnaryExpression(node) &&
      (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken))
  );
}
