import type { ts } from 'ts-morph';
import type { Unit } from '../source/unit.ts';

/** Where an object may be made, and what is put on it. */
export type Source =
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression; readonly isPart: boolean }
  /** A property that is put on it later. */
  | { readonly kind: 'assigned'; readonly node: ts.Node; readonly name: string }
  /** What a pattern leaves over. */
  | { readonly kind: 'rest'; readonly taken: ReadonlySet<string>; readonly sources: readonly Source[] }
  /** Handed to what isn't in sight. That adds no metadata to it, but may change it in other ways. */
  | { readonly kind: 'handed'; readonly node: ts.Node }
  | { readonly kind: 'missing' }
  /** No place of its own: the type that is written for the object on the way. */
  | { readonly kind: 'typed'; readonly type: TypeOnTheWay }
  | { readonly kind: 'unseen'; readonly node: ts.Node };

/**
 * A type that is written for an object, or for a part of it; it says that the object may be missing where `isOptional`.
 */
export interface TypeOnTheWay {
  readonly node: ts.TypeNode;
  readonly unit: Unit;
  readonly isOptional: boolean;
}

export function unseen(node: ts.Node): Source[] {
  return [{ kind: 'unseen', node }];
}

/** The sources of an object whose properties another one takes over. */
export function partsOf(sources: readonly Source[]): Source[] {
  return sources
    .filter(({ kind }) => kind !== 'missing')
    .map((source) => (source.kind === 'literal' ? { ...source, isPart: true } : source));
}

/** Whether what is done to an object may put one of the properties on it. */
export function mayAdd(source: Source, names: readonly string[]): boolean {
  switch (source.kind) {
    case 'assigned':
      return names.includes(source.name);
    case 'handed':
    case 'missing':
    case 'typed':
      return false;
    case 'literal':
    case 'rest':
    case 'unseen':
      return true;
  }
}
