import { ts } from 'ts-morph';
import { memberOf } from '../../flow/members.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { namesOfArgument } from '../../recognise/params/keys.ts';
import { accessOf, isAccess, nameText, unwrap } from '../../syntax.ts';
import { literalInSight } from './literal-in-sight.ts';

/** What stands in a table, in whichever file. */
export interface Entry {
  readonly of: ts.Expression;
  readonly unit: Unit;
}

/** A property by its name, or by an expression that gives it. */
export type Key = string | ts.Expression;

/**
 * What a table has under a key, or an entry of it has: `LIMITS.pro`, `LIMITS[plan]`, `PLANS[plan].limit`. A table is an
 * object literal in sight that nobody changes.
 *
 * @returns each of what it may be; undefined where there may be something else
 */
export function entriesOf(object: ts.Expression, key: Key, unit: Unit): readonly Entry[] | undefined {
  const tables = tablesAt(object, unit);
  const names = typeof key === 'string' ? [key] : (namesOfArgument(key, unit) ?? allNames(object, key, unit));
  const members = names?.flatMap(
    (name) => tables?.map((table) => ({ table, member: memberOf(table.node, name) })) ?? [],
  );
  const entries = members?.flatMap(({ table, member }) =>
    member.kind === 'value' ? [{ of: member.of, unit: table.unit }] : [],
  );
  return entries === undefined || entries.length === 0 || entries.length < (members?.length ?? 0) ? undefined : entries;
}

/** The key of what is read from an object. */
export function keyOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Key {
  return accessOf(node)?.name ?? (node as ts.ElementAccessExpression).argumentExpression;
}

/** The tables that an expression may be, or the entries of tables, if these are tables themselves. */
function tablesAt(
  expression: ts.Expression,
  unit: Unit,
): readonly NonNullable<ReturnType<typeof literalInSight>>[] | undefined {
  const node = unwrap(expression);
  if (!isAccess(node)) return [literalInSight(node, unit) ?? []].flat();
  const tables = entriesOf(node.expression, keyOf(node), unit)?.map(({ of, unit: home }) => literalInSight(of, home));
  // Whoever has got an entry may give it other properties, but for types, which let nobody.
  const areTyped = unit.isTypeScript && tables?.every((table) => table?.unit.isTypeScript === true) === true;
  return areTyped ? tables.filter((table) => table !== undefined) : undefined;
}

/** The names of all that a table has, where a key is said to be one of them: `keyof typeof PLANS`. */
function allNames(object: ts.Expression, key: ts.Expression, unit: Unit): readonly string[] | undefined {
  const type = writtenTypeOf(key, unit);
  const named = type && keyofNamed(type.node, type.unit);
  const table = declarationNamed(unwrap(object), 'value', unit)?.node;
  if (table === undefined || named !== table) return undefined;
  const names = literalInSight(object, unit)?.node.properties.map(({ name }) => nameText(name));
  return names?.every((name) => name !== undefined) === true ? names : undefined;
}

/** What is named in a type that is `keyof typeof name`. */
const keyofNamed = memoizeBy((type: ts.TypeNode, unit: Unit) => [unit, type], findNamed, { answer: undefined });

function findNamed(type: ts.TypeNode, unit: Unit): ts.Node | undefined {
  if (ts.isParenthesizedTypeNode(type)) return keyofNamed(type.type, unit);
  if (ts.isTypeReferenceNode(type)) {
    const alias = declarationNamed(type.typeName, 'type', unit);
    return alias !== undefined && ts.isTypeAliasDeclaration(alias.node)
      ? keyofNamed(alias.node.type, alias.unit)
      : undefined;
  }
  if (ts.isTypeQueryNode(type)) return declarationNamed(type.exprName, 'value', unit)?.node;
  return ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.KeyOfKeyword
    ? keyofNamed(type.type, unit)
    : undefined;
}
