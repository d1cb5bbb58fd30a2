import type { MetadataField, Surface } from './api-change.ts';
import type { ReasonCode } from './reasons.ts';

/**
 * What a finding is about. Those of a {@link MergingKind} are there only where `mergingCalls` asks for them;
 * `new-method`, a call of one of the new methods that the SDK doesn't have yet, only where `newMethods` does.
 */
export type FindingKind = 'call' | 'http' | 'method-alias' | 'test-double' | 'declaration' | 'new-method' | MergingKind;

/**
 * What a call of a merging method may be about.
 *
 * - `stored-spread`: it sends the stored object back along with the patch.
 * - `left-out-key`: it leaves a key out of the stored object, which removes nothing.
 * - `undefined-value`: `undefined` at a key, which removes nothing.
 * - `empty-merge`: `{}` as a whole field, which does nothing.
 */
export type MergingKind = 'stored-spread' | 'left-out-key' | 'undefined-value' | 'empty-merge';

/**
 * What the codemod may do with a finding.
 *
 * - `exact`: the rewrite is provably the same program.
 * - `review`: rewritten, and may store something else in a case that the reason names.
 * - `manual`: left as it is; a person must decide.
 * - `ignored`: silenced by a `clerk-metadata-ignore` comment.
 */
export type Verdict = 'exact' | 'review' | 'manual' | 'ignored';

/**
 * A replacement in the original text: `text` takes the place of `[start, end)`.
 * Offsets are UTF-16 code units, 0-based, of the decoded text without its byte order mark.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A place in a file: 1-based line and column, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** From one place to another, which isn't part of it any more. */
export interface Range {
  readonly from: Position;
  readonly to: Position;
}

/** Why a finding has its verdict, and the place that caused it (1-based, columns in UTF-16 code units). */
export interface Reason extends Position {
  readonly code: ReasonCode;
  /** The reason's sentence, and a second one where there are `origins`. */
  readonly message: string;
  /** Where metadata may come from that isn't in the call itself, and which; left out where there is nothing to say. */
  readonly origins?: readonly ReasonOrigin[];
}

/** A place from which metadata may come into a call. */
export interface ReasonOrigin extends Position {
  readonly fields: readonly MetadataField[];
}

/** One place, mostly a call, that the API change concerns, what may be done with it, and how. */
export interface Finding {
  readonly kind: FindingKind;
  readonly surface: Surface;
  /**
   * The method as called: `updateUser`, `updateOrganization` or `update`; of a request the HTTP method and the path,
   * `PATCH /v1/me`.
   */
  readonly method: string;
  /** The metadata method of the rewrite, or the HTTP method and the path; null where nothing is rewritten. */
  readonly target: string | null;
  /** How many requests it makes once it is rewritten: 2 where the call becomes two. */
  readonly requests: 1 | 2;
  /** The metadata fields that the call writes, in source order; empty where they can't be seen. */
  readonly fields: readonly MetadataField[];
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  /** Offset of the call expression, receiver included, `await` not. */
  readonly start: number;
  /** Offset behind the call expression. */
  readonly end: number;
  readonly from: Position;
  readonly to: Position;
  /** The name of the method, or what else an editor underlines: inside of `from` and `to`. */
  readonly mark: Range;
  /** In source order, never overlapping; empty for `ignored`, and for `manual` unless a TODO comment was asked for. */
  readonly edits: readonly Edit[];
}
