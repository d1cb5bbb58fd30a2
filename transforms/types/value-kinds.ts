import type { ts } from 'ts-morph';
import type { ValueKind } from '../type-oracle.ts';
import type { TypeReader } from './type-reader.ts';

type Kinds = readonly ValueKind[];

const ANYTHING_PRESENT: Kinds = ['string', 'number', 'boolean', 'bigint', 'array', 'date', 'object'];

/** What the value of an expression can be; undefined where its type says nothing. */
export function kindsOfExpression(node: ts.Expression, reader: TypeReader): Kinds | undefined {
  if (mayBeOverwritten(node, reader)) return undefined;
  const kinds = kindsOfType(reader.checker.getTypeAtLocation(node), reader);
  return kinds === undefined || !mayBeMissing(node, reader) ? kinds : union([kinds, ['undefined']]);
}

/** What a value of a type can be; undefined where the type says nothing. */
export function kindsOfType(type: ts.Type, reader: TypeReader): Kinds | undefined {
  const kinds = kindsOfPart(type, reader);
  if (kinds === undefined || kinds.length === 0) return undefined;
  return reader.isStrict ? kinds : union([kinds, ['null', 'undefined']]);
}

/**
 * Whether a property is one of an object literal that goes on with a spread or a computed name: its type doesn't count with a key
 * that the spread object's type doesn't list, or that has this very name.
 */
function mayBeOverwritten(node: ts.Expression, reader: TypeReader): boolean {
  const { ts, checker } = reader;
  const access = reader.accessOf(node);
  const parts = access === undefined ? undefined : reader.presentParts(checker.getTypeAtLocation(access.object));
  const declarations = parts?.flatMap((part) => checker.getPropertyOfType(part, access?.name ?? '')?.declarations ?? []) ?? [];
  return declarations.some((declaration) => {
    const literal: ts.Node = declaration.parent;
    if (!ts.isObjectLiteralExpression(literal)) return false;
    const behind = literal.properties.slice(literal.properties.indexOf(declaration as ts.ObjectLiteralElementLike) + 1);
    return behind.some((property) => ts.isSpreadAssignment(property) || ts.isComputedPropertyName(property.name));
  });
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
    // What a parameter stands for has every property of its constraint; only of a primitive is that all there is to know.
    const constraint = checker.getBaseConstraintOfType(type);
    const kinds = constraint === undefined || constraint === type ? undefined : kindsOfPart(constraint, reader);
    return kinds?.every((kind) => PRIMITIVES.has(kind)) === true ? kinds : undefined;
  }
  // A function that is declared to return nothing may return anything, and `never` comes of contradictions: neither says what is there.
  return has(ts.TypeFlags.Object) ? kindsOfObject(type, reader) : undefined;
}

const PRIMITIVES: ReadonlySet<ValueKind> = new Set(['string', 'number', 'boolean', 'bigint', 'null', 'undefined']);

function kindsOfObject(type: ts.Type, reader: TypeReader): Kinds {
  const { checker } = reader;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return ['array'];
  if (isDate(type, reader)) return ['date'];
  const isCallable = type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
  // `{}`: whatever is there. A primitive or an array may also be of an interface that asks for no more than it has.
  if (!isCallable && checker.getPropertiesOfType(type).every(({ name }) => name === 'length' || name === 'toString' || name === 'valueOf')) return ANYTHING_PRESENT;
  return ['object'];
}

function isDate(type: ts.Type, { isDefaultLibrary }: TypeReader): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  return symbol?.name === 'Date' && symbol.declarations?.some((node) => isDefaultLibrary(node.getSourceFile())) === true;
}

/** A brand (`string & { __brand: 'id' }`) is still what is branded; what has a part of which nothing is known says nothing. */
function kindsOfIntersection(parts: readonly (Kinds | undefined)[]): Kinds | undefined {
  const branded = parts.find((part) => part?.every((kind) => kind !== 'object') === true);
  if (branded !== undefined) return branded;
  return parts.every((part) => part !== undefined) ? union(parts) : undefined;
}

/**
 * Whether an expression may be undefined although its type doesn't say so: what an index signature or an array gives, directly or by way
 * of a variable that has no type of its own. A cast and a `!` say that it is there.
 */
function mayBeMissing(node: ts.Node, reader: TypeReader, depth = 0): boolean {
  const { ts, checker } = reader;
  if (depth > 5) return false;
  const recurse = (inner: ts.Node): boolean => mayBeMissing(inner, reader, depth + 1);
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isSatisfiesExpression(node)) return recurse(node.expression);
  if (ts.isConditionalExpression(node)) return recurse(node.whenTrue) || recurse(node.whenFalse);
  if (ts.isBinaryExpression(node)) return CHOICES.has(ts.tokenToString(node.operatorToken.kind) ?? '') && recurse(node.right);
  const access = reader.accessOf(node);
  if (access !== undefined) return !isDeclared(checker.getTypeAtLocation(access.object), access.name, reader);
  if (ts.isElementAccessExpression(node)) return !isInTuple(node, reader);
  if (!ts.isIdentifier(node)) return false;
  const symbol = ts.isShorthandPropertyAssignment(node.parent) ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined) return false;
  if (ts.isVariableDeclaration(declaration)) return declaration.type === undefined && declaration.initializer !== undefined && recurse(declaration.initializer);
  return ts.isBindingElement(declaration) && declaration.initializer === undefined && isUncheckedElement(declaration, reader);
}

/** Operators whose value may be that of the right side. */
const CHOICES: ReadonlySet<string> = new Set(['??', '||', '&&', ',', '=']);

/** Whether each type that an object may have declares a property, rather than allowing it by an index signature. */
function isDeclared(type: ts.Type, name: string, { presentParts, checker }: TypeReader): boolean {
  return presentParts(type)?.every((part) => checker.getPropertyOfType(part, name) !== undefined) ?? true;
}

function isInTuple({ expression, argumentExpression }: ts.ElementAccessExpression, reader: TypeReader): boolean {
  return reader.ts.isNumericLiteral(argumentExpression) && isDeclared(reader.checker.getTypeAtLocation(expression), argumentExpression.text, reader);
}

function isUncheckedElement(element: ts.BindingElement, reader: TypeReader): boolean {
  const { ts, checker } = reader;
  const whole = checker.getTypeAtLocation(element.parent);
  if (ts.isArrayBindingPattern(element.parent)) return !isDeclared(whole, String(element.parent.elements.indexOf(element)), reader);
  const name = element.propertyName ?? element.name;
  if (element.dotDotDotToken !== undefined) return false;
  return !(ts.isIdentifier(name) || ts.isStringLiteral(name)) || !isDeclared(whole, name.text, reader);
}
