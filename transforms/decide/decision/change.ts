import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';

/**
 * What takes the place of undefined. Below a field, whose key the old form dropped: null, which removes the key. For a
 * field as a whole, of which nothing was sent: an object without keys, which changes nothing either.
 */
export type InsteadOfUndefined = 'null' | '{}';

/** What takes the place of the stored value, which is to stay what it is, null or absent included. */
export type InsteadOfStored = 'undefined' | '{}';

/** What happens to a node of a metadata value when its call becomes a merge. The edit step turns these into text. */
export type Change =
  /** An element of an object literal, and its comma, goes. */
  | { readonly kind: 'remove-element'; readonly node: ts.ObjectLiteralElementLike }
  /** An argument of a call, and its comma, goes. */
  | { readonly kind: 'remove-argument'; readonly node: ts.Expression }
  /** The value `undefined`, or the stored one, becomes something else. */
  | {
      readonly kind: 'undefined-to';
      readonly node: ts.Expression;
      readonly other: InsteadOfUndefined | InsteadOfStored;
    }
  /** A value that may be undefined, or missing params, get `?? other`; a shorthand property becomes `key: key ?? other`. */
  | { readonly kind: 'or-else'; readonly node: ts.Expression; readonly other: InsteadOfUndefined }
  /** A key that is deleted from a copy is set to null in what takes the copy's place. */
  | { readonly kind: 'delete-to-null'; readonly node: ts.DeleteExpression }
  /** A variable gets the type of an object that may have the keys which are assigned later. */
  | { readonly kind: 'let-any-key'; readonly node: ts.Identifier; readonly type: string }
  /** An object that is there gets `!`, where a cast says that it may not be: what is written there can't be asked. */
  | { readonly kind: 'present'; readonly node: ts.Expression }
  /** A metadata field without keys goes in front of the spread that may give it. */
  | { readonly kind: 'empty-before'; readonly node: ts.SpreadAssignment; readonly field: MetadataField }
  /** An object that may be without a metadata field is spread behind one without keys: `{ field: {}, ...node }`. */
  | { readonly kind: 'spread-behind-empty'; readonly node: ts.Expression; readonly field: MetadataField }
  /**
   * Nulls for the subject's stored keys go in front of what an object holds, so that merging it replaces the whole
   * field.
   */
  | {
      readonly kind: 'clear-keys';
      readonly node: ts.ObjectLiteralExpression;
      readonly field: MetadataField;
      /** The name of the language's `Object`. */ readonly by: string;
    }
  /** A copy without keys becomes those keys, set to null: the copy itself, or the spread of it that starts a patch. */
  | { readonly kind: 'nulls'; readonly node: ts.Expression | ts.SpreadAssignment; readonly keys: readonly string[] }
  /** A statement that nothing needs any more goes. */
  | { readonly kind: 'remove-statement'; readonly node: ts.Statement }
  /** An element of a destructuring pattern goes. */
  | { readonly kind: 'remove-binding'; readonly node: ts.BindingElement }
  /** A variable is replaced by an object of elements that stand elsewhere, with what changes in them. */
  | {
      readonly kind: 'repeat';
      readonly node: ts.Identifier;
      readonly elements: readonly ts.ObjectLiteralElementLike[];
      readonly changes: readonly Change[];
    }
  /** A node is replaced by another inside of it. */
  | { readonly kind: 'replace-by'; readonly node: ts.Expression; readonly by: ts.Expression };

/** Whether a cast goes, and what it casts stays. */
export function takesCastOff({ kind, node }: Change): boolean {
  return kind === 'replace-by' && ts.isAssertionExpression(node);
}

/** Whether params that may be missing become an object without keys. */
export function isOrEmpty(changes: readonly Change[], params: ts.Expression): boolean {
  return changes.some(({ kind, node }) => kind === 'or-else' && node === params);
}
