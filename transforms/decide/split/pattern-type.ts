import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { spreadBranchesOf } from '../../flow/branches.ts';
import { heldBy } from '../../flow/held.ts';
import { literalBranches } from '../../recognise/params/elements.ts';
import { membersOf } from '../../recognise/params/listed-members.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, hasWrittenType, nameText, unwrap } from '../../syntax.ts';
import { NOTHING, NULLISH } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';

/**
 * Whether TypeScript lets a pattern take the fields off an object: its type has them, whichever part of a union it is.
 *
 * @param isOrEmpty whether it gets `?? {}`, which is of the object's type only where that asks for nothing
 */
export function mayTakeOff(
  fields: readonly MetadataField[],
  object: ts.Expression,
  isOrEmpty: boolean,
  unit: Unit,
): boolean {
  if (!unit.isTypeScript) return true;
  return (
    fields.every((field) => isKnownToHave(field, object, unit)) &&
    !(isOrEmpty && membersOf(object, unit)?.isWeak === false)
  );
}

function isKnownToHave(field: MetadataField, object: ts.Expression, unit: Unit): boolean {
  const node = unwrap(object);
  if (ts.isObjectLiteralExpression(node)) return node.properties.some((property) => hasField(property, field, unit));
  if (isOfAnyType(node, unit)) return true;
  const members = membersOf(object, unit);
  if (members !== undefined) return members.everywhere.has(field);
  const declaration = unit.scope.declarationOf(node);
  const held = declaration === undefined || hasWrittenType(declaration) ? undefined : heldBy(node, unit);
  return held !== undefined && ts.isObjectLiteralExpression(held) && isKnownToHave(field, held, unit);
}

function hasField(property: ts.ObjectLiteralElementLike, field: MetadataField, unit: Unit): boolean {
  if (!ts.isSpreadAssignment(property)) return nameText(property.name) === field;
  const literals = literalBranches(property.expression);
  if (literals !== undefined) {
    // Of one that isn't there or empty otherwise, TypeScript takes the properties for optional ones.
    const written = literals.filter(({ properties }) => properties.length > 0);
    const areAll = written.length === 1 || written.length === spreadBranchesOf(property.expression).length;
    return areAll && written.every((literal) => isKnownToHave(field, literal, unit));
  }
  return isKnownToHave(field, property.expression, unit) && !mayAddNothing(property.expression, unit);
}

/**
 * Whether TypeScript takes what is spread for one of several types, of which nothing is another: that one has no
 * fields.
 */
function mayAddNothing(spread: ts.Expression, unit: Unit): boolean {
  const members = membersOf(spread, unit);
  return members?.isUnion === true && (members.mayBeMissing || (kindsOf(spread, unit) & NULLISH) !== NOTHING);
}

function isOfAnyType(node: ts.Expression, { scope }: Unit): boolean {
  const declaration = scope.declarationOf(node);
  return declaration !== undefined && hasWrittenType(declaration) && declaration.type.kind === ts.SyntaxKind.AnyKeyword;
}

/**
 * Whether a type can name what a receiver is read from: `typeof this.clerk.users`, but neither `typeof this.#clerk`,
 * `typeof clients[key]`, nor what a cast says.
 */
export function isNameableInType(receiver: ts.Expression): boolean {
  if (ts.isIdentifier(receiver) || receiver.kind === ts.SyntaxKind.ThisKeyword) return true;
  if (ts.isParenthesizedExpression(receiver) || ts.isNonNullExpression(receiver))
    return isNameableInType(receiver.expression);
  const access = accessOf(receiver);
  return (
    access !== undefined &&
    !(ts.isPropertyAccessExpression(receiver) && ts.isPrivateIdentifier(receiver.name)) &&
    isNameableInType(access.object)
  );
}
