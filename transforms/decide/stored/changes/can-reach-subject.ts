import { ts } from 'ts-morph';
import { alternativesOf, type SdkValue, type Value } from '../../../recognise/sdk/value.ts';
import type { SdkType } from '../../../knowledge/sdk-types.ts';
import { accessOf, unwrap, valueOfMember } from '../../../syntax.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../../language/unit.ts';
import { memoizeBy } from '../../../memoize.ts';

/** What a subject can be reached from. */
const LEADING_TYPES: ReadonlySet<SdkType> = new Set([
  'user',
  'organization',
  'users-of-list',
  'user-list',
  'organizations-of-list',
  'organization-list',
  'frontend-user',
  'frontend-users-ref',
  'session',
  'session-ref',
  'clerk-js',
  'clerk-js-ref',
  'use-user-result',
  'use-user-vue-result',
  'use-session-result',
  'use-session-vue-result',
  'use-user-solid-result',
  'use-session-solid-result',
  'svelte-context',
  'user-accessor',
  'session-accessor',
  'auth-accessor',
  'clerk-accessor',
  'user-store',
  'session-store',
  'auth-store',
  'clerk-store',
]);

/** Whether a subject can be reached from a value of the SDK's. What is read from a subject isn't such a value. */
export function leads(value: Value): value is SdkValue {
  return value.kind === 'sdk' && LEADING_TYPES.has(value.type);
}

/** The values of the SDK's by which a subject can be reached from a value: itself, or those that a literal holds. */
export function leadingIn(value: Value): readonly SdkValue[] {
  if (value.kind === 'unknown') return (value.oneOf ?? []).flatMap(leadingIn);
  if (value.kind === 'object' || value.kind === 'array') return leadingInLiteral(value.node, value.unit);
  if (value.kind === 'ref') return leadingIn(value.value);
  return leads(value) ? [value] : [];
}

const leadingInLiteral = memoizeBy(
  (literal: Literal, unit: Unit) => [unit, literal],
  (literal, unit): readonly SdkValue[] => {
    const found: SdkValue[] = [];
    const literals = new Set<Literal>([literal]);
    const units = new Map<Literal, Unit>([[literal, unit]]);
    for (const one of literals) {
      const home = units.get(one) ?? unit;
      for (const held of elementsOf(one)) {
        // What a method of the SDK's promises is there for nobody who has the list: `Promise.all([user.reload()])`.
        if (ts.isCallExpression(unwrap(held)) && isOfMethod(unwrap(held) as ts.CallExpression, home)) continue;
        let value = evaluate(unwrap(held), home);
        while (value.kind === 'ref') ({ value } = value);
        if (leads(value)) found.push(value);
        for (const part of alternativesOf(value)) {
          if (part !== value && leads(part)) found.push(part);
          if (part.kind !== 'object' && part.kind !== 'array') continue;
          literals.add(part.node);
          units.set(part.node, part.unit);
        }
      }
    }
    return found;
  },
);

function isOfMethod({ expression }: ts.CallExpression, unit: Unit): boolean {
  const object = accessOf(unwrap(expression))?.object;
  return object !== undefined && leads(evaluate(object, unit));
}

type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

function elementsOf(literal: Literal): readonly ts.Expression[] {
  return ts.isArrayLiteralExpression(literal) ? literal.elements : literal.properties.flatMap(valuesOf);
}

function valuesOf(property: ts.ObjectLiteralElementLike): ts.Expression[] {
  const value = ts.isSpreadAssignment(property) ? property.expression : valueOfMember(property);
  return value === undefined ? [] : [value];
}
