import type { ts } from 'ts-morph';
import { doubtOfContext, doubtReturned, hasType } from './doubt-inside.ts';
import { anyOf, ANYTHING, MISSING, NONE, type Doubt, type Doubting, type Put } from './doubts.ts';
import { mentionsTypeParameter } from './type-parameters.ts';
import { isAnyType } from './type-reader.ts';

/**
 * What a property or element may be beside its type: it is in no declaration, or what declares it doesn't claim that it
 * is there.
 */
export function doubtOfMember(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  doubting: Doubting,
): Doubt {
  const { ts, checker } = doubting.reader;
  const names = ts.isPropertyAccessExpression(node)
    ? [node.name.text]
    : namesOfKey(checker.getTypeAtLocation(node.argumentExpression), doubting);
  const type = checker.getTypeAtLocation(node.expression);
  if (names === undefined) return doubtOfIndexed(node.expression, doubting);
  return anyOf(
    names,
    (name) => doubtOfProperty(type, name, node.expression, doubting) | doubtByOwner(node.expression, name, doubting),
  );
}

/** What a property may be because of what its owner was given: `any`, or an object in which it may be something else. */
function doubtByOwner(owner: ts.Expression, name: string, doubting: Doubting): Doubt {
  const { ts, valueNamed } = doubting.reader;
  const named = ts.isPropertyAccessExpression(owner) ? owner.name : owner;
  const symbol = ts.isIdentifier(named) ? valueNamed(named) : undefined;
  const declaration = symbol?.valueDeclaration;
  const isHeld = declaration !== undefined && hasType(declaration);
  const puts = symbol === undefined || isHeld ? [] : doubting.putInto(symbol);
  const given = anyOf(puts, (put) => {
    if (put.kind === 'value') return doubtGiven(put.value, name, doubting);
    return put.kind === 'element' && isAnyType(put.value, doubting.reader) ? ANYTHING : NONE;
  });
  return given | (doubting.doubtOf(owner) & ANYTHING);
}

function doubtGiven(value: ts.Expression, name: string, doubting: Doubting): Doubt {
  const { ts, checker } = doubting.reader;
  if (ts.isParenthesizedExpression(value)) return doubtGiven(value.expression, name, doubting);
  const type = checker.getTypeAtLocation(value);
  const property = checker.getPropertyOfType(type, name);
  if (property === undefined || isAny(checker.getTypeOfSymbolAtLocation(property, value))) return ANYTHING;
  const declaration = ts.isIdentifier(value) ? doubting.reader.valueNamed(value)?.valueDeclaration : undefined;
  const made = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : value;
  const elements = made !== undefined && ts.isObjectLiteralExpression(made) ? made.properties : [];
  const last = elements.findLastIndex((element) => element.name?.getText() === name);
  return elements.slice(last + 1).some(mayBeNamedSo) ? ANYTHING : doubtOfProperty(type, name, value, doubting);

  function isAny({ flags }: ts.Type): boolean {
    return (flags & ts.TypeFlags.Any) !== 0;
  }

  /** Whether an element may have the name, which its type doesn't say, for another kind of value. */
  function mayBeNamedSo(element: ts.ObjectLiteralElementLike): boolean {
    const held = ts.isSpreadAssignment(element)
      ? checker.getTypeAtLocation(element.expression).getStringIndexType()
      : ts.isPropertyAssignment(element) && ts.isComputedPropertyName(element.name)
        ? checker.getTypeAtLocation(element.initializer)
        : undefined;
    return held !== undefined && !(held.isUnion() ? held.types : [held]).every(isPlain);
  }

  function isPlain({ flags }: ts.Type): boolean {
    return (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike)) !== 0;
  }
}

/** The names that a key may have; undefined where it may have any. */
function namesOfKey(type: ts.Type, { reader: { ts } }: Doubting): readonly string[] | undefined {
  const parts = type.isUnion() ? type.types : [type];
  const names = parts.map((part) =>
    part.isStringLiteral() || part.isNumberLiteral() ? String(part.value) : undefined,
  );
  return (type.flags & ts.TypeFlags.Never) === 0 && names.every((name) => name !== undefined) ? names : undefined;
}

