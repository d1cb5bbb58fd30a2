import { ts } from 'ts-morph';
import { nameText } from '../syntax.ts';
import { someIn } from '../tree.ts';
import { declarationNamed } from './named-declarations.ts';
import type { Unit } from './unit.ts';
import { memoizeBy } from '../memoize.ts';

/** A type as it is written in a file, and whether it was marked optional where it stands. */
export interface WrittenType {
  readonly node: ts.TypeNode;
  readonly unit: Unit;
  readonly optional: boolean;
}

/** The type of the member `name` of a written type; none for a type that leads back to itself. */
export const memberType = memoizeBy(
  (type: ts.TypeNode, name: string, unit: Unit) => [unit, type, name],
  findMemberType,
  { answer: undefined },
);

function findMemberType(type: ts.TypeNode, name: string, unit: Unit): WrittenType | undefined {
  if (ts.isParenthesizedTypeNode(type)) return memberType(type.type, name, unit);
  if (ts.isTypeLiteralNode(type)) return memberOf(type.members, name, unit);
  if (ts.isUnionTypeNode(type)) {
    // Nobody reads what only one of the parts has before it is known to be that one.
    const [present, ...others] = type.types.filter((part) => !isNullishType(part) && !isPlainlyWithout(part, name));
    return present !== undefined && others.length === 0 ? memberType(present, name, unit) : undefined;
  }
  if (ts.isIntersectionTypeNode(type)) {
    // Of several that list it, one may be a union that only lists it in a part.
    const [member, ...others] = type.types.flatMap((part) => memberType(part, name, unit) ?? []);
    return others.length === 0 ? member : undefined;
  }
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  if (unit.scope.bindingOf(type.typeName) === undefined)
    return memberOfLibraryType(type.typeName.text, type.typeArguments ?? [], name, unit);
  const named = declarationNamed(type.typeName, 'type', unit);
  if (named === undefined) return undefined;
  const { node } = named;
  if (ts.isTypeAliasDeclaration(node))
    return node.typeParameters === undefined ? memberType(node.type, name, named.unit) : undefined;
  return ts.isInterfaceDeclaration(node) ? memberOf(node.members, name, named.unit) : undefined;
}

function isPlainlyWithout(type: ts.TypeNode, name: string): boolean {
  const prototype = PROTOTYPES.get(ts.isLiteralTypeNode(type) ? type.literal.kind : type.kind);
  if (prototype !== undefined) return !(name in prototype);
  return (
    ts.isTypeLiteralNode(type) && type.members.every((member) => ![name, undefined].includes(nameText(member.name)))
  );
}

/** What texts, numbers and the like have. */
const PROTOTYPES: ReadonlyMap<ts.SyntaxKind, object> = new Map<ts.SyntaxKind, object>([
  [ts.SyntaxKind.StringKeyword, String.prototype],
  [ts.SyntaxKind.StringLiteral, String.prototype],
  [ts.SyntaxKind.NumberKeyword, Number.prototype],
  [ts.SyntaxKind.NumericLiteral, Number.prototype],
  [ts.SyntaxKind.BooleanKeyword, Boolean.prototype],
  [ts.SyntaxKind.TrueKeyword, Boolean.prototype],
  [ts.SyntaxKind.FalseKeyword, Boolean.prototype],
]);

/** The member `name` of what has a written type; undefined where the type doesn't list it, or can't be read. */
export function memberOfWritten({ node, unit, optional }: WrittenType, name: string): WrittenType | undefined {
  const member = memberType(node, name, unit);
  return member && { ...member, optional: member.optional || optional };
}

/** The members that a type lists, and those of no other; undefined where that isn't in sight. */
export interface Listed {
  readonly members: readonly ts.TypeElement[];
  /** Whether it has those of other types as well. */
  readonly isExtending: boolean;
  readonly unit: Unit;
}

