import { ts } from 'ts-morph';
import type { Asking } from './asking.ts';
import {
  ARRAY,
  BIGINT,
  BOOLEAN,
  DATE,
  NOTHING,
  NULLISH,
  NUMBER,
  OBJECT,
  STRING,
  UNKNOWN,
  within,
  type Kinds,
} from './kinds.ts';

const SyntaxKind = ts.SyntaxKind;

/** What a literal says, or an operator makes of its operands, assignments included. */
export function kindsOfData(node: ts.Expression, { ask }: Asking): Kinds {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (COMPARISONS.has(kind)) return BOOLEAN;
    const sides = [ask(node.left), ask(node.right)] as const;
    return kind === SyntaxKind.PlusToken || kind === SyntaxKind.PlusEqualsToken
      ? kindsOfSum(...sides)
      : kindsOfArithmetic(sides);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) return BOOLEAN;
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.PlusToken) return NUMBER;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return kindsOfArithmetic([ask(node.operand)]);
  return kindOfLiteral(node) ?? UNKNOWN;
}

/** What a literal is by its form alone; undefined for what is worked out. */
export function kindOfLiteral({ kind }: ts.Expression): Kinds | undefined {
  return LITERALS.get(kind);
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.InKeyword,
  SyntaxKind.InstanceOfKeyword,
]);

const LITERALS: ReadonlyMap<ts.SyntaxKind, Kinds> = new Map([
  [SyntaxKind.StringLiteral, STRING],
  [SyntaxKind.NoSubstitutionTemplateLiteral, STRING],
  [SyntaxKind.TemplateExpression, STRING],
  [SyntaxKind.TypeOfExpression, STRING],
  [SyntaxKind.NumericLiteral, NUMBER],
  [SyntaxKind.BigIntLiteral, BIGINT],
  [SyntaxKind.TrueKeyword, BOOLEAN],
  [SyntaxKind.FalseKeyword, BOOLEAN],
  [SyntaxKind.DeleteExpression, BOOLEAN],
  [SyntaxKind.RegularExpressionLiteral, OBJECT],
]);

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