/** @param owner the expression that has the property; undefined where it has a declared type */
function doubtOfProperty(type: ts.Type, name: string, owner: ts.Node | undefined, doubting: Doubting): Doubt {
  const { checker, presentParts } = doubting.reader;
  const parts = presentParts(type);
  if (parts === undefined) return MISSING;
  return anyOf(parts, (part) => {
    const property = checker.getPropertyOfType(part, name);
    return property === undefined ? doubtOfIndexed(owner, doubting) : doubtOfDeclared(property, part, owner, doubting);
  });
}

/** What an index finds: nothing, or something that its owner holds. */
function doubtOfIndexed(owner: ts.Node | undefined, { doubtInside }: Doubting): Doubt {
  return MISSING | (owner === undefined ? NONE : doubtInside(owner));
}

function doubtOfDeclared(property: ts.Symbol, type: ts.Type, owner: ts.Node | undefined, doubting: Doubting): Doubt {
  const { ts, checker } = doubting.reader;
  const symbol = (property.flags & ts.SymbolFlags.Alias) === 0 ? property : checker.getAliasedSymbol(property);
  const declarations = symbol.declarations ?? [];
  // Elements of tuples, and what a mapped type makes of keys, are declared by what they are taken from.
  if (declarations.length === 0) return owner === undefined ? NONE : doubting.doubtInside(owner);
  const spread = isOfSomeSpread(property, type, doubting) ? MISSING : NONE;
  return spread | anyOf(declarations, (declaration) => doubtAt(declaration, symbol, owner, doubting));
}

/**
 * Whether a property is that of an object with several spreads, the later of which need not have it: where the later
 * one has it, it may be undefined there, which the type of the whole leaves out.
 */
function isOfSomeSpread({ flags, declarations = [] }: ts.Symbol, type: ts.Type, { reader: { ts } }: Doubting): boolean {
  if (declarations.length < 2 || (flags & ts.SymbolFlags.Optional) !== 0) return false;
  if (type.isIntersection())
    return declarations.some(
      (declaration) => ts.isPropertySignature(declaration) && declaration.questionToken !== undefined,
    );
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    ((type as ts.ObjectType).objectFlags & (ts.ObjectFlags.ObjectLiteral | ts.ObjectFlags.Anonymous)) !== 0
  );
}

/** What a variable or property may be that is declared like this, by what it is given there or anywhere else. */
function doubtAt(
  declaration: ts.Declaration,
  symbol: ts.Symbol,
  owner: ts.Node | undefined,
  doubting: Doubting,
): Doubt {
  const { ts } = doubting.reader;
  const { doubtOf } = doubting;
  if (
    ts.isMethodSignature(declaration) ||
    ts.isMethodDeclaration(declaration) ||
    ts.isFunctionDeclaration(declaration) ||
    ts.isSetAccessor(declaration)
  )
    return NONE;
  if (
    ts.isClassDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration) ||
    ts.isModuleDeclaration(declaration) ||
    ts.isEnumMember(declaration)
  )
    return NONE;
  if (ts.isGetAccessor(declaration)) return doubtReturned(declaration, doubting);
  if (ts.isPropertyAssignment(declaration) || ts.isShorthandPropertyAssignment(declaration)) {
    const value = doubtOf(ts.isPropertyAssignment(declaration) ? declaration.initializer : declaration.name);
    return value | doubtPutInto(symbol, doubting) | (mayBeOverwritten(declaration, doubting) ? ANYTHING : NONE);
  }
  if (ts.isExportAssignment(declaration)) return doubtOf(declaration.expression);
  if (ts.isBindingElement(declaration)) return doubtOfElement(declaration, doubting) | doubtPutInto(symbol, doubting);
  if (ts.isVariableDeclaration(declaration)) return doubtOfVariableDeclaration(declaration, symbol, doubting);
  if (ts.isParameter(declaration)) return doubtOfParameter(declaration, symbol, doubting);
  if (ts.isPropertySignature(declaration))
    return doubtOfType(declaration.type, owner, doubting) | (doubtPutInto(symbol, doubting) & ANYTHING);
  if (!ts.isPropertyDeclaration(declaration)) return MISSING;
  if (declaration.type !== undefined)
    return doubtOfType(declaration.type, owner, doubting) | (doubtPutInto(symbol, doubting) & ANYTHING);
  return (
    (declaration.initializer === undefined ? NONE : doubtOf(declaration.initializer)) | doubtPutInto(symbol, doubting)
  );
}

