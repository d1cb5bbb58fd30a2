import { ts } from 'ts-morph';
import type { SdkValue } from '../../recognise/sdk/value.ts';
import type { Shape } from '../../recognise/sdk/shapes.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';

/** What a subject can be reached from. */
const LEADING_SHAPES: ReadonlySet<Shape> = new Set([
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

/**
 * Whether an argument is, or holds, something that a subject can be reached from. What is read from a subject isn't.
 *
 * @param isContainer whether a name, a path or `this` is such a thing by what the code itself put there
 * @param isMeant whether something of the SDK's is one that matters
 */
export function leadsToSubject(
  argument: ts.Expression,
  context: Context,
  isContainer: (node: ts.Expression) => boolean = () => false,
  isMeant: (value: SdkValue) => boolean = () => true,
): boolean {
  const leads = (expression: ts.Expression): boolean => {
    const node = unwrap(expression);
    if (isContainer(node)) return true;
    if (ts.isObjectLiteralExpression(node)) return node.properties.some((property) => valuesOf(property).some(leads));
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(leads);
    if (ts.isSpreadElement(node)) return leads(node.expression);
    if (ts.isElementAccessExpression(node) && accessOf(node) === undefined) return leads(node.expression);
    if (!ts.isIdentifier(node) && accessOf(node) === undefined) return false;
    const value = context.tracer.valueOf(node, context.unit);
    return value.kind === 'sdk' && LEADING_SHAPES.has(value.shape) && isMeant(value);
  };
  return leads(argument);
}

function valuesOf(property: ts.ObjectLiteralElementLike): ts.Expression[] {
  if (ts.isShorthandPropertyAssignment(property)) return [property.name];
  if (ts.isPropertyAssignment(property)) return [property.initializer];
  return ts.isSpreadAssignment(property) ? [property.expression] : [];
}
