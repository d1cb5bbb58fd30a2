import { ts } from 'ts-morph';
import { parametersOf } from '../../../syntax.ts';
import type { Unit } from '../../../language/unit.ts';
import { callsOfFunction } from './calls-of-function.ts';
import { anyOf, perhaps, type Certainty } from '../../decision/certainty.ts';
import type { Sending } from '../before/happens-before.ts';
import { evaluateType } from '../../../recognise/evaluator/evaluator.ts';
import { fetchOf, type Fetch } from '../fetch/provenance.ts';
import type { StoredRead } from '../fetch/stored-read.ts';

/** A call in sight that hands a user on, which it has from somewhere. */
export interface Giving {
  readonly stored: StoredRead;
  readonly fetched: Fetch;
  /** The call, as if it sent the request. */
  readonly site: Sending;
  readonly unit: Unit;
  /** What it hands on: the user, or what has him. */
  readonly given: ts.Expression;
  /** Whether, by its type, the parameter that gets it is the user. */
  readonly isUser: boolean;
}

/**
 * Asks something of each call in sight that hands a user to the function, and of those that hand it to that one's.
 *
 * @param fetched where the user comes from, as far as the function shows
 */
export function anyGiving(
  { at }: Fetch,
  { stored, site, unit }: Pick<Giving, 'stored' | 'site' | 'unit'>,
  ask: (giving: Giving) => Certainty,
  seen = new Set<ts.Node>(),
): Certainty {
  // What a field or another function holds may have been fetched long before.
  if (ts.isFunctionLike(at)) return perhaps(at);
  if (!ts.isParameter(at) || seen.has(at)) return 'no';
  seen.add(at);
  const fn = at.parent;
  const index = parametersOf(fn).indexOf(at);
  const isUser = evaluateType(at.type, unit).kind === 'sdk';
  const { calls, isIncomplete } = callsOfFunction(fn, unit);
  return anyOf(
    () => perhaps(isIncomplete ? at : undefined),
    ...calls.map(({ call, unit: home }) => (): Certainty => {
      const given = call.arguments[index];
      if (call.arguments.slice(0, index + 1).some(ts.isSpreadElement)) return 'yes';
      if (given === undefined) return 'no';
      const calling: Sending = { surface: site.surface, call, params: call };
      const held: StoredRead = { ...stored, read: given, aliases: [], holders: [] };
      const fetched = fetchOf(held, calling, home, given);
      const giving: Giving = { stored: held, fetched, site: calling, unit: home, given, isUser };
      return anyOf(
        () => ask(giving),
        () => anyGiving(giving.fetched, giving, ask, seen),
      );
    }),
  );
}
