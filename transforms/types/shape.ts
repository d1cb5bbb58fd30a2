import type { ts } from 'ts-morph';
import type { ObjectProperty, ObjectShape } from '../type-oracle.ts';
import type { TypeReader } from './type-reader.ts';
import { kindsOfType } from './value-kinds.ts';

/** What an object of a type can hold, as seen from `at`; undefined where the type says nothing. */
export function readShape(type: ts.Type, at: ts.Node, reader: TypeReader): ObjectShape | undefined {
  const parts = reader.presentParts(type);
  if (parts === undefined || parts.length === 0) return undefined;
  const shapes = parts.map((part) => shapeOfPart(part, at, reader));
  if (!shapes.every((shape) => shape !== undefined)) return undefined;
  const names = new Set(shapes.flatMap(({ properties }) => properties.map(({ name }) => name)));
  return {
    properties: [...names].map((name) => mergeProperty(name, shapes)),
    mayHaveOthers: shapes.some(({ mayHaveOthers }) => mayHaveOthers) || isGeneric(type, reader),
    ...(mayBeUndefined(type, reader) ? { mayBeUndefined: true } : {}),
  };
}

function mayBeUndefined(type: ts.Type, { ts, isStrict }: TypeReader): boolean {
  return isStrict && type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}

/** A property of one of several shapes; where another lacks it, it may be missing. */
function mergeProperty(name: string, shapes: readonly ObjectShape[]): ObjectProperty {
  const found = shapes.map(({ properties }) => properties.find((property) => property.name === name));
  const present = found.filter((property) => property !== undefined);
  const kinds = present.map((property) => property.kinds);
  return {
    name,
    isOptional: present.length < found.length || present.some(({ isOptional }) => isOptional),
    ...(present.length < found.length ? { isPartial: true } : {}),
    kinds: kinds.every((kind) => kind !== undefined) ? [...new Set(kinds.flat())] : undefined,
  };
}

/** Whether what a type lists depends on a type parameter, whose arguments may list more. */
function isGeneric(type: ts.Type, reader: TypeReader): boolean {
  const inside = [...(type.isUnionOrIntersection() ? type.types : []), ...(type.aliasTypeArguments ?? [])];
  return (type.flags & reader.ts.TypeFlags.Instantiable) !== 0 || inside.some((part) => isGeneric(part, reader));
}

function shapeOfPart(type: ts.Type, at: ts.Node, reader: TypeReader): ObjectShape | undefined {
  const { ts, checker } = reader;
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.NonPrimitive)) === 0)
    return undefined;
  const isCallable = checker.getSignaturesOfType(type, ts.SignatureKind.Call).length > 0;
  if (isCallable || checker.isArrayType(type) || checker.isTupleType(type)) return undefined;
  if (hasUnknownBase(type, reader)) return undefined;
  const symbols = checker.getPropertiesOfType(type);
  return {
    properties: symbols.map((symbol) => readProperty(symbol, at, reader)),
    mayHaveOthers: symbols.length === 0 || checker.getIndexInfosOfType(type).length > 0,
  };
}

/** Whether a type extends something that can't be found: the checker goes on as if it extended nothing. */
function hasUnknownBase(type: ts.Type, reader: TypeReader): boolean {
  const { ts, checker } = reader;
  if (type.isIntersection()) return type.types.some((part) => hasUnknownBase(part, reader));
  const declarations = (type.symbol as ts.Symbol | undefined)?.declarations ?? [];
  const clauses = declarations.flatMap((node) =>
    ts.isInterfaceDeclaration(node) || ts.isClassLike(node) ? (node.heritageClauses ?? []) : [],
  );
  return clauses
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => [...types])
    .some((base) => {
      const extended = checker.getTypeAtLocation(base);
      return (extended.flags & ts.TypeFlags.Any) !== 0 || hasUnknownBase(extended, reader);
    });
}

function readProperty(symbol: ts.Symbol, at: ts.Node, reader: TypeReader): ObjectProperty {
  const { ts, checker } = reader;
  return {
    name: symbol.name,
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    kinds: kindsOfType(checker.getTypeOfSymbolAtLocation(symbol, at), reader),
  };
}