/** @param seen the types on the way: one that leads back to itself lists nothing */
export function listedBy(type: ts.TypeNode, unit: Unit, seen: ReadonlySet<ts.Node> = new Set()): Listed | undefined {
  if (seen.has(type)) return undefined;
  const around = new Set([...seen, type]);
  if (ts.isTypeLiteralNode(type)) return { members: type.members, isExtending: false, unit };
  if (ts.isParenthesizedTypeNode(type)) return listedBy(type.type, unit, around);
  const named = ts.isTypeReferenceNode(type) ? declarationNamed(type.typeName, 'type', unit) : undefined;
  if (named === undefined) return undefined;
  const { node } = named;
  if (ts.isInterfaceDeclaration(node))
    return { members: node.members, isExtending: node.heritageClauses !== undefined, unit: named.unit };
  return ts.isTypeAliasDeclaration(node) ? listedBy(node.type, named.unit, around) : undefined;
}

/** Whether the compiler takes a type for anything, or it says nothing of what an object holds. */
export function saysNothing({ kind }: ts.TypeNode): boolean {
  return (
    kind === ts.SyntaxKind.AnyKeyword || kind === ts.SyntaxKind.UnknownKeyword || kind === ts.SyntaxKind.ObjectKeyword
  );
}

/** `null`, `undefined` and `void`. */
export function isNullishType(type: ts.TypeNode): boolean {
  if (ts.isLiteralTypeNode(type)) return type.literal.kind === ts.SyntaxKind.NullKeyword;
  return type.kind === ts.SyntaxKind.UndefinedKeyword || type.kind === ts.SyntaxKind.VoidKeyword;
}

function memberOfLibraryType(
  text: string,
  args: readonly ts.TypeNode[],
  name: string,
  unit: Unit,
): WrittenType | undefined {
  const [first, second] = args;
  if (text === 'Record')
    return first === undefined || second === undefined
      ? undefined
      : { node: second, unit, optional: namesOf(first, unit)?.includes(name) !== true };
  if (first === undefined) return undefined;
  const member = memberType(first, name, unit);
  if (member === undefined) return undefined;
  if (text === 'Readonly' || text === 'Awaited' || text === 'NonNullable') return member;
  if (text !== 'Partial' && text !== 'Required') return undefined;
  // A name that no type lists isn't required, either.
  const isUnlisted = member.optional && entryTypeIn(first, unit) !== undefined;
  return { ...member, optional: text === 'Partial' || isUnlisted };
}

/**
 * The names that a type is made of: a record of it has each of them; undefined where it is made of anything else, too. An
 * index signature says nothing about which are there.
 */
const namesOf = memoizeBy((type: ts.TypeNode, unit: Unit) => [unit, type], findNames, { answer: undefined });

function findNames(type: ts.TypeNode, unit: Unit): readonly string[] | undefined {
  if (ts.isParenthesizedTypeNode(type)) return namesOf(type.type, unit);
  if (ts.isUnionTypeNode(type)) {
    const names = type.types.map((part) => namesOf(part, unit));
    return names.every((some) => some !== undefined) ? names.flat() : undefined;
  }
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteralLike(type.literal) ? [type.literal.text] : undefined;
  const named = ts.isTypeReferenceNode(type) ? declarationNamed(type.typeName, 'type', unit) : undefined;
  return named !== undefined && ts.isTypeAliasDeclaration(named.node)
    ? namesOf(named.node.type, named.unit)
    : undefined;
}

function memberOf(members: readonly ts.TypeElement[], name: string, unit: Unit): WrittenType | undefined {
  const member = members.find((candidate) => nameText(candidate.name) === name);
  if (member === undefined || !ts.isPropertySignature(member) || member.type === undefined) return undefined;
  return { node: member.type, unit, optional: member.questionToken !== undefined };
}

export function indexedType(type: ts.IndexedAccessTypeNode, unit: Unit): WrittenType | undefined {
  const { indexType } = type;
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteralLike(indexType.literal)
    ? memberType(type.objectType, indexType.literal.text, unit)
    : undefined;
}

