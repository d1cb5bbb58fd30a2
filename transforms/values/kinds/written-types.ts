import { ts } from 'ts-morph';
import { unwrap, valueOfMember } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { indexedType, type WrittenType } from '../../language/written-type.ts';
import { createSetSolver } from '../../flow/solve.ts';
import {
  ARRAY,
  BIGINT,
  BOOLEAN,
  DATE,
  NOTHING,
  NULL,
  NULLISH,
  NUMBER,
  OBJECT,
  STRING,
  UNDEFINED,
  UNKNOWN,
  type Kinds,
} from './kinds.ts';
import { memoize } from '../../memoize.ts';

const solverOf = memoize((unit: Unit) => createSetSolver<ts.TypeNode>((named, ask) => namedKinds(named, unit, ask)));

/** What a value of the written type `type` can be. */
export function kindsOfType(type: ts.TypeNode, unit: Unit): Kinds {
  // A type that is made of nothing but itself says nothing.
  const kinds = solverOf(unit)(type) ?? NOTHING;
  if (kinds === NOTHING || (kinds & UNKNOWN) !== 0) return kinds | UNKNOWN;
  return unit.checksNull ? kinds : kinds | NULLISH;
}

type Ask = (type: ts.TypeNode) => Kinds;

/** The same, of a type and whether what has it may be missing, where a file mentions it. */
export function kindsOfWritten({ node, unit, optional }: WrittenType, { checksNull }: Unit): Kinds {
  return kindsOfType(node, unit) | (optional ? UNDEFINED : NOTHING) | (checksNull ? NOTHING : NULLISH);
}

function namedKinds(type: ts.TypeNode, unit: Unit, ask: Ask): Kinds {
  if (ts.isParenthesizedTypeNode(type)) return ask(type.type);
  if (ts.isUnionTypeNode(type)) return type.types.map(ask).reduce((a, b) => a | b, NOTHING);
  if (ts.isIntersectionTypeNode(type)) return intersect(type.types.map(ask));
  if (ts.isArrayTypeNode(type) || ts.isTupleTypeNode(type)) return ARRAY;
  if (ts.isTypeOperatorNode(type))
    return type.operator === ts.SyntaxKind.KeyOfKeyword ? STRING | NUMBER : ask(type.type);
  if (ts.isTemplateLiteralTypeNode(type)) return STRING;
  if (ts.isLiteralTypeNode(type)) return kindsOfLiteralType(type.literal);
  if (
    ts.isTypeLiteralNode(type) ||
    ts.isMappedTypeNode(type) ||
    ts.isFunctionTypeNode(type) ||
    ts.isConstructorTypeNode(type)
  )
    return OBJECT;
  if (ts.isTypeReferenceNode(type)) return kindsOfReference(type, unit, ask);
  if (ts.isIndexedAccessTypeNode(type)) {
    const constants = constantsOf(type.objectType, unit);
    if (constants !== undefined) return constants.map(kindsOfConstant).reduce((a, b) => a | b, NOTHING);
    const member = indexedType(type, unit);
    if (member === undefined) return UNKNOWN;
    return member.unit === unit
      ? ask(member.node) | (member.optional ? UNDEFINED : NOTHING)
      : kindsOfWritten(member, unit);
  }
  return KEYWORD_KINDS.get(type.kind) ?? UNKNOWN;
}

/** The elements, or the values of the properties, of what is written `as const`: `(typeof ROLES)[number]`. */
function constantsOf(type: ts.TypeNode, unit: Unit): readonly (ts.Expression | undefined)[] | undefined {
  if (ts.isParenthesizedTypeNode(type)) return constantsOf(type.type, unit);
  const named = ts.isTypeQueryNode(type) ? declarationNamed(type.exprName, 'value', unit)?.node : undefined;
  const value = named !== undefined && ts.isVariableDeclaration(named) ? named.initializer : undefined;
  if (value === undefined || !ts.isAsExpression(value) || !ts.isConstTypeReference(value.type)) return undefined;
  const literal = unwrap(value.expression);
  if (ts.isArrayLiteralExpression(literal)) return literal.elements;
  return ts.isObjectLiteralExpression(literal) ? literal.properties.map(valueOfMember) : undefined;
}

