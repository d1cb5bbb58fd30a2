import type { ts } from 'ts-morph';
import { REASONS, type ReasonCode } from '../../reasons.ts';
import type { Origin } from '../../recognise/params/metadata-origins.ts';

/** A reason and the node that caused it. */
export interface Cause {
  readonly code: ReasonCode;
  readonly node: ts.Node;
  /** Where metadata may come from that isn't in the call itself, and which. */
  readonly origins?: readonly Origin[] | undefined;
}

/**
 * What is decided about one place: what to write there, or why a person must look. A rewrite without causes is proved.
 */
export type Decision<Plan> =
  | { readonly kind: 'rewrite'; readonly plan: Plan; readonly causes: readonly Cause[] }
  | { readonly kind: 'refusal'; readonly causes: readonly Cause[] };

export type DecisionVerdict = 'exact' | 'review' | 'manual';

/** The one way from a decision to its verdict. */
export function verdictOf(decision: Decision<unknown>): DecisionVerdict {
  if (decision.kind === 'refusal') return 'manual';
  return decision.causes.some(({ code }) => REASONS[code].weight === 'review') ? 'review' : 'exact';
}

const STRENGTHS: Readonly<Record<DecisionVerdict, number>> = { manual: 1, review: 2, exact: 3 };

/** How little a decision leaves to a person. Where there is nothing to decide, there is nothing left. */
export function strengthOf(decision: Decision<unknown> | undefined): number {
  return STRENGTHS[decision === undefined ? 'exact' : verdictOf(decision)];
}

/** Whether nothing is left to a person. */
export function isSettled(decision: Decision<unknown> | undefined): boolean {
  return strengthOf(decision) === STRENGTHS.exact;
}