/** Whether a type is the language's own of that name, and none that the file declares. */
export function isLibraryType(node: ts.TypeNode, name: string, unit: Unit): boolean {
  return (
    ts.isTypeReferenceNode(node) &&
    ts.isIdentifier(node.typeName) &&
    node.typeName.text === name &&
    unit.scope.bindingOf(node.typeName) === undefined
  );
}

/** What a promise of that type gives; undefined where it isn't the type of one. */
export function promisedType(type: ts.TypeNode, unit: Unit): ts.TypeNode | undefined {
  return isLibraryType(type, 'Promise', unit) && ts.isTypeReferenceNode(type) ? type.typeArguments?.[0] : undefined;
}

/**
 * The type of what a table has under whichever key: `Record<string, number>`, `{ [plan: string]: number }`; undefined
 * where the type lists others, too, or says nothing.
 */
export function entryType(table: WrittenType | undefined): WrittenType | undefined {
  const entry = table && entryTypeIn(table.node, table.unit);
  return entry === undefined || saysNothing(entry.node) ? undefined : entry;
}

const entryTypeIn = memoizeBy((type: ts.TypeNode, unit: Unit) => [unit, type], findEntryType, { answer: undefined });

function findEntryType(type: ts.TypeNode, unit: Unit): WrittenType | undefined {
  if (ts.isParenthesizedTypeNode(type)) return entryTypeIn(type.type, unit);
  if (ts.isTypeLiteralNode(type)) {
    const [only, ...others] = type.members;
    const isTable = only !== undefined && others.length === 0 && ts.isIndexSignatureDeclaration(only);
    return isTable ? { node: only.type, unit, optional: true } : undefined;
  }
  if (isLibraryType(type, 'Record', unit)) return memberType(type, '', unit);
  if (!ts.isTypeReferenceNode(type)) return undefined;
  const [argument] = isLibraryType(type, 'Readonly', unit) ? (type.typeArguments ?? []) : [];
  if (argument !== undefined) return entryTypeIn(argument, unit);
  const named = declarationNamed(type.typeName, 'type', unit);
  return named !== undefined && ts.isTypeAliasDeclaration(named.node) && named.node.typeParameters === undefined
    ? entryTypeIn(named.node.type, named.unit)
    : undefined;
}

/** The type of a map's values, any of which may be missing; undefined where it says nothing. */
export function valueType({ node, unit }: WrittenType): WrittenType | undefined {
  const isMap = MAPS.some((name) => isLibraryType(node, name, unit));
  const [, value] = isMap && ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  return value === undefined || saysNothing(value) ? undefined : { node: value, unit, optional: true };
}

const MAPS = ['Map', 'ReadonlyMap', 'WeakMap'];

/** The type of an array's elements, any of which may be missing. */
export function elementType(array: WrittenType | undefined): WrittenType | undefined {
  if (array === undefined) return undefined;
  const { node, unit } = array;
  if (ts.isTypeOperatorNode(node)) return elementType({ ...array, node: node.type });
  if (ts.isArrayTypeNode(node)) return { node: node.elementType, unit, optional: true };
  const isArray = isLibraryType(node, 'Array', unit) || isLibraryType(node, 'ReadonlyArray', unit);
  const [argument] = isArray && ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  return argument === undefined ? undefined : { node: argument, unit, optional: true };
}

/** Whether a type is made of what a function is given: it says no more than the types of that. */
export function isMadeOfParameters(
  type: ts.TypeNode,
  { typeParameters }: ts.SignatureDeclaration,
  unit: Unit,
): boolean {
  return (
    typeParameters !== undefined &&
    someIn(type, (node) => {
      const declaration = unit.scope.declarationOf(node);
      return typeParameters.some((parameter) => parameter === declaration);
    })
  );
}
