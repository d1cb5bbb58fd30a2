import type { ts } from 'ts-morph';
import type { SdkType } from '../../knowledge/sdk-types.ts';
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
      /** The type of the repository's own that it is cast to, which lists its members: `client.users as OwnUsers`. */
      readonly castTo?: Value | undefined;
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
   * it is what they give a component; `oneOf`: it is one of these and nothing else, whichever that is.
   */
  | {
      readonly kind: 'unknown';
      readonly oneOf?: readonly Value[] | undefined;
      readonly mayBeMissing?: boolean | undefined;
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
  return value.kind === 'sdk' || value.kind === 'object' || value.kind === 'array' || isOneOf(value)
    ? { ...value, mayBeMissing: true }
    : value;
}

export function isPossibly(value: Value): boolean {
  return 'mayBeMissing' in value && value.mayBeMissing === true;
}

/** What `part` of a literal is: it isn't there where the literal isn't. */
export function partOf(whole: Value, part: Value): Value {
  return whole.kind !== 'sdk' && isPossibly(whole) ? possibly(part) : part;
}

/** Whether nothing is known of a value, not even what it may hold. */
export function isUnknown(value: Value): boolean {
  return isOpen(value) && value.holds === undefined && value.elements === undefined;
}

/** Whether a value may be anything, whatever it may hold. */
export function isOpen(value: Value): value is Extract<Value, { kind: 'unknown' }> {
  return value.kind === 'unknown' && value.oneOf === undefined;
}

function isOneOf(value: Value): value is Extract<Value, { kind: 'unknown' }> {
  return value.kind === 'unknown' && value.oneOf !== undefined;
}

/** What a value may be, each on its own, where that is known of several; else itself. */
export function alternativesOf(value: Value): readonly Value[] {
  return value.kind === 'unknown' && value.oneOf !== undefined ? value.oneOf : [value];
}

/** Whether two values say the same. */
export function sameValue(one: Value, other: Value): boolean {
  let [a, b]: [Value | undefined, Value | undefined] = [one, other];
  for (; a !== undefined && b !== undefined && a !== b; [a, b] = [heldBy(a), heldBy(b)])
    if (keyOfOuter(a) !== keyOfOuter(b)) return false;
  return a === b;
}

/** What a value holds, or was read from. */
export function heldBy(value: Value): Value | undefined {
  if (value.kind === 'state-hook') return value.state;
  if (value.kind === 'typed') return value.beside;
  return value.kind === 'ref' ? value.value : value.kind === 'sdk' ? value.from : undefined;
}

/** What tells objects apart in a key. */
let last = 0;

export const numberOf = memoize<object, number>(() => (last += 1));

/** What is taken for a type of the repository's own that lists its members; of another type, for what it is. */
export function castAs(value: Value, type: Value): Value {
  if (value.kind !== 'sdk') return value;
  const castTo = type.kind === 'typed' ? type : undefined;
  return castTo === undefined && value.castTo === undefined ? value : { ...value, castTo };
}

/** What a value is in a few characters, what it was read from left out. */
export function keyOfValue(value: Value): string {
  let key = '';
  let inner = value;
  for (; inner.kind === 'ref' || inner.kind === 'state-hook'; inner = heldBy(inner) ?? UNKNOWN) key += `${inner.kind} `;
  return key + keyOfOuter(inner);
}

/** What tells one of several values from the others in a few characters: of the SDK's, that is its type. */
export function keyOfAlike(value: Value): string {
  if (value.kind === 'sdk') return value.type;
  if (value.kind === 'foreign') return value.kind;
  return 'node' in value ? `${value.kind} ${String(numberOf(value.node))}` : keyOfOuter(value);
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
        value.castTo === undefined ? '' : keyOfOuter(value.castTo),
      ].join();
    case 'sdk-module':
      return [value.kind, value.name, place, unit].join();
    case 'unknown':
      return [
        value.kind,
        isMissing,
        // In whichever order they were found.
        value.oneOf
          ?.map(keyOfOuter)
          .sort((a, b) => (a < b ? -1 : 1))
          .join('|'),
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
      return [value.kind, place, unit, isMissing, value.kind === 'object' && value.isKept, keyOfHeld(value)].join();
  }
}

function keyOfHeld(value: Value): string {
  return 'holds' in value && value.holds !== undefined ? keyOfOuter(value.holds) : '';
}

/** What a hook keeps may be the one of a rendering long ago, and so may what that holds. */
export function keptByHook(value: Value, at: ts.Node, unit: Unit): Value {
  if (value.kind === 'object') return { ...value, isKept: true };
  if (isOneOf(value)) return { ...value, oneOf: value.oneOf?.map((one) => keptByHook(one, at, unit)) };
  return value.kind === 'sdk' ? { ...value, origin: at, unit, from: undefined } : value;
}
