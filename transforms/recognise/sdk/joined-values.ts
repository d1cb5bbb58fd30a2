import { leadsToUpdate } from '../../knowledge/sdk-types.ts';
import {
  alternativesOf,
  heldBy,
  FOREIGN,
  isOpen,
  isPossibly,
  isUnknown,
  keyOfAlike,
  NONE,
  NULLISH,
  possibly,
  UNKNOWN,
  type Element,
  type SdkValue,
  type Value,
} from './value.ts';

/**
 * What one of several values is: the same type from each, one of those that are known, or nothing that can be said.
 * Null and undefined can't be called on, so they are no other type. The order doesn't matter, and it comes to an end: of
 * each literal, class and type of the SDK it keeps one.
 */
export function join(all: readonly Value[]): Value {
  const values = all.filter(({ kind }) => kind !== 'none');
  const present = values.filter(({ kind }) => kind !== 'nullish');
  if (values.length === 0) return all.length === 0 ? UNKNOWN : NONE;
  if (present.length === 0) return NULLISH;
  const isThere = present.length === values.length && !present.some(isPossibly);
  return isThere ? joinPresent(present) : possibly(joinPresent(present));
}

/**
 * The first of several values that is as wanted; `none` where that may still turn out, undefined where none of them is.
 */
export function firstOf(values: readonly Value[], isWanted: (value: Value) => boolean): Value | undefined {
  return values.find((value) => value.kind !== 'none' && isWanted(value)) ?? values.find(({ kind }) => kind === 'none');
}

/** What is all of some values at once. */
export function intersect(parts: readonly Value[]): Value {
  const sdk = firstOf(parts, ({ kind }) => kind === 'sdk');
  if (sdk !== undefined) return sdk;
  const typed = parts.flatMap(partsOf);
  const known = typed.filter((part) => part.kind === 'typed');
  const rest = known.length < typed.length ? UNKNOWN : undefined;
  return known.reduceRight<Value | undefined>((beside, part) => ({ ...part, beside }), rest) ?? UNKNOWN;
}

function partsOf(value: Value): readonly Value[] {
  return value.kind === 'typed' && value.beside !== undefined
    ? [{ ...value, beside: undefined }, ...partsOf(value.beside)]
    : [value];
}

function joinPresent(present: readonly Value[]): Value {
  const [first, ...rest] = present;
  if (first === undefined) return UNKNOWN;
  if (rest.length === 0) return first;
  const accessor = accessorOf(present);
  if (accessor !== undefined) return accessor;
  const alike: Record<string, Value> = {};
  for (const value of present)
    for (const one of alternativesOf(value)) {
      if (isEndless(one)) return joinOpen(present);
      const key = keyOfAlike(one);
      const other = alike[key];
      alike[key] = other === undefined ? one : joinAlike(other, one);
    }
  const [one = UNKNOWN, ...others] = Object.values(alike);
  if (others.length === 0 && !('holds' in one)) return one;
  const holds = heldByAny(present.map((value) => ('holds' in value ? value.holds : undefined)));
  return others.length === 0
    ? { ...one, ...{ holds } }
    : { kind: 'unknown', oneOf: Array.from([one, ...others], alone), holds };
}

/** What may be anything, or may hold itself without end. */
function isEndless({ kind }: Value): boolean {
  return kind === 'unknown' || kind === 'ref' || kind === 'state-hook';
}

/** One of several values, without what is said of them all. Where one of the SDK's came from can't be told of it. */
function alone<V extends Value>(value: V): V {
  const { kind } = value;
  if (kind === 'sdk') return { ...value, origin: value.unit.source, from: undefined, mayBeMissing: undefined };
  return kind === 'object' || kind === 'array' || kind === 'instance' || kind === 'typed'
    ? { ...value, holds: undefined, mayBeMissing: undefined }
    : value;
}

/** One of two values that only differ in where they come from. */
function joinAlike(one: Value, other: Value): Value {
  if (one.kind === 'sdk' && other.kind === 'sdk')
    return { ...alone(one), isClaimed: one.isClaimed === true || other.isClaimed === true };
  if (other.kind === 'object') return other.isKept === true ? other : one;
  if (one.kind !== 'foreign' || other.kind !== 'foreign') return one;
  if (one.isThroughout === true && other.isThroughout === true) return one;
  const isGiving = ({ package: name, isMade }: typeof one): boolean => name !== undefined && isMade !== true;
  return isGiving(one) ? one : isGiving(other) ? other : FOREIGN;
}

