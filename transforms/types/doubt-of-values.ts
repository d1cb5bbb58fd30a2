import type { ts } from 'ts-morph';
import { createSetSolver } from '../flow/solve.ts';
import { createAssignedValues } from './assigned-values.ts';
import { doubtInside, doubtOfInputs, doubtReturned } from './doubt-inside.ts';
import { doubtOfMember, doubtOfVariable } from './doubt-of-members.ts';
import { ANYTHING, MISSING, NONE, type Doubt, type DoubtQuestion, type Doubting } from './doubts.ts';
import type { TypeReader } from './type-reader.ts';

/**
 * Says what an expression may be although its type doesn't say so. A type is a claim where something declares it: of a
 * variable, a parameter, a property, a function's result, in a cast, and where a literal or an operator shows it.
 * TypeScript claims nothing of what an index signature or an array gives, of what only some of the spread objects have,
 * of where `any` is assigned, and of what is inferred from such a thing, by whatever way.
 */
export function createDoubts(source: ts.SourceFile, reader: TypeReader): (node: ts.Expression) => Doubt {
  const questions = { itself: new WeakMap<ts.Node, DoubtQuestion>(), inside: new WeakMap<ts.Node, DoubtQuestion>() };
  const questionOf = (node: ts.Node, of: DoubtQuestion['of']): DoubtQuestion => {
    const question = questions[of].get(node) ?? { node, of };
    questions[of].set(node, question);
    return question;
  };
  const putInto = createAssignedValues(source, reader);
  const solve = createSetSolver<DoubtQuestion>(({ node, of }, ask) => {
    const doubting: Doubting = {
      reader,
      doubtOf: (other) => ask(questionOf(other, 'itself')),
      doubtInside: (other) => ask(questionOf(other, 'inside')),
      putInto,
    };
    return of === 'itself' ? doubtOfValue(node, doubting) : doubtInside(node, doubting);
  });
  return (node) => solve(questionOf(node, 'itself')) ?? ANYTHING;
}

function doubtOfValue(node: ts.Node, doubting: Doubting): Doubt {
  const { ts } = doubting.reader;
  const { doubtOf } = doubting;
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isSatisfiesExpression(node))
    return doubtOf(node.expression);
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
    return ts.isConstTypeReference(node.type) ? doubtOf(node.expression) : NONE;
  if (ts.isNonNullExpression(node)) return doubtOf(node.expression) & ~MISSING;
  if (ts.isConditionalExpression(node)) return doubtOf(node.whenTrue) | doubtOf(node.whenFalse);
  if (ts.isBinaryExpression(node)) return doubtOfBinary(node, doubting);
  if (ts.isIdentifier(node)) return doubtOfVariable(node, doubting);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return doubtOfChain(node, doubting) | doubtOfMember(node, doubting);
  if (ts.isCallExpression(node)) return doubtOfChain(node, doubting) | doubtOfResult(node, doubting);
  if (ts.isTaggedTemplateExpression(node)) return doubtOfResult(node, doubting);
  return ts.isToken(node) || isAlwaysItself(node, doubting.reader) ? NONE : MISSING;
}

function doubtOfBinary(node: ts.BinaryExpression, doubting: Doubting): Doubt {
  const { left, operatorToken, right } = node;
  const { doubtOf } = doubting;
  switch (doubting.reader.ts.tokenToString(operatorToken.kind)) {
    case '&&':
    case '&&=':
      return doubtOf(left) | doubtOf(right);
    case '??':
    case '??=':
    case '||':
    case '||=':
      return doubtOfFallback(node, doubting);
    case ',':
    case '=':
      return doubtOf(right);
    default:
      return NONE;
  }
}

/** The type of `a ?? b` leaves `b` out where `a` is never missing by its type. */
function doubtOfFallback(node: ts.BinaryExpression, { reader: { checker }, doubtOf }: Doubting): Doubt {
  const { left, right } = node;
  const first = doubtOf(left);
  const isClaimed = (): boolean =>
    checker.isTypeAssignableTo(checker.getTypeAtLocation(right), checker.getTypeAtLocation(node));
  return (first & MISSING) !== 0 && !isClaimed() ? ANYTHING : (first & ~MISSING) | doubtOf(right);
}

/** A `?.` on the way may leave the rest out. Where the type says so, it says undefined, too. */
function doubtOfChain(node: ts.Node, { reader: { ts }, doubtOf }: Doubting): Doubt {
  let current = node;
  while (ts.isOptionalChain(current)) {
    if (
      !ts.isNonNullExpression(current) &&
      current.questionDotToken !== undefined &&
      doubtOf(current.expression) !== NONE
    )
      return MISSING;
    current = current.expression;
  }
  return NONE;
}

function doubtOfResult(node: ts.CallExpression | ts.TaggedTemplateExpression, doubting: Doubting): Doubt {
  const { ts, checker, isDefaultLibrary } = doubting.reader;
  const declaration = checker.getResolvedSignature(node)?.declaration;
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return MISSING;
  // Its declared type is `string`, whatever it is given.
  if (
    isDefaultLibrary(declaration.getSourceFile()) &&
    ts.isMethodSignature(declaration) &&
    ts.isIdentifier(declaration.name) &&
    declaration.name.text === 'stringify'
  )
    return MISSING;
  return doubtReturned(declaration, doubting) | doubtOfInputs(node, declaration, doubting);
}

/** Literals, functions, objects, operators that never give undefined. */
function isAlwaysItself(node: ts.Node, { ts }: TypeReader): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isPrefixUnaryExpression(node) ||
    ts.isPostfixUnaryExpression(node) ||
    ts.isTypeOfExpression(node) ||
    ts.isVoidExpression(node) ||
    ts.isDeleteExpression(node) ||
    ts.isMetaProperty(node) ||
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node)
  );
}
