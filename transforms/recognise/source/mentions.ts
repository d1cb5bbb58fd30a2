import { ts } from 'ts-morph';
import { isUndefinedLiteral, unwrap } from '../../syntax.ts';
import { onlyReadsArguments } from './readers.ts';
import type { Unit } from './unit.ts';

/** `null` and `undefined`. */
export function isNothing(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || isUndefinedLiteral(node);
}

/** Whether what a function returns is made by the very call: nobody else has it. */
export function isMadeIn(
  returned: ts.Expression | undefined,
  fn: ts.Node,
  unit: Unit,
  seen: ReadonlySet<ts.Node> = new Set(),
): boolean {
  if (returned === undefined) return true;
  const node = unwrap(returned);
  const recurse = (part: ts.Expression): boolean => isMadeIn(part, fn, unit, seen);
  if (ts.isConditionalExpression(node)) return recurse(node.whenTrue) && recurse(node.whenFalse);
  if (ts.isObjectLiteralExpression(node) || isNothing(node)) return true;
  const binding = ts.isIdentifier(node) ? unit.scope.bindingOf(node) : undefined;
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  if (seen.has(declaration)) return true;
  const own = new Set([...seen, declaration]);
  const values = [declaration.initializer, ...binding.writes.map(({ value }) => value)];
  return (
    ts.findAncestor(declaration, ts.isFunctionLike) === fn && values.every((value) => isMadeIn(value, fn, unit, own))
  );
}

/**
 * Whether a mention of an object only asks for something: a spread, a condition, a comparison, a pattern that takes
 * properties out, a call that only reads.
 */
export function isOnlyLookedAt(reference: ts.Expression, unit: Unit): boolean {
  const { parent } = reference;
  if (ts.isCallExpression(parent)) return onlyReadsArguments(parent, unit) && parent.expression !== reference;
  if (ts.isVariableDeclaration(parent)) return ts.isObjectBindingPattern(parent.name);
  if (ts.isConditionalExpression(parent)) return parent.condition === reference;
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  return (
    ts.isIfStatement(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isTypeQueryNode(parent) ||
    ts.isTypeOfExpression(parent) ||
    ts.isPrefixUnaryExpression(parent)
  );
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
  ts.SyntaxKind.InstanceOfKeyword,
]);
