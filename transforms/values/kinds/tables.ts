import { ts } from 'ts-morph';
import { memberOf } from '../../flow/members.ts';
import { isInferred } from '../../language/exported.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import type { Unit } from '../../language/unit.ts';
import { entryType, memberOfWritten, memberType, type WrittenType } from '../../language/written-type.ts';
import { memoizeBy } from '../../memoize.ts';
import { namesIn } from '../../recognise/params/keys.ts';
import { accessOf, isAccess, nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { someIn } from '../../tree.ts';
import type { Asking } from './asking.ts';
import { NOTHING, NUMBER, STRING, UNKNOWN, within, type Kinds } from './kinds.ts';
import { isReadDownTo, literalInSight } from './literal-in-sight.ts';
import { kindsOfWritten } from './written-types.ts';

/** A property by its name, or by an expression that gives it. */
export type Key = string | ts.Expression;

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/**
 * What a table has under a key, or an entry of it has: `LIMITS[plan]`, `PLANS.pro.limit`, `PLANS[plan].limit`. A table
 * has a written type, or is an object literal, and is only read down to there. In JavaScript nothing holds its entries to
 * what they were made with.
 */
export function kindsOfEntry(object: ts.Expression, key: Key, asking: Asking): Kinds {
  const { unit, ask, elsewhere } = asking;
  const { root, depth } = wayTo(object);
  // A cast says something else of what it has.
  if (!unit.isTypeScript || !ts.isIdentifier(root) || someIn(object, ts.isAssertionExpression)) return UNKNOWN;
  if (!isMadeDownTo(depth, root, unit) || !isReadDownTo(depth, root, unit)) return UNKNOWN;
  const type = typeOfEntry(object, key, asking);
  if (type !== undefined) return kindsOfWritten(type, unit);
  return (entriesOf(object, key, asking) ?? [UNKNOWN]).reduce<Kinds>(
    (kinds, entry) =>
      kinds |
      (typeof entry === 'number' ? entry : entry.unit === unit ? ask(entry.of) : elsewhere(entry.of, entry.unit)),
    NOTHING,
  );
}

/** What an access is read from in the end, and how many properties down. */
function wayTo(object: ts.Expression): { readonly root: ts.Expression; readonly depth: number } {
  let root = unwrap(object);
  let depth = 1;
  for (; isAccess(root); depth++) root = unwrap(root.expression);
  return { root, depth };
}

/** Whether a table was made with what is in it, so many properties down, or given: it has nothing under another name. */
function isMadeDownTo(depth: number, table: ts.Identifier, unit: Unit): boolean {
  const declaration = declarationNamed(table, 'value', unit)?.node;
  if (declaration === undefined) return false;
  const root = ts.isBindingElement(declaration) ? ts.walkUpBindingElementsAndPatterns(declaration) : declaration;
  if (ts.isParameter(root)) return true;
  return (
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    isLiteralDownTo(depth, declaration.initializer)
  );
}

function isLiteralDownTo(depth: number, expression: ts.Expression): boolean {
  const literal = unwrap(expression);
  if (!ts.isObjectLiteralExpression(literal)) return false;
  return (
    depth === 1 ||
    literal.properties.every((property) => {
      const value = valueOfMember(property);
      return value !== undefined && isLiteralDownTo(depth - 1, value);
    })
  );
}

/** The key of what is read from an object. */
export function keyOf(node: Access): Key {
  return accessOf(node)?.name ?? (node as ts.ElementAccessExpression).argumentExpression;
}

/** The type of an entry, which may be missing unless the table lists all that the key may be. */
function typeOfEntry(object: ts.Expression, key: Key, asking: Asking): WrittenType | undefined {
  const node = unwrap(object);
  const owner =
    writtenTypeOf(node, asking.unit) ??
    (isAccess(node) ? typeOfEntry(node.expression, keyOf(node), asking) : undefined);
  if (owner === undefined) return undefined;
  // To read a part of what is missing throws.
  if (typeof key === 'string') return memberType(owner.node, key, owner.unit);
  const entry = entryType(owner);
  const isListed = (name: string): boolean => memberOfWritten(owner, name)?.optional === false;
  return entry && { ...entry, optional: namesOf(key, asking)?.every(isListed) !== true };
}

/** The names that a key may be, where nothing else has got into it. */
function namesOf(key: ts.Expression, { unit, ask }: Asking): readonly string[] | undefined {
  return within(ask(key), STRING | NUMBER) ? namesIn(key, unit) : undefined;
}

/** What stands in a table, in whichever file. */
interface Entry {
  readonly of: ts.Expression;
  readonly unit: Unit;
}

/** What tables that are written as literals have under a key; undefined where there may be something else. */
function entriesOf(object: ts.Expression, key: Key, asking: Asking): readonly Entry[] | undefined {
  const tables = tablesAt(object, asking);
  const names = typeof key === 'string' ? [key] : (namesOf(key, asking) ?? allNames(object, key, asking));
  const members =
    names?.flatMap((name) => tables.map(({ node, unit }) => ({ unit, member: memberOf(node, name) }))) ?? [];
  const entries = members.flatMap(({ member, unit }) => (member.kind === 'value' ? [{ of: member.of, unit }] : []));
  return entries.length === 0 || entries.length < members.length ? undefined : entries;
}

type Table = NonNullable<ReturnType<typeof literalInSight>>;

/** The tables that an expression may be: a literal whose type is what it says, or entries of such a table. */
function tablesAt(expression: ts.Expression, asking: Asking): readonly Table[] {
  const node = unwrap(expression);
  if (!isAccess(node)) {
    const table = literalInSight(node, asking.unit);
    return table !== undefined && table.unit.isTypeScript && isOfOwnType(table.node) ? [table] : [];
  }
  const entries = entriesOf(node.expression, keyOf(node), asking) ?? [];
  const tables = entries.map(({ of, unit }) => ({ node: unwrap(of), unit }));
  return tables.every((table): table is Table => ts.isObjectLiteralExpression(table.node)) ? tables : [];
}

function isOfOwnType(literal: ts.ObjectLiteralExpression): boolean {
  const declaration = ts.findAncestor(literal, ts.isVariableDeclaration);
  return (
    declaration?.initializer !== undefined && declaration.type === undefined && isInferred(declaration.initializer)
  );
}

/** The names of all that a table has, where a key is said to be one of them: `keyof typeof PLANS`. */
function allNames(object: ts.Expression, key: ts.Expression, { unit, ask }: Asking): readonly string[] | undefined {
  const type = writtenTypeOf(key, unit);
  const named = type && keyofNamed(type.node, type.unit);
  const table = declarationNamed(unwrap(object), 'value', unit)?.node;
  if (table === undefined || named !== table || !within(ask(key), STRING | NUMBER)) return undefined;
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
