import { ts } from 'ts-morph';
import type { MetadataField, Surface } from '../../api-change.ts';
import { WIRE_NAMES } from '../../http-api.ts';
import type { EndpointUrl } from '../../recognise/http/endpoints.ts';
import { isGlobal } from '../../language/is-global.ts';
import type { ApiRequest } from '../../recognise/http/requests.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import type { Piece } from '../../recognise/http/url-pieces.ts';
import { originOf } from '../../flow/origins.ts';
import { unwrap } from '../../syntax.ts';
import { sameKeys } from '../../values/paths/property-paths.ts';
import type { Sending } from '../stored/before/happens-before.ts';
import { isTouchedBefore } from '../stored/before/path-mutation.ts';
import { changeOf } from '../stored/changes/stored-value-mutations.ts';
import type { StoredTest } from '../patch/mergeable.ts';
import type { Cause } from '../decision/decision.ts';
import { isOfSameClient, isOfSameInstance } from './same-instance.ts';
import { isOfThisRun, isOnlyLookedAt, readRawStored, type RawRead } from './raw-stored.ts';
import { isPresent } from '../stored/fetch/presence.ts';
import { isWrittenSince } from '../stored/changes/intervening-writes.ts';
import { storedField } from '../stored/before/writes-in-run.ts';
import { readStored, type StoredRead } from '../stored/fetch/stored-read.ts';
import { isOnlyRead } from '../stored/stored-value.ts';
import { sameSubject, subjectOfId, subjectOfObject, type Subject } from '../stored/fetch/subject.ts';
import type { Unit } from '../../language/unit.ts';

/** What the spreads in a request's body read, and why what was found to be stored there may not be. */
interface StoredInRequest extends StoredTest {
  readonly doubts: () => readonly Cause[];
}

/**
 * Whether spreads in a request's body read what its own subject has stored in `field`, from the SDK or from another
 * request.
 */
export function storedInRequest(request: ApiRequest, field: MetadataField, unit: Unit): StoredInRequest {
  const sending: Sending = { surface: request.surface, call: request.node, params: request.body.node };
  const unchecked = new Set<ts.Node>();
  return {
    isAt(spread, path) {
      const sdk = readStored(spread, unit);
      if (sdk !== undefined)
        return (
          sameKeys(sdk.path, path) &&
          sdk.field === field &&
          isOnlyRead(spread, unit) &&
          isSdkSubject(sdk, request, sending, unit)
        );
      const raw = readRawStored(spread, unit);
      if (raw?.field !== field || !sameKeys(raw.path, path) || !isRawSubject(raw, request, sending, unit)) return false;
      if (!raw.isChecked) unchecked.add(raw.request.node);
      return true;
    },
    isAny: (spread) => readStored(spread, unit) !== undefined || namesField(spread),
    doubts: () => [...unchecked].map((node) => ({ code: 'read-unchecked', node })),
  };
}

function namesField(spread: ts.Expression): boolean {
  const origin = originOf(spread);
  if (origin.kind === 'fallback') return namesField(origin.first);
  const name = origin.kind === 'part' ? origin.name : undefined;
  return Object.values(WIRE_NAMES).some((wire) => wire === name);
}

const SUBJECT_TYPES: Readonly<Record<Surface, SdkType>> = {
  users: 'user',
  organizations: 'organization',
  frontend: 'frontend-user',
};

function isSdkSubject(read: StoredRead, request: ApiRequest, sending: Sending, unit: Unit): boolean {
  if (
    read.subject.type !== SUBJECT_TYPES[request.surface] ||
    read.held !== undefined ||
    !isPresent(read, request.node, unit) ||
    changeOf(read, sending, unit) !== 'no'
  )
    return false;
  if (request.surface === 'frontend') return true;
  const subject = subjectOfObject(read.subject, unit);
  const written = subjectOfPieces(request.endpoint.id, unit);
  return (
    subject !== undefined &&
    written !== undefined &&
    sameSubject(subject, written, unit) &&
    isOfSameClient(read.subject, request) &&
    isSteady(written, sending, unit)
  );
}

/**
 * What a browser gets from the Frontend API may be wrapped in an envelope, and whose session it belongs to isn't in
 * sight.
 */
function isRawSubject(read: RawRead, request: ApiRequest, sending: Sending, unit: Unit): boolean {
  return (
    request.surface !== 'frontend' &&
    read.endpoint.surface === request.surface &&
    isOfSameInstance(read.request, request) &&
    sameId(read.endpoint, request.endpoint, sending, unit) &&
    isOfThisRun(read, request.node) &&
    isOnlyLookedAt(read, request.body.node, unit) &&
    isWrittenSince(
      { at: read.request.node, through: new Set() },
      storedField(read.field, sending.surface),
      sending,
      unit,
    ) === 'no'
  );
}

function sameId(a: EndpointUrl, b: EndpointUrl, sending: Sending, unit: Unit): boolean {
  const [one, two] = [subjectOfPieces(a.id, unit), subjectOfPieces(b.id, unit)];
  return one !== undefined && two !== undefined && sameSubject(one, two, unit) && isSteady(two, sending, unit);
}

function subjectOfPieces(pieces: readonly Piece[], unit: Unit): Subject | undefined {
  const [only, ...others] = pieces.filter((piece) => piece.kind === 'unknown' || piece.text !== '');
  if (only === undefined || others.length > 0) return undefined;
  return only.kind === 'text' ? { kind: 'literal', text: only.text } : subjectOfUnknown(only, unit);
}

/** Escaping an id changes nothing about whose it is. */
function subjectOfUnknown(unknownText: Extract<Piece, { kind: 'unknown' }>, unit: Unit): Subject | undefined {
  if (unknownText.unit !== unit) return undefined;
  const expression = unwrap(unknownText.node);
  const [argument] = ts.isCallExpression(expression) ? expression.arguments : [];
  const isEscaped = ts.isCallExpression(expression) && isGlobal(expression.expression, 'encodeURIComponent', unit);
  return subjectOfId(isEscaped && argument !== undefined ? argument : expression, unit);
}

/**
 * Whether an id that is a property keeps its value: no call in between gets hold of the object that it is read from.
 */
function isSteady(subject: Subject, sending: Sending, unit: Unit): boolean {
  return subject.kind !== 'path' || !isTouchedBefore(subject.path, sending, unit);
}
