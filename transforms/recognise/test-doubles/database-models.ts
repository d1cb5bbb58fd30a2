import { ts } from 'ts-morph';
import { nameText } from '../../syntax.ts';

/** Methods of a database's models, which none of the SDK's objects has. */
const MODEL_METHODS = /^(?:create|count|aggregate|groupBy|upsert|find[A-Z]\w*|(?:create|update|delete)Many)$/;

/** What Prisma's client has beside its models. */
const CLIENT_METHODS = /^\$(?:transaction|connect|disconnect|extends|(?:query|execute)Raw\w*)$/;

/**
 * Whether a literal stands for a model of a database, as `user: { findUnique: vi.fn(), update: vi.fn() }` does: by its
 * own methods, or by what Prisma's client has beside it.
 */
export function isDatabaseModel(literal: ts.ObjectLiteralExpression): boolean {
  const { parent: owner } = literal;
  return (
    hasMember(literal, MODEL_METHODS) || (ts.isPropertyAssignment(owner) && hasMember(owner.parent, CLIENT_METHODS))
  );
}

function hasMember({ properties }: ts.ObjectLiteralExpression, names: RegExp): boolean {
  return properties.some(({ name }) => names.test(nameText(name) ?? ''));
}
