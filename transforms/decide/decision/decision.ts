import type { ts } from 'ts-morph';
import { REASONS, type ReasonCode } from '../../reasons.ts';
import type { Origin } from '../../recognise/params/metadata-origins.ts';

/** A reason and the node that caused it. */
export interface Cause {
  readonly code: ReasonCode;
  readonly node: ts.Node;
  /** Where metadata may come from that isn't in the call itself, and which. */
  readonly origins?: readonly Origin[] | undefined;
  /** The keys that it is about, where the node doesn't name them. */
  readonly removed?: readonly string[] | undefined;
}

/**
 * What is decided about one place: what to write there, or why a person must look. A rewrite without causes is proved.
 */
export type Decision<Plan> =
  | { readonly kind: 'rewrite'; readonly plan: Plan; readonly causes: readonly Cause[] }
  | { readonly kind: 'refusal'; readonly causes: readonly Cause[] };

/** What there is to say where what used to replace the stored value is merged, whatever it is. */
export function mergesAnything(node: ts.Node, origins?: readonly Origin[]): Cause[] {
  return [
    { code: 'replace-becomes-merge', node, origins },
    { code: 'empty-clears-nothing', node },
  ];
}

export type DecisionVerdict = 'exact' | 'review' | 'manual';

/** The one way from a decision to its verdict. */
export function verdictOf(decision: Decision<unknown>): DecisionVerdict {
  if (decision.kind === 'refusal') return 'manual';
  return decision.causes.some(({ code }) => REASONS[code].weight === 'review') ? 'review' : 'exact';
}

/** The same where only exact rewrites are wanted: what would have to be reviewed is left to a person. */
export function ifExact<Plan>(decision: Decision<Plan>, isExact: boolean | undefined): Decision<Plan> {
  return isExact === true && decision.kind === 'rewrite' && decision.causes.length > 0
    ? { kind: 'refusal', causes: decision.causes }
    : decision;
}

const STRENGTHS: Readonly<Record<DecisionVerdict, number>> = { manual: 1, review: 2, exact: 3 };

/** How little a decision leaves to a person. Where there is nothing to decide, there is nothing left. */
function strengthOf(decision: Decision<unknown> | undefined): number {
  return STRENGTHS[decision === undefined ? 'exact' : verdictOf(decision)];
}

interface Decidable {
  readonly decided: { readonly decision: Decision<unknown> } | undefined;
}

/** What is decided when more is known, unless that leaves more to a person. */
export function stronger<T extends Decidable>(before: T | undefined, after: T): T {
  const isWeaker = before !== undefined && strengthOf(before.decided?.decision) > strengthOf(after.decided?.decision);
  return isWeaker ? before : after;
}

/** Whether nothing is left to a person. */
export function isSettled(decision: Decision<unknown> | undefined): boolean {
  return strengthOf(decision) === STRENGTHS.exact;
}
