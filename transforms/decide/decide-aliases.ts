import type { ts } from 'ts-morph';
import type { AnalyzeOptions } from '../analyze-options.ts';
import type { ProjectView } from '../project.ts';
import { findMethodAliases, hasOpenAliases, type MethodAlias } from '../recognise/calls/method-aliases.ts';
import { decideAlias, type DecidedAlias } from './alias-plan.ts';
import { isSettled, strengthOf } from './decision/decision.ts';
import { withTypes } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';

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
  const settled = new Map(
    plain
      .filter(({ decided }) => isSettled(decided?.decision))
      .map((one): [ts.Node, DecidedMethodAlias] => [one.alias.node, one]),
  );
  const isUnsettled = settled.size < plain.length || hasOpenAliases(unit, new Set(settled.keys()));
  if (!isUnsettled || !dependsOnSdk()) return plain;
  const known = new Map(plain.map((one) => [one.alias.node, one]));
  return decideIn(withTypes(unit, options.types)).map((typed) => {
    const before = known.get(typed.alias.node);
    return before !== undefined && strengthOf(before.decided?.decision) >= strengthOf(typed.decided?.decision)
      ? before
      : typed;
  });
}
