import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { declaredBy } from '../../flow/declared.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import type { SdkValue } from '../../recognise/sdk/value.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { contains, someIn } from '../../tree.ts';
import type { Certainty } from '../decision/certainty.ts';
import { isTouchedBefore } from './before/path-mutation.ts';
import { isGivenAnother } from './changes/given-another.ts';
import { changeOf, type Sent } from './changes/stored-value-mutations.ts';
import { fetchOf } from './fetch/provenance.ts';
import { isFetchedBySameId, isSameElement } from './steady-id.ts';
import { isPresent } from './fetch/presence.ts';
import type { StoredRead } from './fetch/stored-read.ts';
import { sameClient, sameSource, sameSubject, subjectOfId, subjectOfObject } from './fetch/subject.ts';
import { hasEffect } from '../../values/stability.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether a read of metadata gives what the call's subject has stored in `field` at the moment of the call; `perhaps`:
 * unless code that can't be seen changes it.
 */
export function isStoredValue(
  stored: StoredRead,
  field: MetadataField,
  site: UpdateCall,
  unit: Unit,
  sent?: Sent,
): Certainty {
  if (stored.field !== field || site.receiver === undefined) return 'no';
  if (stored.held !== undefined && !isCalledOn(stored.held, stored, site, site.receiver, unit)) return 'no';
  // Where the frontend's user isn't there, it isn't called on either.
  const isCertain =
    (site.surface === 'frontend' && site.receiver.mayBeMissing === true) || isPresent(stored, site.call, unit);
  if (!isCertain || !isNamedSubject(stored, site, site.receiver, unit)) return 'no';
  if (site.surface !== 'frontend' && isGivenAnother(stored, site, site.receiver, unit)) return 'no';
  const change = changeOf(stored, site, unit, sent);
  return change === 'no' ? 'yes' : change === 'yes' ? 'no' : change;
}

/** Whether the subject that was read is the one that the call names, which is still the same by then. */
function isNamedSubject(stored: StoredRead, site: UpdateCall, receiver: SdkValue, unit: Unit): boolean {
  // The variable names it, as both are read of it.
  if (stored.held !== undefined && site.id !== undefined) return true;
  if (isSubjectOf(stored, site, receiver, unit) && isSteadyId(stored, site, unit)) return true;
  const { subject } = stored;
  const isOfKind = subject.type === (site.surface === 'organizations' ? 'organization' : 'user');
  if (site.id === undefined || !isOfKind || !sameClient(subject, receiver, unit)) return false;
  const fetched = fetchOf(stored, site, unit);
  const id = evaluate(unwrap(site.id), unit);
  return (
    isFetchedBySameId(subject, fetched, site, unit) ||
    (id.kind === 'sdk' &&
      id.from !== undefined &&
      (id.type === 'user-id' || id.type === 'organization-id') &&
      isSameElement(subject.origin, id.from.origin, fetched, site, unit))
  );
}

/**
 * Whether an id that is a property keeps its value: no call before this one gets hold of the object that it is read
 * from. The subject's own id is the subject's.
 */
function isSteadyId({ subject: stored }: StoredRead, site: UpdateCall, unit: Unit): boolean {
  const id = site.id === undefined ? undefined : evaluate(unwrap(site.id), unit);
  if (id?.kind === 'sdk' && id.from?.origin === stored.origin && !ts.isSourceFile(stored.origin)) return true;
  const subject = site.id === undefined ? undefined : subjectOfId(site.id, unit);
  return subject?.kind !== 'path' || !isTouchedBefore(subject.path, site, unit);
}

/**
 * Whether the method is called on the variable itself that the field was read from, or with its id, and the variable
 * holds the same then.
 */
function isCalledOn(
  held: Binding,
  { read, subject }: StoredRead,
  { call, callee, id }: UpdateCall,
  receiver: SdkValue,
  unit: Unit,
): boolean {
  const named = id === undefined ? callee.object : ownerOfId(id);
  if (named === undefined || unit.scope.bindingOf(unwrap(named)) !== held) return false;
  const isKept = isNeverReassigned(held) || (contains(call, read) && doesNothingBefore(read, call));
  return isKept && (id === undefined || isAlwaysOf(held, subject.type, receiver, unit));
}

/** `user` of `user.id` */
function ownerOfId(id: ts.Expression): ts.Expression | undefined {
  const access = accessOf(unwrap(id));
  return access?.name === 'id' ? access.object : undefined;
}

/** Whether a variable never holds anything but what one client has fetched, and nothing. */
function isAlwaysOf({ declaration, writes }: Binding, type: SdkType, receiver: SdkValue, unit: Unit): boolean {
  const declared = declaredBy(declaration);
  if (declared.kind !== 'value' && declared.kind !== 'unset') return false;
  const assigned = [declared.kind === 'value' ? [declared.of] : [], writes.map(({ value }) => value)].flat();
  return assigned.every((expression) => {
    const value = expression === undefined ? undefined : evaluate(unwrap(expression), unit);
    return (
      value?.kind === 'nullish' ||
      (value?.kind === 'sdk' && value.type === type && value.from !== undefined && sameClient(value, receiver, unit))
    );
  });
}

/** Whether the arguments of a call do nothing but to read before `read` is evaluated. */
function doesNothingBefore(read: ts.Node, { arguments: given }: ts.CallExpression): boolean {
  return !given.some((argument) =>
    someIn(
      argument,
      (node) => node.end <= read.pos && ts.isExpression(node) && hasEffect(node),
      (node) => node.pos >= read.pos,
    ),
  );
}

function isSubjectOf(
  { subject, held }: Pick<StoredRead, 'subject' | 'held'>,
  site: UpdateCall,
  receiver: SdkValue,
  unit: Unit,
): boolean {
  if (site.id === undefined)
    return subject.type === 'frontend-user' && (held !== undefined || sameSource(subject, receiver, unit));
  if (subject.type !== (site.surface === 'organizations' ? 'organization' : 'user')) return false;
  const read = subjectOfObject(subject, unit);
  const written = subjectOfId(site.id, unit);
  return (
    read !== undefined &&
    written !== undefined &&
    sameSubject(read, written, unit) &&
    sameClient(subject, receiver, unit)
  );
}

/** What the SDK's functions that only read, or give a way to read, are. */
const READING_TYPES: ReadonlySet<SdkType> = new Set([
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
export function isOnlyRead(expression: ts.Expression, unit: Unit): boolean {
  return !someIn(expression, (node) => {
    if (!ts.isCallExpression(node)) return ts.isExpression(node) && !ts.isAwaitExpression(node) && hasEffect(node);
    const callee = evaluate(unwrap(node.expression), unit);
    return !(callee.kind === 'sdk' && READING_TYPES.has(callee.type)) && !isObjectAssign(node, unit);
  });
}
