import { ts } from 'ts-morph';
import type { AnalyzeOptions } from '../analyze-options.ts';
import type { MetadataField } from '../api-change.ts';
import type { ProjectView } from '../project.ts';
import { findMethodAliases, hasOpenAliases, type MethodAlias } from '../recognise/calls/method-aliases.ts';
import { unwrap } from '../syntax.ts';
import type { Change } from './decision/change.ts';
import type { Context } from './decision/context.ts';
import { decide } from './decide.ts';
import { isSettled, stronger, type Cause, type Decision } from './decision/decision.ts';
import { withTypes } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';

/** The method is taken off under another name, and what its calls are given changes. */
export interface AliasPlan {
  readonly method: string;
  readonly nameNode: ts.Node;
  readonly receiver: ts.Expression;
  readonly changes: readonly Change[];
}

export interface DecidedAlias {
  readonly fields: readonly MetadataField[];
  readonly decision: Decision<AliasPlan>;
}

export interface DecidedMethodAlias {
  readonly alias: MethodAlias;
  /** Undefined where none of its calls carries metadata. */
  readonly decided: DecidedAlias | undefined;
}

/**
 * Finds and decides the methods that are taken off their objects: first by what the file shows, then, for what that
 * leaves open, with types.
 */
export function decideAliases(unit: Unit, options: AnalyzeOptions, project: ProjectView): DecidedMethodAlias[] {
  const dependsOnSdk = (): boolean => project.dependsOnSdk(unit.fileName);
  const decideIn = (within: Unit): DecidedMethodAlias[] =>
    findMethodAliases(within, dependsOnSdk).map((alias) => ({
      alias,
      decided: decideAlias(alias, { unit: within, options }),
    }));
  const plain = decideIn(unit);
  if (options.types === undefined) return plain;
  const settled = plain.filter(({ decided }) => isSettled(decided?.decision));
  const isUnsettled =
    settled.length < plain.length || hasOpenAliases(unit, new Set(settled.map(({ alias }) => alias.node)));
  if (!isUnsettled || !dependsOnSdk()) return plain;
  const known = new Map(plain.map((one) => [one.alias.node, one]));
  return decideIn(withTypes(unit, options.types)).map((typed) => stronger(known.get(typed.alias.node), typed));
}

/**
 * Decides about a method that is taken off its object: where all its calls are in sight and become calls of one other
 * method, that one is taken off instead. Undefined where none of the calls carries metadata.
 */
export function decideAlias({ node, calls }: MethodAlias, context: Context): DecidedAlias | undefined {
  const refuse = (fields: readonly MetadataField[], causes: readonly Cause[]): DecidedAlias => ({
    fields,
    decision: { kind: 'refusal', causes },
  });
  const takenOff: Cause = { code: 'method-taken-off', node };
  if (calls === undefined) return refuse([], [takenOff]);
  const decided = calls.map((site) => decide(site, context));
  if (decided.every((one) => one === undefined)) return undefined;
  const fields = [...new Set(decided.flatMap((one) => one?.fields ?? []))];
  const plans = decided.flatMap((one) =>
    one?.decision.kind === 'rewrite' && one.decision.plan.kind === 'rename' ? [one.decision.plan] : [],
  );
  const causes = decided.flatMap((one) => one?.decision.causes ?? []);
  const [plan, ...others] = plans;
  const [site] = calls;
  const isOne =
    plan !== undefined && plans.length === calls.length && others.every(({ method }) => method === plan.method);
  // Nulls for the stored keys read the object again, which has to have a name for that.
  const reads = plans.some(({ changes }) => changes.some(({ kind }) => kind === 'clear-keys'));
  if (!isOne || site === undefined || (reads && !ts.isIdentifier(unwrap(site.callee.object)))) {
    const refusals = decided.flatMap((one) => (one?.decision.kind === 'refusal' ? one.decision.causes : []));
    return refuse(fields, [takenOff, ...refusals]);
  }
  const { nameNode, object } = site.callee;
  return {
    fields,
    decision: {
      kind: 'rewrite',
      plan: { method: plan.method, nameNode, receiver: object, changes: plans.flatMap(({ changes }) => changes) },
      causes,
    },
  };
}
