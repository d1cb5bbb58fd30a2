import { ts } from 'ts-morph';
import { accessOf, unwrap } from '../../syntax.ts';
import type { MethodCall } from './method-calls.ts';
import { isPlainlyWithout } from '../params/elements.ts';
import { metadataFieldsOf } from '../params/params.ts';

/** What a promise has, Bluebird's among them. The general updates return one. */
const OF_PROMISES: ReadonlySet<string> = new Set([
  'then',
  'catch',
  'finally',
  'asCallback',
  'delay',
  'tap',
  'tapCatch',
]);

/** What gives something of a database that has an `update()`: a query, a collection, a document, a row. */
const QUERIES = /^(?:from|where\w*|query|table|into|knex|doc|collection|find(?:By|One|First|Or)\w*|forUpdate)$/;

/**
 * Whether a call by a general update's name is plainly not the SDK's, or sends plainly no metadata, as it is written:
 * nothing is looked up.
 *
 * @param around what the call stands in, parentheses and casts left out
 */
export function isPlainlyForeign(named: MethodCall, around: ts.Node | undefined): boolean {
  const { call, change, params, surface } = named;
  if (isPlainlyWithout(metadataFieldsOf(surface), params) || isAskedOfResult(call, around)) return true;
  return (
    !change.takesId && (isOfQuery(named) || (call.arguments.length > 1 && !call.arguments.some(ts.isSpreadElement)))
  );
}

/** `db.update(users).set(…)`: something that no promise has. */
function isAskedOfResult(call: ts.CallExpression, around: ts.Node | undefined): boolean {
  const access = around === undefined ? undefined : accessOf(around);
  return access !== undefined && unwrap(access.object) === call && !OF_PROMISES.has(access.name);
}

/** `supabase.from('users').update(…)`, `db.collection('users').doc(id).update(…)` */
function isOfQuery({ callee }: MethodCall): boolean {
  const receiver = unwrap(callee.object);
  if (!ts.isCallExpression(receiver)) return false;
  const made = unwrap(receiver.expression);
  return QUERIES.test(ts.isIdentifier(made) ? made.text : (accessOf(made)?.name ?? ''));
}
