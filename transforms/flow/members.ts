import { type ts } from 'ts-morph';
import { nameText, valueOfMember } from '../syntax.ts';

/** What an object literal has under a name, by syntax alone. */
export type Member =
  | { readonly kind: 'value'; readonly of: ts.Expression }
  | { readonly kind: 'none' }
  /** A method, or what a spread, a computed name or a prototype may put in its place. */
  | { readonly kind: 'unknown' };

/** What an object literal has under a name. */
export function memberOf({ properties }: ts.ObjectLiteralExpression, name: string): Member {
  const last = properties.findLast((property) => [name, undefined, '__proto__'].includes(nameText(property.name)));
  if (last === undefined) return { kind: 'none' };
  if (nameText(last.name) !== name) return { kind: 'unknown' };
  const of = valueOfMember(last);
  return of === undefined ? { kind: 'unknown' } : { kind: 'value', of };
}
