import type { ts } from 'ts-morph';
import type { ValueKind } from '../type-oracle.ts';
import { ANYTHING, MISSING, type Doubt } from './doubts.ts';
import type { TypeReader } from './type-reader.ts';

type Kinds = readonly ValueKind[];

const ANYTHING_PRESENT: Kinds = ['string', 'number', 'boolean', 'bigint', 'array', 'date', 'object'];

/** What the value of an expression can be, as conditions before it leave it; undefined where its type says nothing. */
export function kindsOfExpression(node: ts.Expression, doubt: Doubt, reader: TypeReader): Kinds | undefined {
  return withDoubt(kindsOfType(reader.checker.getTypeAtLocation(node), reader), doubt);
}

/** The same of a variable or a property, whatever a condition has found out of it. */
export function kindsAsDeclared(node: ts.Expression, doubt: Doubt, reader: TypeReader): Kinds | undefined {
  const declared = declaredTypes(node, reader)?.map((type) => kindsOfType(type, reader));
  if (declared?.every((kinds) => kinds !== undefined) !== true) return undefined;
  const mayBeSkipped =
    reader.ts.isOptionalChain(node) &&
    kindsOfType(reader.checker.getTypeAtLocation(node), reader)?.includes('undefined') !== false;
  return withDoubt(union([...declared, ...(mayBeSkipped ? [['undefined'] as const] : [])]), doubt);
}

function withDoubt(kinds: Kinds | undefined, doubt: Doubt): Kinds | undefined {
  if (kinds === undefined || (doubt & ANYTHING) !== 0) return undefined;
  return (doubt & MISSING) === 0 ? kinds : union([kinds, ['undefined']]);
}

/**
 * The types that a variable or a property is declared with, one for each type that its object may have; undefined where
 * they can't be told.
 */
function declaredTypes(node: ts.Expression, reader: TypeReader): readonly ts.Type[] | undefined {
  const { ts, checker } = reader;
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return declaredTypes(node.expression, reader);
  if (ts.isIdentifier(node)) {
    const symbol = reader.symbolOf(node);
    // Asked at the file, the answer doesn't depend on the conditions around the mention.
    return symbol === undefined ? undefined : [checker.getTypeOfSymbolAtLocation(symbol, node.getSourceFile())];
  }
  const access = reader.accessOf(node);
  if (access === undefined) return [checker.getTypeAtLocation(node)];
  // Which of several types a variable has doesn't change as long as the variable doesn't.
  const owners = ts.isIdentifier(access.object)
    ? [checker.getTypeAtLocation(access.object)]
    : declaredTypes(access.object, reader);
  const members = owners?.map((owner) =>
    reader.presentParts(owner)?.flatMap((part) => typesOfMember(part, access.name, node, reader)),
  );
  const types = members?.every((member) => member !== undefined) === true ? members.flat() : undefined;
  return types?.every((type) => type !== undefined) === true ? types : undefined;
}

/** Two where it may be missing: its type alone doesn't say so with `exactOptionalPropertyTypes`. */
function typesOfMember(
  type: ts.Type,
  name: string,
  node: ts.Node,
  { ts, checker }: TypeReader,
): readonly (ts.Type | undefined)[] {
  const property = checker.getPropertyOfType(type, name);
  if (property === undefined) return [type.getStringIndexType()];
  const declared = checker.getTypeOfSymbolAtLocation(property, node.getSourceFile());
  return (property.flags & ts.SymbolFlags.Optional) === 0 ? [declared] : [declared, checker.getUndefinedType()];
}

/** What a value of a type can be; undefined where the type says nothing. */
export function kindsOfType(type: ts.Type, reader: TypeReader): Kinds | undefined {
  const kinds = kindsOfPart(type, reader);
  if (kinds === undefined || kinds.length === 0) return undefined;
  return reader.isStrict ? kinds : union([kinds, ['null', 'undefined']]);
}

function union(all: readonly Kinds[]): Kinds {
  return [...new Set(all.flat())];
}

function kindsOfPart(type: ts.Type, reader: TypeReader): Kinds | undefined {
  const { ts, checker } = reader;
  const { flags } = type;
  const has = (flag: ts.TypeFlags): boolean => (flags & flag) !== 0;
  if (type.isUnion()) {
    const parts = type.types.map((part) => kindsOfPart(part, reader));
    return parts.every((part) => part !== undefined) ? union(parts) : undefined;
  }
  if (type.isIntersection()) return kindsOfIntersection(type.types.map((part) => kindsOfPart(part, reader)));
  if (has(ts.TypeFlags.Enum)) return ['string', 'number'];
  if (has(ts.TypeFlags.StringLike)) return ['string'];
  if (has(ts.TypeFlags.NumberLike)) return ['number'];
  if (has(ts.TypeFlags.BooleanLike)) return ['boolean'];
  if (has(ts.TypeFlags.BigIntLike)) return ['bigint'];
  if (has(ts.TypeFlags.ESSymbolLike)) return ['object'];
  if (has(ts.TypeFlags.Null)) return ['null'];
  if (has(ts.TypeFlags.Undefined)) return ['undefined'];
  if (has(ts.TypeFlags.NonPrimitive)) return ['array', 'date', 'object'];
  if (has(ts.TypeFlags.TypeParameter)) {
    // What a parameter stands for has every property of its constraint; only of a primitive is that all there is to
    // know.
    const constraint = checker.getBaseConstraintOfType(type);
    const kinds = constraint === undefined || constraint === type ? undefined : kindsOfPart(constraint, reader);
    return kinds?.every((kind) => PRIMITIVES.has(kind)) === true ? kinds : undefined;
  }
  // A function that is declared to return nothing may return anything, and `never` comes of contradictions: neither
  // says what is there.
  return has(ts.TypeFlags.Object) ? kindsOfObject(type, reader) : undefined;
}

const PRIMITIVES: ReadonlySet<ValueKind> = new Set(['string', 'number', 'boolean', 'bigint', 'null', 'undefined']);

function kindsOfObject(type: ts.Type, reader: TypeReader): Kinds {
  const { checker } = reader;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return ['array'];
  if (isDate(type, reader)) return ['date'];
  const isCallable = type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
  // `{}`: whatever is there. A primitive or an array may also be of an interface that asks for no more than it has.
  if (
    !isCallable &&
    checker
      .getPropertiesOfType(type)
      .every(({ name }) => name === 'length' || name === 'toString' || name === 'valueOf')
  )
    return ANYTHING_PRESENT;
  return ['object'];
}

function isDate(type: ts.Type, { isDefaultLibrary }: TypeReader): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  return (
    symbol?.name === 'Date' && symbol.declarations?.some((node) => isDefaultLibrary(node.getSourceFile())) === true
  );
}

/**
 * A brand (`string & { __brand: 'id' }`) is still what is branded; what has a part of which nothing is known says
 * nothing.
 */
function kindsOfIntersection(parts: readonly (Kinds | undefined)[]): Kinds | undefined {
  const branded = parts.find((part) => part?.every((kind) => kind !== 'object') === true);
  if (branded !== undefined) return branded;
  return parts.every((part) => part !== undefined) ? union(parts) : undefined;
}
