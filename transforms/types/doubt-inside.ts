import type { ts } from 'ts-morph';
import { returnedBy } from '../returned.ts';
import { anyOf, ANYTHING, MISSING, NONE, type Doubt, type Doubting, type Put } from './doubts.ts';
import { mentionsTypeParameter } from './type-parameters.ts';
import { isAnyType, type TypeReader } from './type-reader.ts';
import { mayFindUnlistedKeys } from './unlisted-keys.ts';
import { isCall } from '../syntax.ts';

/**
 * What something in a value, or what a function returns, may be beside its type: from there it gets into what a generic
 * type is made of.
 */
export function doubtInside(node: ts.Node, doubting: Doubting): Doubt {
  const { ts } = doubting.reader;
  const ask = doubting.doubtInside;
  if (ts.isArrayLiteralExpression(node))
    return anyOf(node.elements, (element) =>
      ts.isSpreadElement(element) ? ask(element.expression) : doubtOfAll(element, doubting),
    );
  if (ts.isObjectLiteralExpression(node))
    return anyOf(node.properties, (property) => doubtInProperty(property, doubting));
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return ask(node.expression);
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
    return ts.isConstTypeReference(node.type) ? ask(node.expression) : NONE;
  if (ts.isConditionalExpression(node)) return ask(node.whenTrue) | ask(node.whenFalse);
  if (ts.isBinaryExpression(node)) return ask(node.left) | ask(node.right);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node))
    return doubtReturned(node, doubting);
  if (ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isNewExpression(node))
    return doubtInResult(node, doubting);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return ask(node.expression);
  if (ts.isIdentifier(node)) return doubtInNamed(node, doubting);
  if (ts.isBindingElement(node)) return doubtInDeclared(ts.walkUpBindingElementsAndPatterns(node), doubting);
  const isPlain =
    ts.isToken(node) ||
    ts.isLiteralExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isClassLike(node) ||
    ts.isFunctionLike(node) ||
    ts.isMetaProperty(node);
  return isPlain ? NONE : MISSING;
}

function doubtOfAll(node: ts.Node, { doubtOf, doubtInside: ask }: Doubting): Doubt {
  return doubtOf(node) | ask(node);
}

function doubtInProperty(property: ts.ObjectLiteralElementLike, doubting: Doubting): Doubt {
  const { ts } = doubting.reader;
  if (ts.isPropertyAssignment(property)) return doubtOfAll(property.initializer, doubting);
  if (ts.isShorthandPropertyAssignment(property)) return doubtOfAll(property.name, doubting);
  return ts.isSpreadAssignment(property) ? doubting.doubtInside(property.expression) : NONE;
}

function doubtInNamed(node: ts.Identifier, doubting: Doubting): Doubt {
  const symbol = doubting.reader.valueNamed(node);
  const declaration = symbol?.valueDeclaration;
  if (symbol === undefined || declaration === undefined) return MISSING;
  const put = anyOf(doubting.putInto(symbol), (value) => doubtInPut(value, doubting));
  // A written type is believed whatever is put there.
  return doubtInDeclared(declaration, doubting) | (hasType(declaration) ? put & MISSING : put);
}

/** Whether a type is written for what is declared. */
export function hasType(declaration: ts.Declaration): boolean {
  return 'type' in declaration && declaration.type !== undefined;
}

function doubtInPut(put: Put, doubting: Doubting): Doubt {
  if (put.kind === 'unseen') return MISSING;
  if (put.kind === 'anything') return ANYTHING;
  const value = put.kind === 'source' ? put.source : put.value;
  if (isAnyType(value, doubting.reader)) return ANYTHING;
  return put.kind === 'element' ? doubtOfAll(value, doubting) : doubting.doubtInside(value);
}

function doubtInDeclared(declaration: ts.Node, doubting: Doubting): Doubt {
  const { ts } = doubting.reader;
  if (ts.isBindingElement(declaration)) return doubting.doubtInside(declaration);
  if (ts.isFunctionDeclaration(declaration)) return doubtReturned(declaration, doubting);
  if (!ts.isVariableDeclaration(declaration) && !ts.isParameter(declaration)) return NONE;
  const { type, initializer, parent } = declaration;
  if (type !== undefined) return NONE;
  const initial = initializer === undefined ? NONE : doubting.doubtInside(initializer);
  if (ts.isParameter(declaration)) return initial | doubtOfContext(parent, doubting);
  return ts.isForOfStatement(parent.parent) ? initial | doubting.doubtInside(parent.parent.expression) : initial;
}