function kindsOfConstant(constant: ts.Expression | undefined): Kinds {
  if (constant === undefined) return UNKNOWN;
  const value = unwrap(constant);
  if (ts.isStringLiteralLike(value)) return STRING;
  if (ts.isNumericLiteral(value)) return NUMBER;
  return value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword ? BOOLEAN : UNKNOWN;
}

const KEYWORD_KINDS: ReadonlyMap<ts.SyntaxKind, Kinds> = new Map([
  [ts.SyntaxKind.StringKeyword, STRING],
  [ts.SyntaxKind.NumberKeyword, NUMBER],
  [ts.SyntaxKind.BooleanKeyword, BOOLEAN],
  [ts.SyntaxKind.BigIntKeyword, BIGINT],
  [ts.SyntaxKind.UndefinedKeyword, UNDEFINED],
  [ts.SyntaxKind.VoidKeyword, UNDEFINED],
  [ts.SyntaxKind.ObjectKeyword, OBJECT],
  [ts.SyntaxKind.SymbolKeyword, OBJECT],
]);

function kindsOfLiteralType(literal: ts.LiteralTypeNode['literal']): Kinds {
  if (literal.kind === ts.SyntaxKind.NullKeyword) return NULL;
  if (literal.kind === ts.SyntaxKind.TrueKeyword || literal.kind === ts.SyntaxKind.FalseKeyword) return BOOLEAN;
  if (ts.isStringLiteralLike(literal)) return STRING;
  if (ts.isBigIntLiteral(literal)) return BIGINT;
  return ts.isNumericLiteral(literal) || ts.isPrefixUnaryExpression(literal) ? NUMBER : UNKNOWN;
}

/** A brand (`string & { __brand: 'id' }`) is still the primitive. */
function intersect(kinds: readonly Kinds[]): Kinds {
  const primitive = kinds.find((kind) => (kind & (OBJECT | UNKNOWN)) === 0);
  return primitive ?? kinds.reduce((a, b) => a | b, NOTHING);
}

/** Types of the standard library, by name. */
const LIBRARY_KINDS: Readonly<Record<string, Kinds>> = {
  Array: ARRAY,
  ReadonlyArray: ARRAY,
  Date: DATE,
  Map: OBJECT,
  Partial: OBJECT,
  Pick: OBJECT,
  Omit: OBJECT,
  Promise: OBJECT,
  Record: OBJECT,
  Set: OBJECT,
};

function kindsOfReference(type: ts.TypeReferenceNode, unit: Unit, ask: Ask): Kinds {
  if (!ts.isIdentifier(type.typeName)) return kindsOfEnumMember(type.typeName, unit);
  const binding = unit.scope.bindingOf(type.typeName);
  const { text } = type.typeName;
  if (binding === undefined) {
    const [argument] = type.typeArguments ?? [];
    if (argument !== undefined && (text === 'Readonly' || text === 'Required')) return ask(argument);
    if (argument !== undefined && text === 'NonNullable') return ask(argument) & ~(NULL | UNDEFINED);
    if (text === 'Uppercase' || text === 'Lowercase' || text === 'Capitalize') return STRING;
    return Object.hasOwn(LIBRARY_KINDS, text) ? (LIBRARY_KINDS[text] ?? UNKNOWN) : UNKNOWN;
  }
  const named = declarationNamed(type.typeName, 'type', unit);
  if (named === undefined) return UNKNOWN;
  const { node } = named;
  const on = (inner: ts.TypeNode): Kinds => (named.unit === unit ? ask(inner) : kindsOfType(inner, named.unit));
  if (ts.isTypeAliasDeclaration(node)) return node.typeParameters === undefined ? on(node.type) : UNKNOWN;
  if (ts.isEnumDeclaration(node)) return STRING | NUMBER;
  if (ts.isInterfaceDeclaration(node)) return OBJECT;
  return ts.isTypeParameterDeclaration(node) && node.constraint !== undefined ? on(node.constraint) : UNKNOWN;
}

function kindsOfEnumMember(name: ts.QualifiedName, unit: Unit): Kinds {
  const named = declarationNamed(name.left, 'type', unit);
  return named !== undefined && ts.isEnumDeclaration(named.node) ? STRING | NUMBER : UNKNOWN;
}
