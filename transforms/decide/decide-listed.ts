import type { ts } from 'ts-morph';
import { originOf } from '../flow/origins.ts';
import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import type { Origin } from '../recognise/params/metadata-origins.ts';
import type { ListedParams } from '../recognise/params/params.ts';
import type { Change } from './decision/change.ts';
import type { Context } from './decision/context.ts';
import type { CallDecision } from './decision/plan.ts';
import { decideWholeParams } from './metadata-call.ts';
import { fitOf, isMissingByType } from './fits-type.ts';
import { decideRunTimeSplit } from './split/run-time-split.ts';
import { NOTHING, NULLISH, UNKNOWN } from '../values/kinds/kinds.ts';
import { kindsOf } from '../values/kinds/possible-kinds.ts';
import type { Unit } from '../language/unit.ts';

/**
 * Params of which it is known what they may have. General updates take none at all, too; what has to be taken apart has
 * to be there.
 */
export function decideListed(site: UpdateCall, params: ListedParams, context: Context): CallDecision {
  const { fields, hasGeneral, mayHaveOthers, isClosed, isCertain, origins } = params;
  const changes = presenceChanges(site, params, context.unit);
  const fitting = hasGeneral ? undefined : fittingChanges(site, params, context.unit);
  return fitting !== undefined
    ? decideWholeParams(site, { fields, changes: fitting, origins: writable(origins, site) }, context)
    : decideRunTimeSplit(
        site,
        {
          fields: mayHaveOthers ? undefined : fields,
          isCertain: isCertain && fitOf(site, params, context.unit) === 'as-it-is',
          isClosed,
          origins: writable(origins, site),
        },
        context,
        changes,
      );
}

/** What TypeScript, or a value that may be missing, makes of params that have to be there. */
function presenceChanges(site: UpdateCall, { node, mayBeMissing, types }: ListedParams, unit: Unit): Change[] {
  if (isNeverNullish(node)) return despiteCast(site, unit);
  const isThereByValue = (kindsOf(node, unit) & (mayBeMissing ? NULLISH | UNKNOWN : NULLISH)) === NOTHING;
  return isThereByValue && !isMissingByType(site.params, types, unit)
    ? []
    : [{ kind: 'or-else', node: site.params, other: '{}' }];
}

/** What makes params as a whole fit the metadata method; undefined where nothing does. */
export function fittingChanges(site: UpdateCall, params: ListedParams, unit: Unit): Change[] | undefined {
  const fit = fitOf(site, params, unit);
  const [field] = site.change.fields;
  // What is spread needn't be there.
  if (fit === 'behind-empty' && field !== undefined) return [{ kind: 'spread-behind-empty', node: site.params, field }];
  return fit === 'no' ? undefined : presenceChanges(site, params, unit);
}

/** Params that are written in the call are there, though what they are cast to may say that they needn't be. */
export function despiteCast({ params }: UpdateCall, unit: Unit): Change[] {
  return isMissingByType(params, [], unit) ? [{ kind: 'present', node: params }] : [];
}

/** Whether an expression is an object by its form alone: the compiler objects to asking it. */
function isNeverNullish(expression: ts.Expression): boolean {
  const origin = originOf(expression);
  switch (origin.kind) {
    case 'same':
      return isNeverNullish(origin.of);
    case 'choice':
      return origin.of.every(isNeverNullish);
    case 'fallback':
      return isNeverNullish(origin.other);
    default:
      return origin.kind === 'object';
  }
}

/** Where metadata may come from that the call could write. */
export function writable(origins: readonly Origin[], { change }: UpdateCall): Origin[] {
  return origins
    .map(({ node, fields }) => ({ node, fields: fields.filter((field) => change.fields.includes(field)) }))
    .filter(({ fields }) => fields.length > 0);
}