function doubtInResult(
  node: ts.CallExpression | ts.TaggedTemplateExpression | ts.NewExpression,
  doubting: Doubting,
): Doubt {
  const { ts, checker } = doubting.reader;
  if (ts.isNewExpression(node)) return doubtOfGiven(node, undefined, doubting);
  const declaration = checker.getResolvedSignature(node)?.declaration;
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return MISSING;
  if (declaration.type !== undefined) return doubtOfInputs(node, declaration, doubting);
  return (
    anyOf(returnedBy(declaration, doubting.reader.ts).values, doubting.doubtInside) |
    doubtOfGiven(node, undefined, doubting)
  );
}

/**
 * What a function returns beside its type: of a declared type only what its type parameters stand for is open, which
 * its callers know.
 */
export function doubtReturned(declaration: ts.SignatureDeclaration, { reader, doubtOf }: Doubting): Doubt {
  if (declaration.type !== undefined) return NONE;
  return 'body' in declaration && declaration.body !== undefined
    ? anyOf(returnedBy(declaration, reader.ts).values, doubtOf)
    : MISSING;
}

/** What a call gives beside its type, where that is made of what goes in. */
export function doubtOfInputs(
  node: ts.CallExpression | ts.TaggedTemplateExpression,
  declaration: ts.SignatureDeclaration,
  doubting: Doubting,
): Doubt {
  const isGeneric =
    declaration.type === undefined
      ? declaration.typeParameters !== undefined
      : mentionsTypeParameter(declaration.type, doubting.reader);
  return isGeneric
    ? doubtOfGiven(node, undefined, doubting) | (givesElement(node, declaration, doubting.reader) ? MISSING : NONE)
    : NONE;
}

/**
 * Whether a call gives an element of what goes in, by its types: `lookup<K extends string, V>(table: Record<K, V>, key:
 * K): V`. That a table whose keys aren't listed has a key, or a list an index, is what no type of it claims, so the
 * function's type can't either.
 */
function givesElement(
  node: ts.CallExpression | ts.TaggedTemplateExpression,
  { type, parameters }: ts.SignatureDeclaration,
  { ts, checker, isDefaultLibrary }: TypeReader,
): boolean {
  if (
    type === undefined ||
    !ts.isCallExpression(node) ||
    !ts.isTypeReferenceNode(type) ||
    isDefaultLibrary(type.getSourceFile())
  )
    return false;
  const result = checker.getSymbolAtLocation(type.typeName);
  if (result === undefined || (result.flags & ts.SymbolFlags.TypeParameter) === 0) return false;
  const mentionsResult = (part: ts.Node): boolean =>
    ts.isIdentifier(part)
      ? checker.getSymbolAtLocation(part) === result
      : ts.forEachChild(part, mentionsResult) === true;
  return parameters.some(({ type: taken }, index) => {
    const argument = node.arguments[index];
    if (argument === undefined || taken === undefined || ts.isFunctionTypeNode(taken)) return false;
    const isItself = ts.isTypeReferenceNode(taken) && checker.getSymbolAtLocation(taken.typeName) === result;
    const given = checker.getTypeAtLocation(argument);
    return (
      !isItself && mentionsResult(taken) && (given.getStringIndexType() ?? given.getNumberIndexType()) !== undefined
    );
  });
}

/** @param except an argument that doesn't count */
function doubtOfGiven(
  node: ts.CallExpression | ts.TaggedTemplateExpression | ts.NewExpression,
  except: ts.Node | undefined,
  doubting: Doubting,
): Doubt {
  const { ts } = doubting.reader;
  const callee = ts.isTaggedTemplateExpression(node) ? node.tag : node.expression;
  const isMethod =
    !ts.isNewExpression(node) && (ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee));
  const given = ts.isTaggedTemplateExpression(node)
    ? ts.isTemplateExpression(node.template)
      ? node.template.templateSpans.map(({ expression }) => expression)
      : []
    : (node.arguments ?? []);
  const others = given.filter((argument) => argument !== except);
  return (
    (isMethod ? doubting.doubtInside(callee.expression) : NONE) |
    anyOf(others, (argument) =>
      ts.isSpreadElement(argument)
        ? doubting.doubtInside(argument.expression)
        : doubtOfAll(argument, doubting) | (mayFindUnlistedKeys(argument, node, doubting.reader) ? ANYTHING : NONE),
    )
  );
}

/**
 * What a function's parameters without a type may be: the call that it is handed to says so, by what else it is given.
 */
export function doubtOfContext(fn: ts.Node, doubting: Doubting): Doubt {
  const { ts } = doubting.reader;
  let argument: ts.Node = fn;
  while (!ts.isStatement(argument.parent) && !ts.isFunctionLike(argument.parent) && !ts.isSourceFile(argument.parent)) {
    const { parent } = argument;
    if (isCall(parent) && parent.expression !== argument) return doubtOfGiven(parent, argument, doubting);
    argument = parent;
  }
  return NONE;
}