/** What may be anything, or one of those of some values that lead to the SDK's. */
function joinOpen(values: readonly Value[]): Value {
  let holds: Value | undefined;
  let isHolder = true;
  let isList = true;
  let elements: readonly Element[] | undefined;
  for (const value of values) {
    const held = heldIn(value);
    if (held === undefined) continue;
    holds = holds === undefined ? held : joinHeld([holds, held]);
    isHolder &&= value.kind === 'unknown' && value.isHolder === true;
    isList &&= value.kind === 'unknown' && value.isList === true;
    if (value.kind === 'unknown') elements ??= value.elements;
  }
  return holds === undefined ? UNKNOWN : { kind: 'unknown', holds, isHolder, isList, ...(elements && { elements }) };
}

/** What of the SDK's, or with parts of it, some values are or may lead to. */
function heldByAny(values: readonly (Value | undefined)[]): Value | undefined {
  const held = values.flatMap((value) => heldIn(value) ?? []);
  return held.length === 0 ? undefined : joinHeld(held);
}

function joinHeld(held: readonly Value[]): Value | undefined {
  const joined = joinPresent(held);
  return isOpen(joined) ? joined.holds : joined;
}

/**
 * What gives clients, where each value is that or a client that it gave. In older SDKs it is a client itself, so code
 * asks which: `typeof clerkClient === 'function' ? await clerkClient() : clerkClient`.
 */
function accessorOf(values: readonly Value[]): SdkValue | undefined {
  const [accessor] = values.filter((value) => value.kind === 'sdk' && value.type === 'client-accessor');
  if (accessor?.kind !== 'sdk') return undefined;
  const isOfAccessor = (value: Value): boolean => {
    const giver = value.kind === 'sdk' && value.type === 'client' ? value.from : value;
    return giver?.kind === 'sdk' && giver.type === accessor.type && giver.origin === accessor.origin;
  };
  return values.every(isOfAccessor) ? accessor : undefined;
}

/**
 * Something of which nothing is known but that it may be one of some values, or lead to it.
 *
 * @param isHolder whether it isn't that itself
 */
export function leadingTo(values: readonly (Value | undefined)[], isHolder = false): Value {
  const [holds] = values.flatMap((value) => heldIn(value) ?? []);
  return holds === undefined ? UNKNOWN : { kind: 'unknown', holds, isHolder };
}

/** A list, a set or a map whose elements, or values, are one of the repository's own; undefined for every other. */
export function listOf(element: Value): Value | undefined {
  return element.kind === 'instance' || element.kind === 'typed'
    ? { kind: 'unknown', holds: heldIn(element), isHolder: true, isList: true }
    : undefined;
}

/** What of the SDK's, or with parts of it, a value is or may lead to; undefined where it is nothing of that. */
export function heldIn(value: Value | undefined): Value | undefined {
  let held = value;
  while (held?.kind === 'ref' || held?.kind === 'state-hook') held = heldBy(held);
  switch (held?.kind) {
    case 'sdk':
      return leadsToUpdate(held.type) ? { ...held, from: undefined } : undefined;
    case 'typed':
    case 'instance':
    case 'object':
      return { ...held, holds: undefined };
    case 'store':
      return held;
    case 'unknown':
      return held.oneOf === undefined ? held.holds : heldByAny([...held.oneOf, held.holds]);
    default:
      return undefined;
  }
}

/** What is `value`, and holds what its type names. */
export function heldTo(value: Value, type: Value): Value {
  const holds = heldIn(type);
  if (holds === undefined) return value;
  switch (value.kind) {
    case 'unknown':
      return isUnknown(value) ? type : value;
    case 'ref':
      return value.value.kind === 'unknown' ? { ...value, value: leadingTo([value.value, holds]) } : value;
    case 'array':
      return value.node.elements.length === 0 ? type : { ...value, holds };
    case 'object':
    case 'instance':
      return { ...value, holds };
    default:
      return value;
  }
}
