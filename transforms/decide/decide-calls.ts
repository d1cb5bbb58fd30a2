import type { ts } from 'ts-morph';
import type { Surface } from '../api-change.ts';
import type { AnalyzeOptions } from '../analyze-options.ts';
import type { ProjectView } from '../project.ts';
import { findUpdateCalls, hasOpenCalls, type UpdateCall } from '../recognise/calls/update-calls.ts';
import { isSilenced } from '../language/silence.ts';
import { decide, type Decided } from './decide.ts';
import { isSettled, stronger } from './decision/decision.ts';
import { withTypes } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';
import type { Context } from './decision/context.ts';

export interface DecidedCall {
  readonly site: UpdateCall;
  /** Undefined where the call provably carries no metadata. */
  readonly decided: Decided | undefined;
}

export interface CallsToDecide {
  readonly unit: Unit;
  readonly options: AnalyzeOptions;
  readonly project: ProjectView;
  readonly isWanted: (surface: Surface) => boolean;
}

/**
 * Finds and decides the calls of a file, in source order: first by what the file and its neighbours show, then, for
 * what that leaves open, with types. What is proved without types stays as it is, and a verdict that types would make
 * weaker does, too.
 */
export function decideCalls({ unit, options, project, isWanted }: CallsToDecide): DecidedCall[] {
  const dependsOnSdk = (): boolean => project.dependsOnSdk(unit.fileName);
  const context: Context = { unit, options };
  const plain = findUpdateCalls(unit, dependsOnSdk)
    .filter(({ surface }) => isWanted(surface))
    .map((site): DecidedCall => ({ site, decided: decide(site, context) }));
  const needsNoTypes = (call: DecidedCall): boolean =>
    isSilenced(call.site.call) || (isSettled(call.decided?.decision) && !mayTypesTell(call, context));
  const settled = new Set(plain.filter(needsNoTypes).map(({ site }): ts.Node => site.call));
  if (options.types === undefined || (plain.length === settled.size && !hasOpenCalls(unit, settled))) return plain;
  const typed = withTypes(unit, options.types);
  const proven = new Set(plain.filter(({ site }) => site.receiver !== undefined).map(({ site }): ts.Node => site.call));
  const known = new Map<ts.Node, DecidedCall>(plain.map((call) => [call.site.call, call]));
  const wanted = { proven, found: new Set(known.keys()) };
  const sites = findUpdateCalls(typed, dependsOnSdk, wanted).filter(({ surface }) => isWanted(surface));
  return sites.map((site) => {
    const before = known.get(site.call);
    if (before !== undefined && settled.has(site.call)) return before;
    return stronger(before, { site, decided: decide(site, { unit: typed, options }) });
  });
}

/**
 * Whether types may tell more of a call than was proved without them: what is in an object that has to be taken apart,
 * or that a value merges to the same.
 */
function mayTypesTell({ site, decided }: DecidedCall, context: Context): boolean {
  if (isTakenApart(decided)) return true;
  if (context.options.exact !== true) return false;
  // Where only exact rewrites are wanted, a doubt that types may clear shows in the rewrite that is made otherwise.
  const otherwise = decide(site, { ...context, options: { ...context.options, exact: false } });
  return !isSettled(otherwise?.decision);
}

function isTakenApart(decided: Decided | undefined): boolean {
  return (
    decided?.decision.kind === 'rewrite' &&
    decided.decision.plan.kind === 'split' &&
    decided.decision.plan.params.kind === 'run-time'
  );
}
