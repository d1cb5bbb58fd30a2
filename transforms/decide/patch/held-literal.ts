import { ts } from 'ts-morph';
import { branchesOf } from '../../flow/branches.ts';
import { heldBy } from '../../flow/held.ts';
import { accessOf, isAccess, isUndefinedLiteral, nameText, unwrap, assignmentTo, valueOfMember } from '../../syntax.ts';
import { containerOf, statementOf } from '../../tree.ts';
import { typeSaidOf } from './annotated-type.ts';
import { repeatableLiteral } from './repeatable-literal.ts';
import type { Sending } from '../stored/before/happens-before.ts';
import type { Unit } from '../../language/unit.ts';

/** The call that sends the value. */
export interface Site {
  readonly call: ts.Node;
}

/** An object literal, or that of a `const` in the same function that nothing but this call mentions. */
export function literalIn(node: ts.Expression, site: Site, unit: Unit): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  const held = ts.isIdentifier(node) ? objectOfSingleUse(node, site, unit) : undefined;
  return held?.assignments.length === 0 && held.deletes.length === 0 && ts.isObjectLiteralExpression(held.value)
    ? held.value
    : undefined;
}

/** What a variable holds that is there for one call alone. */
export interface Held {
  readonly value: ts.ObjectLiteralExpression | ts.ConditionalExpression;
  /** What is assigned to keys of the literal before the call: `held.key = value;` */
  readonly assignments: readonly ts.BinaryExpression[];
  /** The keys of the literal that are deleted before the call: `delete held.key;` */
  readonly deletes: readonly ts.DeleteExpression[];
  readonly declaration: ts.Declaration;
  /** The variable's name, where it needs a type: without what is spread, TypeScript doesn't know the keys any more. */
  readonly untyped?: ts.Identifier;
}

/** The object of a `const` in the same function that nothing but this call mentions, and what fills it before. */
export function objectOfSingleUse(node: ts.Identifier, site: Site, unit: Unit): Held | undefined {
  const binding = unit.scope.bindingOf(node);
  const declaration = binding?.declaration;
  const value = heldBy(node, unit);
  if (
    binding === undefined ||
    declaration === undefined ||
    value === undefined ||
    containerOf(declaration) !== containerOf(site.call)
  )
    return undefined;
  const others = binding.references.filter((reference) => reference !== node);
  const written = others.map((reference) => writtenTo(reference, site));
  if (!written.every((one) => one !== undefined)) return undefined;
  const deletes = written.filter(ts.isDeleteExpression);
  const assignments = written.filter(ts.isBinaryExpression);
  // A computed `__proto__` set to null would let a later one be a key.
  const isComputed = (key: ts.Expression): boolean => accessOf(key) === undefined;
  if (deletes.some(({ expression }) => isComputed(expression)) && assignments.some(({ left }) => isComputed(left)))
    return undefined;
  const held = { assignments, deletes, declaration };
  if (ts.isConditionalExpression(value)) return written.length === 0 ? { value, ...held } : undefined;
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  // What is undefined at first becomes null, which says nothing of what is assigned later.
  const there = value.properties.filter((property) => !isUndefinedLiteral(unwrap(valueOfMember(property) ?? value)));
  const names = new Set(there.flatMap(({ name }) => nameText(name) ?? []));
  const isKnown = ({ left }: ts.BinaryExpression): boolean => names.has(accessOf(left)?.name ?? '');
  const needsType =
    unit.isTypeScript && typeSaidOf(declaration) === undefined && !(deletes.length === 0 && assignments.every(isKnown));
  if (!needsType) return { value, ...held };
  const { name } = declaration as ts.VariableDeclaration;
  return ts.isIdentifier(name) && !unit.scope.declares('Record') ? { value, ...held, untyped: name } : undefined;
}

/** `reference.key = value;`, `delete reference.key;` before the call, in its function. */
function writtenTo(reference: ts.Identifier, { call }: Site): ts.BinaryExpression | ts.DeleteExpression | undefined {
  const { parent: target } = reference;
  if (!isAccess(target) || target.expression !== reference || target.questionDotToken !== undefined) return undefined;
  const written = assignmentTo(target) ?? (ts.isDeleteExpression(target.parent) ? target.parent : undefined);
  return written !== undefined &&
    accessOf(target)?.name !== '__proto__' &&
    ts.isExpressionStatement(written.parent) &&
    written.end <= call.pos &&
    containerOf(written) === containerOf(call)
    ? written
    : undefined;
}

/**
 * The keys that a value has whatever it spreads: what is stored there isn't sent. Below a literal it may be. Undefined
 * where nothing is sent.
 */
export function keysSetBy(value: ts.Expression, site: Sending, unit: Unit): ReadonlySet<string> | undefined {
  const [first, ...others] = branchesOf(value).flatMap((branch) => keysSetByBranch(branch, site, unit) ?? []);
  return first && new Set([...first].filter((key) => others.every((other) => other.has(key))));
}

/** The keys that are assigned whatever happens, in the block that declares the variable. */
function keysAssigned({ assignments, deletes, declaration }: Held): readonly string[] {
  const block = statementOf(declaration)?.parent;
  if (deletes.length > 0) return [];
  return assignments
    .filter(({ parent, right }) => parent.parent === block && !ts.isObjectLiteralExpression(unwrap(right)))
    .flatMap(({ left }) => accessOf(left)?.name ?? []);
}

function keysSetByBranch(node: ts.Expression, site: Sending, unit: Unit): ReadonlySet<string> | undefined {
  if (isUndefinedLiteral(node)) return undefined;
  const held = ts.isIdentifier(node) ? objectOfSingleUse(node, site, unit) : undefined;
  const object = held?.value ?? (ts.isIdentifier(node) ? repeatableLiteral(node, site, unit) : undefined);
  if (object !== undefined) {
    const keys = keysSetBy(object, site, unit);
    return keys && new Set([...keys, ...(held === undefined ? [] : keysAssigned(held))]);
  }
  const literals = ts.isCallExpression(node) ? node.arguments.map(unwrap) : [node];
  return new Set(
    literals.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) =>
      properties.flatMap((property) => {
        const value = valueOfMember(property);
        const isSet = value !== undefined && literalIn(unwrap(value), site, unit) === undefined;
        return isSet ? (nameText(property.name) ?? []) : [];
      }),
    ),
  );
}
