import type { ProjectView } from './project.ts';
import type { Area, FrontendReplace, Todo } from './settings.ts';
import type { TypeOracle } from './type-oracle.ts';

export interface AnalyzeOptions {
  /** Make only rewrites that are provably the same program. Default false. */
  readonly exact?: boolean;
  /**
   * Leave the calls that need a review as they are: their findings have no edits, and neither has what only follows
   * them. Default false.
   */
  readonly skipReview?: boolean;
  /** Delete what the rewrite leaves unused, where nothing else is lost by that. Default false. */
  readonly removeUnused?: boolean;
  /** How a full replacement on the frontend is written. Default `merge`. */
  readonly frontendReplace?: FrontendReplace;
  /** The surfaces to look at; default all. */
  readonly only?: readonly Area[];
  /**
   * Give each `manual` finding the edit that leaves a `TODO(clerk-metadata)` comment before its statement, once;
   * `review`: those to review, too. Default false.
   */
  readonly todo?: boolean | Todo;
  /** Modules of one's own that pass on what one of the SDK's packages exports: the specifier and the package. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Also look at calls of the merging methods themselves: what in them does nothing, or too much. Default false. */
  readonly mergingCalls?: boolean;
  /** Also look for calls of the new methods beside an SDK that lacks them. Default false. */
  readonly newMethods?: boolean;
  /**
   * Leave `review` edits out of the `exact` findings around them, so that each finding's edits can be made alone.
   * Default false.
   */
  readonly isolatedFixes?: boolean;
  /** What is known of the files around this one. Default: nothing. */
  readonly project?: ProjectView;
  /** Who answers questions about types. Default: nobody; then only what the file and its neighbours show counts. */
  readonly types?: TypeOracle;
}

/** Whether `exact` edits may be made without the `review` ones of the same file. */
export function isolatesReviews({ isolatedFixes, skipReview }: AnalyzeOptions): boolean {
  return isolatedFixes === true || skipReview === true;
}
