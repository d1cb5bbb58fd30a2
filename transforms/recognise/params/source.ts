import type { ts } from 'ts-morph';
import type { Unit } from '../../language/unit.ts';

/** Where an object may be made, and what is put on it. */
export type Place =
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression }
  /** A property that is put on it later. */
  | { readonly kind: 'assigned'; readonly node: ts.Node; readonly name: string }
  /** It may have other properties, none of them metadata: it is what a pattern leaves over, or handed to a logger. */
  | { readonly kind: 'general' }
  | { readonly kind: 'missing' }
  /** No place of its own: the type that is written for the object on the way. */
  | { readonly kind: 'typed'; readonly type: TypeOnTheWay }
  /** `put`: what is put on it there, in the place of what the view says. */
  | { readonly kind: 'unseen'; readonly node: ts.Node; readonly put?: Put };

/** A place, and how much of what is made there arrives. */
export type Source = Place & Extent;

export interface Extent {
  /** Whether its properties go into another object. */
  readonly isPart: boolean;
  /** What is taken out on the way, by a pattern or as a copy is made; undefined where nothing copies it. */
  readonly without: ReadonlySet<string> | undefined;
  /** What puts it on an object that is there already; undefined where the object is made of it. */
  readonly put: Put | undefined;
}

/**
 * What is put on an object past its type, which says nothing of it: all that `of` holds, by the type of that, or anything
 * where `of` is undefined.
 */
export interface Put {
  readonly of: ts.Expression | undefined;
  readonly unit: Unit;
}

/**
 * A type that is written for an object, or for a part of it; it says that the object may be missing where `isOptional`.
 */
export interface TypeOnTheWay {
  readonly node: ts.TypeNode;
  readonly unit: Unit;
  readonly isOptional: boolean;
}

export const GENERAL: Place = { kind: 'general' };
export const MISSING: Place = { kind: 'missing' };

export function unseen(node: ts.Node): Place[] {
  return [{ kind: 'unseen', node }];
}

/** Whether what is done to an object may put one of the properties on it. */
export function mayAdd(source: Source, names: readonly string[]): boolean {
  const left = names.filter((name) => source.without?.has(name) !== true);
  switch (source.kind) {
    case 'assigned':
      return left.includes(source.name);
    case 'general':
    case 'missing':
    case 'typed':
      return false;
    case 'literal':
    case 'unseen':
      return left.length > 0;
  }
}
