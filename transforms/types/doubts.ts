import type { ts } from 'ts-morph';
import type { TypeReader } from './type-reader.ts';

/** What a value may be although its type doesn't say so, as a set. */
export type Doubt = number;

export const NONE: Doubt = 0;
/** Undefined. */
export const MISSING: Doubt = 1;
/** Anything. */
export const ANYTHING: Doubt = 2;

/**
 * What is asked of a value: whether it may be something else itself, or whether something that it holds, or gives when
 * it is called, may be.
 */
export interface DoubtQuestion {
  readonly node: ts.Node;
  readonly of: 'itself' | 'inside';
}

/** What such a question is answered with. */
export interface Doubting {
  readonly reader: TypeReader;
  readonly doubtOf: (node: ts.Node) => Doubt;
  readonly doubtInside: (node: ts.Node) => Doubt;
  /** What files put into a variable or property. */
  readonly putInto: (symbol: ts.Symbol) => readonly Put[];
}

/** A way in which something gets into a variable or a property. */
export type Put =
  | { readonly kind: 'value'; readonly value: ts.Expression }
  /** Something that it holds is given this: `list[0] = value`, `list.push(value)`. */
  | { readonly kind: 'element'; readonly value: ts.Expression }
  /** `Object.assign(object, source)`, which may have the property. */
  | { readonly kind: 'source'; readonly source: ts.Expression; readonly name: string }
  /** A part of a pattern, a loop's head. */
  | { readonly kind: 'unseen' }
  /** Something of whatever type. */
  | { readonly kind: 'anything' };

/** What any of several may be. */
export function anyOf<T>(parts: readonly T[], doubt: (part: T) => Doubt): Doubt {
  return parts.reduce((known, part) => (known === (MISSING | ANYTHING) ? known : known | doubt(part)), NONE);
}
