import type { ts } from 'ts-morph';
import { leadsToUpdate, type SdkType } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { memoize } from '../../memoize.ts';

/** What an expression is, as far as the file and its neighbours show. */
export type Value =
  /** An object or function of the SDK. */
  | {
      readonly kind: 'sdk';
      readonly type: SdkType;
      /** What made it: the call that fetched a user, the property read of a written type, the import. */
      readonly origin: ts.Node;
      readonly unit: Unit;
      /** The object that it was read from or that its method was called on; undefined at the root. */
      readonly from: SdkValue | undefined;
      readonly mayBeMissing?: boolean | undefined;
      /** What its type leaves of it (`Pick`); undefined where that is all. */
      readonly members?: readonly string[];
      /**
       * Only the type that a function is given (`inject<ClerkClient>(…)`) says so: the function may return something
       * else that holds it.
       */
      readonly isClaimed?: boolean;
    }
  | {
      readonly kind: 'object';
      readonly node: ts.ObjectLiteralExpression;
      readonly unit: Unit;
      readonly mayBeMissing?: boolean | undefined;
      /** A hook of React's keeps it, with what it held in another rendering. */
      readonly isKept?: boolean;
      readonly holds?: Value | undefined;
    }
  | {
      readonly kind: 'array';
      readonly node: ts.ArrayLiteralExpression;
      readonly unit: Unit;
      readonly mayBeMissing?: boolean | undefined;
      readonly holds?: Value | undefined;
    }
  | { readonly kind: 'function'; readonly node: ts.FunctionLikeDeclaration; readonly unit: Unit }
  | { readonly kind: 'class'; readonly node: ts.ClassLikeDeclaration; readonly unit: Unit }
  | {
      readonly kind: 'instance';
      readonly node: ts.ClassLikeDeclaration;
      readonly unit: Unit;
      readonly holds?: Value | undefined;
    }
  /**
   * Something whose members are written in a type; `beside`: it is something else, too (`Props & { user: User }`);
   * `begins`: the object that a store begins with, whose functions nobody replaces.
   */
  | {
      readonly kind: 'typed';
      readonly node: ts.TypeLiteralNode | ts.InterfaceDeclaration;
      readonly unit: Unit;
      readonly beside?: Value | undefined;
      readonly begins?: Value | undefined;
      readonly holds?: Value | undefined;
    }
  /** What holds a value: a ref of Vue's, a store of Svelte's. */
  | { readonly kind: 'ref'; readonly value: Value }
  /** A component of Vue's, as its own functions see it. */
  | { readonly kind: 'component'; readonly node: ts.ObjectLiteralExpression; readonly unit: Unit }
  /** The function that gives a store of Pinia's, and the store; `isOfRefs`: its members are refs. */
  | { readonly kind: 'store-hook'; readonly node: StoreNode; readonly unit: Unit }
  | { readonly kind: 'store'; readonly node: StoreNode; readonly unit: Unit; readonly isOfRefs: boolean }
  /** A hook that gives a state, whole or in part; so do its methods. */
  | { readonly kind: 'state-hook'; readonly state: Value }
  /** A module of the repository, or one of the SDK's. */
  | { readonly kind: 'module'; readonly unit: Unit }
  | { readonly kind: 'sdk-module'; readonly name: string; readonly node: ts.Node; readonly unit: Unit }
  | { readonly kind: 'nullish' }
  /**
   * Nothing that the API change concerns; `ofSdk`: it comes from the SDK, so that all that comes from it is foreign,
   * too; `package`: a package exports it, and what its types say isn't known here, so it may pass on the SDK's;
   * `isMade`: `new` made it, of a package's class; `isThroughout`: all that comes from it is foreign, too.
   */
  | {
      readonly kind: 'foreign';
      readonly ofSdk: boolean;
      readonly package?: string;
      readonly isMade?: boolean;
      readonly isThroughout?: boolean;
    }
  /**
   * `isOfPackage`: a package's function made it of nothing that it was given; `holds`: it was made of that, or its type
   * names it, so it may be that, or lead to it; `isHolder`: it leads to it; `isList`: its elements are that; `elements`:
   * it is what they give a component.
   */
  | {
      readonly kind: 'unknown';
      readonly isOfPackage?: boolean;
      readonly holds?: Value | undefined;
      readonly isHolder?: boolean;
      readonly isList?: boolean;
      readonly elements?: readonly Element[];
    }
  /** What isn't worked out yet, while something that leads back to itself is. The evaluation keeps it to itself. */
  | { readonly kind: 'none' };

/** An element of a component, in whichever file. */
export interface Element {
  readonly node: ts.JsxOpeningElement | ts.JsxSelfClosingElement;
  readonly unit: Unit;
}

/** What a store is defined by: its options, or the function that sets it up. */
export type StoreNode = ts.ObjectLiteralExpression | ts.ArrowFunction | ts.FunctionExpression;

export type SdkValue = Extract<Value, { kind: 'sdk' }>;

