import { ts } from 'ts-morph';
import { originOf } from '../../flow/origins.ts';
import type { SdkValue, Value } from '../../recognise/sdk/value.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../language/unit.ts';

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

/** Whether an argument is, or holds, something that a subject can be reached from. */
export function leadsToSubject(argument: ts.Expression, unit: Unit): boolean {
  const on = (inner: ts.Expression): boolean => leadsToSubject(inner, unit);
  const node = unwrap(argument);
  if (ts.isSpreadElement(node)) return on(node.expression);
  const origin = originOf(node);
  switch (origin.kind) {
    case 'object':
      return origin.literal.properties.some((property) => valuesOf(property).some(on));
    case 'list':
      return origin.literal.elements.some(on);
    case 'part':
      if (accessOf(node) === undefined) return on(origin.of);
      return leads(evaluate(node, unit));
    case 'name':
      return leads(evaluate(node, unit));
    default:
      return false;
  }
}

function valuesOf(property: ts.ObjectLiteralElementLike): ts.Expression[] {
  if (ts.isShorthandPropertyAssignment(property)) return [property.name];
  if (ts.isPropertyAssignment(property)) return [property.initializer];
  return ts.isSpreadAssignment(property) ? [property.expression] : [];
}
