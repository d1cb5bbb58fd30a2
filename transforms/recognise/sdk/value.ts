import type { ts } from 'ts-morph';
import type { Shape } from './shapes.ts';
import type { Unit } from '../source/unit.ts';

/** What an expression is, as far as the file and its neighbours show. */
export type Value =
  /** An object or function of the SDK. */
  | {
      readonly kind: 'sdk';
      readonly shape: Shape;
      /** What made it: the call that fetched a user, the property read of a written type, the import. */
      readonly origin: ts.Node;
      readonly unit: Unit;
      /** The object that it was read from or that its method was called on; undefined at the root. */
      readonly from: SdkValue | undefined;
      readonly mayBeMissing?: boolean | undefined;
      /** What its type leaves of it (`Pick`); undefined where that is all. */
      readonly members?: readonly string[];
    }
  | { readonly kind: 'object'; readonly node: ts.ObjectLiteralExpression; readonly unit: Unit; readonly mayBeMissing?: boolean | undefined }
  | { readonly kind: 'array'; readonly node: ts.ArrayLiteralExpression; readonly unit: Unit; readonly mayBeMissing?: boolean | undefined }
  | { readonly kind: 'function'; readonly node: ts.FunctionLikeDeclaration; readonly unit: Unit }
  | { readonly kind: 'class'; readonly node: ts.ClassLikeDeclaration; readonly unit: Unit }
  | { readonly kind: 'instance'; readonly node: ts.ClassLikeDeclaration; readonly unit: Unit }
  /** Something whose members are written in a type. */
  | { readonly kind: 'typed'; readonly node: ts.TypeLiteralNode | ts.InterfaceDeclaration; readonly unit: Unit }
  /** What holds a value: a ref of Vue's, a store of Svelte's. */
  | { readonly kind: 'ref'; readonly value: Value }
  /** A component of Vue's, as its own functions see it. */
  | { readonly kind: 'component'; readonly node: ts.ObjectLiteralExpression; readonly unit: Unit }
  /** A module of the repository, or one of the SDK's. */
  | { readonly kind: 'module'; readonly unit: Unit }
  | { readonly kind: 'sdk-module'; readonly name: string; readonly node: ts.Node; readonly unit: Unit }
  | { readonly kind: 'nullish' }
  /** Provably nothing that the API change concerns; `ofSdk`: it comes from the SDK, so that all that comes from it is a stranger, too. */
  | { readonly kind: 'stranger'; readonly ofSdk: boolean }
  | { readonly kind: 'unknown' };

export type SdkValue = Extract<Value, { kind: 'sdk' }>;

export const STRANGER: Value = { kind: 'stranger', ofSdk: false };
export const SDK_STRANGER: Value = { kind: 'stranger', ofSdk: true };
export const UNKNOWN: Value = { kind: 'unknown' };
export const NULLISH: Value = { kind: 'nullish' };

/** What is `value`, or isn't there. */
export function possibly(value: Value): Value {
  return value.kind === 'sdk' || value.kind === 'object' || value.kind === 'array' ? { ...value, mayBeMissing: true } : value;
}

/** What `part` of a literal is: it isn't there where the literal isn't. */
export function partOf(whole: Value, part: Value): Value {
  return (whole.kind === 'object' || whole.kind === 'array') && whole.mayBeMissing === true ? possibly(part) : part;
}

/** What one of several values is: the same shape from each, or nothing that can be said. Null and undefined can't be called on, so they are no other shape. */
export function join(values: readonly Value[]): Value {
  const present = values.filter((value) => value.kind !== 'nullish');
  if (present.length === 0) return values.length === 0 ? UNKNOWN : NULLISH;
  return present.length === values.length ? joinPresent(present) : possibly(joinPresent(present));
}

function joinPresent(present: readonly Value[]): Value {
  const [first, ...rest] = present;
  if (first === undefined) return UNKNOWN;
  if (rest.length === 0) return first;
  if (first.kind === 'sdk' && rest.every((value) => value.kind === 'sdk' && value.shape === first.shape)) {
    // Which of them it is can't be told, so neither can where it came from.
    return { ...first, origin: first.unit.source, from: undefined };
  }
  if (rest.every((value) => 'node' in first && 'node' in value && value.kind === first.kind && value.node === first.node)) return first;
  return present.every((value) => value.kind === 'stranger') ? STRANGER : UNKNOWN;
}
