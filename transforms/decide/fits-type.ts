import { ts } from 'ts-morph';
import { declaredBy } from '../flow/declared.ts';
import { stepInto } from '../flow/origins.ts';
import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import { membersOf, shapeOf } from '../recognise/params/listed-members.ts';
import type { ListedParams } from '../recognise/params/params.ts';
import type { TypeOnTheWay } from '../recognise/params/source.ts';
import { membersOfType } from '../recognise/params/type-members.ts';
import type { Unit } from '../language/unit.ts';
import { isNullishType, memberType } from '../language/written-type.ts';
import { hasWrittenType } from '../syntax.ts';
import type { ObjectShape, ValueKind } from '../type-oracle.ts';
import { declarationNamed } from '../language/named-declarations.ts';

/**
 * How TypeScript takes params as a whole for what the metadata method takes, where the values would do. The general
 * update's params may be without metadata;
 * the browser's merge asks for it.
 *
 * `behind-empty`: spread behind metadata without keys. `no`: only once it is known that the metadata is there.
 */
export function fitOf(
  { change, params }: UpdateCall,
  { types, isCertain, mayLack }: ListedParams,
  unit: Unit,
): 'as-it-is' | 'behind-empty' | 'no' {
  if (change.replace !== null || !unit.isTypeScript) return 'as-it-is';
  if (unit.types !== undefined) return weakest(change.fields.map((field) => fitOfShape(shapeOf(params, unit), field)));
  const fits = types.flatMap((type) => change.fields.map((field) => fitOfWritten(type, field)));
  if (mayLack) fits.push('behind-empty');
  return fits.length === 0 && !isCertain ? 'no' : weakest(fits);
}

type Fit = ReturnType<typeof fitOf>;

/** Where an object may be without the metadata, it doesn't matter that another one has it. */
function weakest(fits: readonly Fit[]): Fit {
  return (['no', 'behind-empty'] as const).find((fit) => fits.includes(fit)) ?? 'as-it-is';
}

/** What is `any` fits everything. */
function fitOfShape(shape: ObjectShape | undefined, field: string): Fit {
  if (shape === undefined) return 'as-it-is';
  const property = shape.properties.find(({ name }) => name === field);
  if (property?.isOptional !== false) return 'behind-empty';
  return mayBeUndefined(property.kinds) ? 'no' : 'as-it-is';
}

function fitOfWritten({ node, unit }: TypeOnTheWay, field: string): Fit {
  const member = memberType(node, field, unit);
  if (member === undefined) return membersOfType(node, unit)?.isWeak === true ? 'behind-empty' : 'no';
  if (member.optional) return 'behind-empty';
  return isNullish(member.node, member, new Set()) ? 'no' : 'as-it-is';
}

/** Whether TypeScript takes params for missing, whatever the value is: their type says so. */
export function isMissingByType(params: ts.Expression, types: readonly TypeOnTheWay[], unit: Unit): boolean {
  if (!unit.isTypeScript) return false;
  if (unit.types !== undefined) return shapeOf(params, unit)?.mayBeUndefined === true;
  if (isMissingByCast(params, unit, new Set())) return true;
  // Conditions around the params themselves are asked elsewhere.
  return (
    membersOf(params, unit) === undefined &&
    types.some((type) => type.isOptional || isNullish(type.node, type, new Set()))
  );
}

/**
 * Whether a cast says it: of what is written as a variable's type TypeScript sees what is assigned, of a cast it
 * doesn't.
 *
 * @param seen the variables on the way, which may lead to themselves
 */
function isMissingByCast(expression: ts.Expression, unit: Unit, seen: ReadonlySet<ts.Node>): boolean {
  const origin = stepInto(expression);
  switch (origin.kind) {
    case 'cast':
      return isMissingByTypeNode(origin.type, unit);
    case 'same':
      return isMissingByCast(origin.of, unit, seen);
    case 'name': {
      const declaration = unit.scope.declarationOf(origin.name);
      if (declaration === undefined || hasWrittenType(declaration) || seen.has(declaration)) return false;
      const declared = declaredBy(declaration);
      return declared.kind === 'value' && isMissingByCast(declared.of, unit, new Set([...seen, declaration]));
    }
    default:
      return false;
  }
}

/** Whether a type that is written says of an object that it may be missing. */
export function isMissingByTypeNode(type: ts.TypeNode, unit: Unit): boolean {
  return isNullish(type, { unit }, new Set());
}

/**
 * Without `strictNullChecks` everything may be null as well, and the compiler doesn't mind. The SDK's metadata is never
 * null.
 */
function mayBeUndefined(kinds: readonly ValueKind[] | undefined): boolean {
  return kinds?.includes('undefined') === true && !kinds.includes('null');
}

/** @param seen the aliases on the way, which may lead to themselves */
function isNullish(type: ts.TypeNode, { unit }: Pick<TypeOnTheWay, 'unit'>, seen: ReadonlySet<ts.Node>): boolean {
  if (ts.isParenthesizedTypeNode(type)) return isNullish(type.type, { unit }, seen);
  if (ts.isUnionTypeNode(type))
    return type.types.some((part) => isNullishType(part) || isNullish(part, { unit }, seen));
  const named = ts.isTypeReferenceNode(type) ? declarationNamed(type.typeName, 'type', unit) : undefined;
  if (named === undefined || !ts.isTypeAliasDeclaration(named.node))
    return membersOfType(type, unit)?.mayBeMissing === true;
  return !seen.has(named.node) && isNullish(named.node.type, named, new Set([...seen, named.node]));
}
