import type { MetadataField } from '../../api-change.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import type { Origin } from '../../recognise/params/metadata-origins.ts';
import { withoutRemoved } from '../../recognise/params/removed.ts';
import { isOrEmpty, type Change } from '../decision/change.ts';
import type { Context } from '../decision/context.ts';
import { mergesAnything, type Cause } from '../decision/decision.ts';
import type { CallDecision, SplitParams } from '../decision/plan.ts';
import { mayTakeOff } from './pattern-type.ts';
import { planSplit, tellsMissing } from './split.ts';

/** What is known of an object that has to be taken apart when the program runs. */
export interface RunTimeParams {
  /** The metadata fields that it may have; undefined where that can't be told. */
  readonly fields: readonly MetadataField[] | undefined;
  /** Whether it has one of them for certain. */
  readonly isCertain: boolean;
  /** Whether it has none beside `fields`: a type may not list all that an object holds. */
  readonly isClosed: boolean;
  /** Where the metadata comes from, where that isn't in the call itself. */
  readonly origins?: readonly Origin[];
}

/**
 * Takes params apart when the program runs: `const { publicMetadata, ...rest } = params`, the general call with the
 * rest, and the metadata call if a field is set. docs/semantics.md, "Params that aren't a literal in the call".
 */
export function decideRunTimeSplit(
  site: UpdateCall,
  params: RunTimeParams,
  context: Context,
  changes: readonly Change[] = [],
): CallDecision {
  const { isCertain, isClosed, origins } = params;
  const left = withoutRemoved(site.params, site.change.fields, context.unit);
  const every: readonly MetadataField[] = left.length > 0 ? left : site.change.fields;
  const listed = every.filter((field) => params.fields === undefined || params.fields.includes(field));
  const mayBeEmpty = isOrEmpty(changes, site.params);
  // A type may not list all that an object holds: whoever wants to be sure takes every field. So does the type of what
  // the update takes, which lists all.
  const isPartial = site.change.replace !== null && !isClosed && listed.length < every.length;
  const isLeftOver =
    isPartial && context.options.exact !== true && mayTakeOff(listed, site.params, mayBeEmpty, context.unit);
  const taken = listed.length === 0 || (isPartial && !isLeftOver) ? every : listed;
  const causes: Cause[] = [];
  if (site.change.replace === null) causes.push(...mergesAnything(site.params, origins));
  else if (isPartial && taken !== every) causes.push({ code: 'split-at-run-time', node: site.params, origins });
  if (causes.length > 0 && context.options.exact === true) return { kind: 'refusal', causes };
  const isAnnotated = !mayTakeOff(taken, site.params, mayBeEmpty, context.unit);
  // By the type of what the browser's update takes, its metadata may be missing.
  const isGuarded = !isCertain || (isAnnotated && site.change.replace === null);
  const leavesOut = tellsMissing(context.unit);
  const split: SplitParams = {
    kind: 'run-time',
    fields: taken,
    isGuarded,
    copiedBy: undefined,
    isAnnotated,
    leavesOut,
  };
  const plan = planSplit(
    { site, method: site.change.replace ?? site.change.merge, changes, params: split },
    context.unit,
  );
  return plan === undefined
    ? { kind: 'refusal', causes: [{ code: 'cannot-split', node: site.call }] }
    : { kind: 'rewrite', plan, causes };
}
