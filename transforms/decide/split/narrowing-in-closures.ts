import { ts } from 'ts-morph';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { unwrap, isAccess, declarationAround } from '../../syntax.ts';
import { containerOf, walk } from '../../tree.ts';
import { memoize } from '../../memoize.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether TypeScript may know less of what `node` reads once it stands in a function of its own: there it forgets what
 * the code before the call found out of a property, or of a variable that isn't a `const` or a parameter.
 */
export function isNarrowed(node: ts.Node, { call }: UpdateCall, unit: Unit): boolean {
  if (!unit.isTypeScript) return false;
  const asked = askedIn(containerOf(call));
  return readIn(node).some(
    (reference) =>
      isForgotten(reference, unit) && (asked.get(textOf(reference)) ?? Number.POSITIVE_INFINITY) < call.getStart(),
  );
}

/** What the conditions of a function ask for, and where each is first asked for. */
const askedIn = memoize((container: ts.Node): ReadonlyMap<string, number> => {
  const asked = new Map<string, number>();
  for (const reference of readIn(container).filter(isAsked).reverse()) asked.set(textOf(reference), reference.end);
  return asked;
});

/**
 * The variables and properties that are read, those that they are properties of included; functions inside have
 * conditions of their own.
 */
function readIn(node: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  walk(node, (inner) => {
    if ((ts.isFunctionLike(inner) && inner !== node) || ts.isTypeNode(inner)) return 'skip';
    const isReference = ts.isIdentifier(inner)
      ? !(ts.isPropertyAccessExpression(inner.parent) && inner.parent.name === inner)
      : isAccess(inner);
    if (isReference) found.push(inner as ts.Expression);
    return undefined;
  });
  return found;
}

/** A reference as it would be written without casts, `!` and `?.`. */
function textOf(reference: ts.Expression): string {
  const node = unwrap(reference);
  if (ts.isPropertyAccessExpression(node)) return `${textOf(node.expression)}.${node.name.text}`;
  if (!ts.isElementAccessExpression(node)) return node.getText();
  const index = unwrap(node.argumentExpression);
  return `${textOf(node.expression)}${ts.isStringLiteralLike(index) ? `.${index.text}` : `[${index.getText()}]`}`;
}

/** Whether what is known of a reference ends with the function: of a `const` and a parameter it goes on. */
export function isForgotten(reference: ts.Expression, unit: Unit): boolean {
  const declaration = unit.scope.declarationOf(reference);
  if (declaration === undefined) return true;
  const root = declarationAround(declaration);
  return !ts.isParameter(root) && (ts.getCombinedNodeFlags(root) & ts.NodeFlags.Const) === 0;
}

/** Operators whose result depends on what an operand is. */
const QUESTIONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InstanceOfKeyword,
  ts.SyntaxKind.InKeyword,
]);

/** Whether a reference is part of a condition, or handed to a function as a statement, which may be an assertion. */
function isAsked(reference: ts.Node): boolean {
  let node = reference;
  for (
    ;
    !ts.isStatement(node.parent) && !ts.isFunctionLike(node.parent) && !ts.isSourceFile(node.parent);
    node = node.parent
  ) {
    const { parent } = node;
    if (ts.isBinaryExpression(parent) && QUESTIONS.has(parent.operatorToken.kind)) return true;
    if (ts.isConditionalExpression(parent) && parent.condition === node) return true;
    if (ts.isPrefixUnaryExpression(parent) || ts.isTypeOfExpression(parent) || ts.isCaseClause(parent)) return true;
  }
  const { parent } = node;
  if (ts.isExpressionStatement(parent)) return ts.isCallExpression(node) && !node.getText().startsWith('console.');
  return (
    ts.isIfStatement(parent) ||
    ts.isSwitchStatement(parent) ||
    ts.isWhileStatement(parent) ||
    (ts.isForStatement(parent) && parent.condition === node)
  );
}