export const FOREIGN: Value = { kind: 'foreign', ofSdk: false };
export const FOREIGN_OF_SDK: Value = { kind: 'foreign', ofSdk: true };
export const FOREIGN_THROUGHOUT: Value = { kind: 'foreign', ofSdk: false, isThroughout: true };
export const UNKNOWN: Value = { kind: 'unknown' };
export const UNKNOWN_OF_PACKAGE: Value = { kind: 'unknown', isOfPackage: true };
export const NULLISH: Value = { kind: 'nullish' };
export const NONE: Value = { kind: 'none' };

/** What is `value`, or isn't there. */
export function possibly(value: Value): Value {
  return value.kind === 'sdk' || value.kind === 'object' || value.kind === 'array'
    ? { ...value, mayBeMissing: true }
    : value;
}

function isPossibly(value: Value): boolean {
  return 'mayBeMissing' in value && value.mayBeMissing === true;
}

/** What `part` of a literal is: it isn't there where the literal isn't. */
export function partOf(whole: Value, part: Value): Value {
  return whole.kind !== 'sdk' && isPossibly(whole) ? possibly(part) : part;
}

/**
 * What one of several values is: the same type from each, or nothing that can be said. Null and undefined can't be
 * called on, so they are no other type.
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
  if (first.kind === 'sdk' && rest.every((value) => value.kind === 'sdk' && value.type === first.type)) {
    // Which of them it is can't be told, so neither can where it came from.
    const isClaimed = present.some((value) => value.kind === 'sdk' && value.isClaimed === true);
    return { ...first, origin: first.unit.source, from: undefined, isClaimed };
  }
  if (
    rest.every((value) => 'node' in first && 'node' in value && value.kind === first.kind && value.node === first.node)
  )
    return first;
  if (!present.every((value) => value.kind === 'foreign'))
    return present.find((value) => value.kind === 'unknown' && value.holds !== undefined) ?? leadingTo(present);
  if (present.every(({ isThroughout }) => isThroughout === true)) return first;
  return present.find((value) => value.package !== undefined && value.isMade !== true) ?? FOREIGN;
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

/** Whether nothing is known of a value, not even what it may hold. */
export function isUnknown(value: Value): boolean {
  return value.kind === 'unknown' && value.holds === undefined && value.elements === undefined;
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
      return held.holds;
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

/** Whether two values say the same. */
export function sameValue(one: Value, other: Value): boolean {
  let [a, b]: [Value | undefined, Value | undefined] = [one, other];
  for (; a !== undefined && b !== undefined && a !== b; [a, b] = [heldBy(a), heldBy(b)])
    if (keyOfOuter(a) !== keyOfOuter(b)) return false;
  return a === b;
}

/** What a value holds, or was read from. */
function heldBy(value: Value): Value | undefined {
  if (value.kind === 'state-hook') return value.state;
  if (value.kind === 'typed') return value.beside;
  return value.kind === 'ref' ? value.value : value.kind === 'sdk' ? value.from : undefined;
}

/** What tells objects apart in a key. */
let last = 0;

export const numberOf = memoize<object, number>(() => (last += 1));

/** What a value is in a few characters, what it was read from left out. */
export function keyOfValue(value: Value): string {
  let key = '';
  let inner = value;
  for (; inner.kind === 'ref' || inner.kind === 'state-hook'; inner = heldBy(inner) ?? UNKNOWN) key += `${inner.kind} `;
  return key + keyOfOuter(inner);
}

/** What a value is in a few characters, what it holds or was read from left out. */
function keyOfOuter(value: Value): string {
  const place = 'node' in value ? numberOf(value.node) : value.kind === 'sdk' ? numberOf(value.origin) : 0;
  const unit = 'unit' in value ? numberOf(value.unit) : 0;
  const isMissing = isPossibly(value);
  switch (value.kind) {
    case 'sdk':
      return [
        value.kind,
        value.type,
        place,
        unit,
        isMissing,
        value.isClaimed === true,
        value.members?.join('|'),
      ].join();
    case 'sdk-module':
      return [value.kind, value.name, place, unit].join();
    case 'unknown':
      return [
        value.kind,
        value.isOfPackage === true,
        value.isHolder === true,
        value.isList === true,
        value.elements?.map(({ node }) => numberOf(node)).join('|'),
        keyOfHeld(value),
      ].join();
    case 'foreign':
      return [value.kind, value.ofSdk, value.package, value.isMade === true, value.isThroughout === true].join();
    case 'store':
      return [value.kind, place, unit, value.isOfRefs].join();
    default:
      return [value.kind, place, unit, isMissing, keyOfHeld(value)].join();
  }
}

function keyOfHeld(value: Value): string {
  return 'holds' in value && value.holds !== undefined ? keyOfOuter(value.holds) : '';
}

/** What a hook keeps may be the one of a rendering long ago, and so may what that holds. */
export function keptByHook(value: Value, at: ts.Node, unit: Unit): Value {
  if (value.kind === 'object') return { ...value, isKept: true };
  return value.kind === 'sdk' ? { ...value, origin: at, unit, from: undefined } : value;
}
