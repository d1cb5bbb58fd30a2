import type { Surface } from './api-change.ts';
import type { Finding, Position } from './finding.ts';
import { LONE_FILE, type ProjectView } from './project.ts';

export interface AnalyzeOptions {
  /** Make only rewrites that are provably the same program. Default false. */
  readonly exact?: boolean;
  /** How a full replacement on the frontend is written. Default `merge`. */
  readonly frontendReplace?: 'merge' | 'null-keys';
  /** The surfaces to look at; default all. */
  readonly only?: readonly (Surface | 'http')[];
  /** Give each `manual` finding the edit that leaves a `TODO(clerk-metadata)` comment before its statement, once. Default false. */
  readonly todo?: boolean;
  /** What is known of the files around this one. Default: nothing. */
  readonly project?: ProjectView;
}

/** Where and why a text could not be parsed. */
export interface SyntaxProblem extends Position {
  readonly message: string;
}

export type Analysis =
  | { readonly kind: 'analyzed'; readonly findings: readonly Finding[] }
  | { readonly kind: 'syntax-error'; readonly problem: SyntaxProblem };

/**
 * Finds the calls in `text` that API version 2026-05-12 concerns, and decides and plans the rewrite of each.
 *
 * @param text the file's decoded text, without a byte order mark
 * @param fileName absolute, with forward slashes; its extension says what language the text is in
 * @returns the findings in source order, or the first syntax error; it throws nothing
 */
export function analyze(text: string, fileName: string, options: AnalyzeOptions = {}): Analysis {
  void text;
  void fileName;
  void (options.project ?? LONE_FILE);
  return { kind: 'analyzed', findings: [] };
}
