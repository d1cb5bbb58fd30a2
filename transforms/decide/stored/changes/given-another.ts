import { ts } from 'ts-morph';
import { definitionOf } from '../../../flow/definitions.ts';
import { alternativesOf, originOf } from '../../../flow/origins.ts';
import type { Unit } from '../../../language/unit.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { SdkValue } from '../../../recognise/sdk/value.ts';
import { unwrap } from '../../../syntax.ts';
import { Worklist } from '../../../worklist.ts';
import { certainly } from '../../decision/certainty.ts';
import type { Sending } from '../before/happens-before.ts';
import { fetchOf } from '../fetch/provenance.ts';
import type { StoredRead } from '../fetch/stored-read.ts';
import { sameClient } from '../fetch/subject.ts';
import { anyGiving, type Giving } from './given-by-callers.ts';

/** Whether a caller in sight hands on what the call's client hasn't fetched: another client's user, or a literal. */
export function isGivenAnother(stored: StoredRead, site: Sending, receiver: SdkValue, unit: Unit): boolean {
  const isAnother = ({ given, isUser, unit: home }: Giving): boolean =>
    valuesOf(given, home).some((expression) => {
      const value = evaluate(expression, home);
      return value.kind === 'sdk'
        ? value.type === stored.subject.type && !sameClient(value, receiver, home)
        : isUser && ts.isObjectLiteralExpression(expression);
    });
  return anyGiving(fetchOf(stored, site, unit), { stored, site, unit }, (by) => certainly(isAnother(by))) === 'yes';
}

/** What an expression may be, as far as its definitions show. */
function valuesOf(expression: ts.Expression, unit: Unit): readonly ts.Expression[] {
  const values = new Worklist<ts.Expression>([unwrap(expression)]);
  for (const value of values) {
    const definition = definitionOf(value, unit);
    if (definition.kind === 'expression' && definition.unit === unit) values.add([definition.node]);
    values.add((alternativesOf(originOf(value)) ?? []).map((one) => unwrap(one)));
  }
  return [...values];
}