/**
 * Whether an object literal goes on with a spread or a computed name behind a property: its type doesn't count with a
 * key that the spread object's type doesn't list, or that has this very name.
 */
function mayBeOverwritten(property: ts.ObjectLiteralElementLike, { reader: { ts } }: Doubting): boolean {
  const { properties } = property.parent as ts.ObjectLiteralExpression;
  return properties
    .slice(properties.indexOf(property) + 1)
    .some((behind) => ts.isSpreadAssignment(behind) || ts.isComputedPropertyName(behind.name));
}

/** A written type that is made of what its owner was given says no more than that. */
function doubtOfType(type: ts.TypeNode | undefined, owner: ts.Node | undefined, doubting: Doubting): Doubt {
  if (type === undefined) return MISSING;
  return owner !== undefined && mentionsTypeParameter(type, doubting.reader) ? doubting.doubtInside(owner) : NONE;
}

function doubtPutInto(symbol: ts.Symbol, doubting: Doubting): Doubt {
  return anyOf(doubting.putInto(symbol), (put) => doubtOfPut(put, doubting));
}

function doubtOfPut(put: Put, doubting: Doubting): Doubt {
  const { checker, presentParts } = doubting.reader;
  switch (put.kind) {
    case 'value':
      return isAnyType(put.value, doubting.reader) ? ANYTHING : doubting.doubtOf(put.value);
    case 'element':
      return NONE;
    case 'source': {
      const parts = presentParts(checker.getTypeAtLocation(put.source));
      return parts?.every(
        (part) => checker.getPropertyOfType(part, put.name) === undefined && part.getStringIndexType() === undefined,
      ) === true
        ? NONE
        : ANYTHING;
    }
    case 'unseen':
      return MISSING;
    case 'anything':
      return ANYTHING;
  }
}

/** What an identifier may stand for beside its type. */
export function doubtOfVariable(node: ts.Identifier, doubting: Doubting): Doubt {
  const symbol = doubting.reader.valueNamed(node);
  return symbol?.valueDeclaration === undefined
    ? MISSING
    : doubtAt(symbol.valueDeclaration, symbol, undefined, doubting);
}

function doubtOfVariableDeclaration(
  { type, initializer, parent }: ts.VariableDeclaration,
  symbol: ts.Symbol,
  doubting: Doubting,
): Doubt {
  const { ts } = doubting.reader;
  if (type !== undefined) return NONE;
  const put = doubtPutInto(symbol, doubting);
  if (initializer !== undefined) return put | doubting.doubtOf(initializer);
  if (ts.isForOfStatement(parent.parent)) return put | doubting.doubtInside(parent.parent.expression);
  return ts.isVariableStatement(parent.parent) || ts.isForInStatement(parent.parent) ? put : put | MISSING;
}

function doubtOfParameter(
  { type, initializer, dotDotDotToken, parent }: ts.ParameterDeclaration,
  symbol: ts.Symbol,
  doubting: Doubting,
): Doubt {
  if (type !== undefined || dotDotDotToken !== undefined) return NONE;
  return (
    doubtPutInto(symbol, doubting) |
    (initializer === undefined ? NONE : doubting.doubtOf(initializer)) |
    doubtOfContext(parent, doubting)
  );
}

/** A name in a pattern: a default stands in where the property is missing. */
function doubtOfElement(element: ts.BindingElement, doubting: Doubting): Doubt {
  const { ts, checker } = doubting.reader;
  if (element.dotDotDotToken !== undefined) return NONE;
  const pattern = element.parent;
  const name = element.propertyName ?? element.name;
  const text = ts.isArrayBindingPattern(pattern)
    ? String(pattern.elements.indexOf(element))
    : ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
      ? name.text
      : undefined;
  const whole = pattern.parent;
  const owner = ts.isVariableDeclaration(whole) && whole.type === undefined ? whole.initializer : undefined;
  const taken =
    text === undefined
      ? MISSING
      : doubtOfProperty(checker.getTypeAtLocation(pattern), text, element, doubting) |
        (owner === undefined ? NONE : doubtByOwner(owner, text, doubting)) |
        (ts.isBindingElement(whole) ? doubtOfElement(whole, doubting) & ANYTHING : NONE);
  return element.initializer === undefined ? taken : (taken & ~MISSING) | doubting.doubtOf(element.initializer);
}
