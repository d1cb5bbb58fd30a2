import type { ts } from 'ts-morph';
import type { TypeOracle } from '../type-oracle.ts';
import { findExpression } from './find-expression.ts';
import { declaredNameOf, namesOfType } from './type-names.ts';
import { readShape } from './shape.ts';
import { createTypeReader, isTypeChecked, type CheckedSource, type TypeReader } from './type-reader.ts';
import { settledTypeOf } from './settled-type.ts';
import { createDoubts } from './doubt-of-values.ts';
import { kindsAsDeclared, kindsOfExpression } from './value-kinds.ts';

/**
 * Answers the engine's questions about `source` from a type checker. Whichever door has a program uses this; so they
 * agree.
 *
 * Null and undefined are possible everywhere where the program doesn't check for them, and nothing is known of a file
 * that isn't type-checked (JavaScript without `checkJs`, `@ts-nocheck`): there types tell no truth.
 */
export function createCheckerOracle(checked: CheckedSource): TypeOracle {
  const { source } = checked;
  if (!isTypeChecked(checked)) return SILENT;
  const reader = createTypeReader(checked);
  const doubtOf = createDoubts(source, reader);
  const at = <R>(
    span: { readonly start: number; readonly end: number },
    answer: (node: ts.Expression) => R | undefined,
  ): R | undefined => {
    const node = findExpression(source, span, reader.ts);
    return node === undefined ? undefined : answer(node);
  };
  return {
    memberAt: (span) => at(span, (node) => membersOf(node, reader)),
    typeAt: (span) => at(span, (node) => typesOf(node, reader)),
    kindsAt: (span, asDeclared = false) =>
      at(span, (node) => (asDeclared ? kindsAsDeclared : kindsOfExpression)(node, doubtOf(node), reader)),
    propertiesAt: (span, element) =>
      at(span, (node) => {
        const type = typeOfElement(settledTypeOf(node, reader), element, reader);
        return type === undefined ? undefined : readShape(type, node, reader);
      }),
    textsAt: (span) => at(span, (node) => textsOf(settledTypeOf(node, reader), reader)),
  };
}

/** The type of an element of a tuple, or of an array, where one is asked for. */
function typeOfElement(type: ts.Type, element: number | undefined, { checker }: TypeReader): ts.Type | undefined {
  if (element === undefined) return type;
  const [only, ...others] = type.isUnion() ? type.types : [type];
  if (only === undefined || others.length > 0) return undefined;
  if (checker.isTupleType(only)) return checker.getTypeArguments(only as ts.TypeReference)[element];
  return checker.isArrayType(only) ? checker.getTypeArguments(only as ts.TypeReference)[0] : undefined;
}

/** Knows nothing. */
const SILENT: TypeOracle = {
  memberAt: () => undefined,
  typeAt: () => undefined,
  kindsAt: () => undefined,
  propertiesAt: () => undefined,
  textsAt: () => undefined,
};

function membersOf(node: ts.Expression, reader: TypeReader): ReturnType<TypeOracle['memberAt']> {
  const member = reader.accessOf(node) ?? takenBy(node.parent, reader);
  const parts = member === undefined ? undefined : reader.presentParts(reader.checker.getTypeAtLocation(member.object));
  if (member === undefined || parts === undefined || parts.length === 0) return undefined;
  const members = parts.map((part) => reader.checker.getPropertyOfType(part, member.name)?.declarations ?? []);
  if (members.some((declarations) => declarations.length === 0)) return undefined;
  return members.map((declarations) => ({
    owners: declarations.map((declaration) => declaredNameOf(declaration.parent, reader)),
  }));
}

/** The property that a pattern takes off what it is given. */
function takenBy(node: ts.Node, { ts }: TypeReader): { readonly object: ts.Node; readonly name: string } | undefined {
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined;
  const name = node.propertyName ?? node.name;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? { object: node.parent, name: name.text } : undefined;
}

function textsOf(type: ts.Type, { ts, presentParts }: TypeReader): readonly string[] | undefined {
  const { NumberLike, ESSymbolLike } = ts.TypeFlags;
  const texts = presentParts(type)?.map((part) => {
    if (part.isStringLiteral()) return [part.value];
    return (part.flags & (NumberLike | ESSymbolLike)) === 0 ? undefined : [];
  });
  return texts?.every((some) => some !== undefined) === true ? texts.flat() : undefined;
}

function typesOf(node: ts.Expression, reader: TypeReader): ReturnType<TypeOracle['typeAt']> {
  const type = reader.checker.getTypeAtLocation(node);
  const parts = reader.presentParts(reader.checker.getAwaitedType(type) ?? type);
  return parts === undefined || parts.length === 0
    ? undefined
    : parts.map((part) => ({ names: namesOfType(part, reader) }));
}
