import type { ts } from 'ts-morph';
import type { AnalyzeOptions } from '../options.ts';
import type { ProjectView } from '../project.ts';
import { REASONS } from '../reasons.ts';
import { findMethodAliases, hasOpenAliases, type MethodAlias } from '../recognise/aliases.ts';
import { decideAlias, type DecidedAlias } from './aliases.ts';
import { withTypes, type Context } from './context.ts';

export interface DecidedMethodAlias {
  readonly alias: MethodAlias;
  /** Undefined where none of its calls carries metadata. */
  readonly decided: DecidedAlias | undefined;
}

/** Finds and decides the methods that are taken off their objects: first by what the file shows, then, for what that leaves open, with types. */
export function decideAliases(context: Context, options: AnalyzeOptions, project: ProjectView): DecidedMethodAlias[] {
  const dependsOnSdk = (): boolean => project.dependsOnSdk(context.unit.fileName);
  const decideIn = (within: Context): DecidedMethodAlias[] => findMethodAliases(within.unit, within.tracer, dependsOnSdk).map((alias) => ({ alias, decided: decideAlias(alias, within) }));
  const plain = decideIn(context);
  const settled = new Map(plain.filter(({ decided }) => strengthOf(decided) === SETTLED).map((one): [ts.Node, DecidedMethodAlias] => [one.alias.node, one]));
  if (options.types === undefined || !dependsOnSdk() || !hasOpenAliases(context.unit, new Set(settled.keys()))) return plain;
  const known = new Map(plain.map((one) => [one.alias.node, one]));
  return decideIn(withTypes(context, options.types, project, options.packages)).map((typed) => {
    const before = known.get(typed.alias.node);
    return before !== undefined && strengthOf(before.decided) >= strengthOf(typed.decided) ? before : typed;
  });
}

const SETTLED = 3;

/** How much a decision leaves to a person: a refusal most, a rewrite with doubts some, a proof nothing. */
function strengthOf(decided: DecidedAlias | undefined): number {
  if (decided === undefined) return SETTLED;
  const { decision } = decided;
  if (decision.kind === 'refusal') return 1;
  return decision.causes.some(({ code }) => REASONS[code].weight === 'review') ? 2 : SETTLED;
}
