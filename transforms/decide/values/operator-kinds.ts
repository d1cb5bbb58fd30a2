import { ts } from 'ts-morph';
import type { Asking } from './asking.ts';
import {
  ARRAY,
  BIGINT,
  BOOLEAN,
  DATE,
  falsyPart,
  NOTHING,
  NULLISH,
  NUMBER,
  STRING,
  truthyPart,
  UNKNOWN,
  within,
  without,
  type Kinds,
} from './kinds.ts';

/** What an operator with two sides gives, assignments included. */
export function kindsOfBinary(node: ts.BinaryExpression, { ask }: Asking): Kinds {
  const left = (): Kinds => ask(node.left);
  const right = (): Kinds => ask(node.right);
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.AmpersandAmpersandEqualsToken:
      return falsyPart(left()) | right();
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.BarBarEqualsToken:
      return truthyPart(left()) | right();
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
      return without(left(), NULLISH) | right();
    case ts.SyntaxKind.CommaToken:
    case ts.SyntaxKind.EqualsToken:
      return right();
    case ts.SyntaxKind.PlusToken:
    case ts.SyntaxKind.PlusEqualsToken:
      return kindsOfSum(left(), right());
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.LessThanToken:
    case ts.SyntaxKind.LessThanEqualsToken:
    case ts.SyntaxKind.GreaterThanToken:
    case ts.SyntaxKind.GreaterThanEqualsToken:
    case ts.SyntaxKind.InKeyword:
    case ts.SyntaxKind.InstanceOfKeyword:
      return BOOLEAN;
    default:
      return kindsOfArithmetic([left(), right()]);
  }
}

/** What is turned into a string before it is added, and with it the other side. */
const ADDED_AS_TEXT: Kinds = STRING | ARRAY | DATE;

function kindsOfSum(left: Kinds, right: Kinds): Kinds {
  if (within(left, ADDED_AS_TEXT) || within(right, ADDED_AS_TEXT)) return STRING;
  if (left === NOTHING || right === NOTHING) return NOTHING;
  return within(left | right, NUMBER | BOOLEAN | NULLISH) ? NUMBER : STRING | NUMBER | BIGINT;
}

/** Arithmetic gives a number, or a bigint where all operands are. */
export function kindsOfArithmetic(operands: readonly Kinds[]): Kinds {
  if (operands.includes(NOTHING)) return NOTHING;
  return operands.every((operand) => (operand & (BIGINT | UNKNOWN)) !== 0) ? NUMBER | BIGINT : NUMBER;
}
