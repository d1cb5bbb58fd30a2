import { ts } from 'ts-morph';
import { nodesIn, someIn } from '../tree.ts';
import { from, joined, UNKNOWN, type Place, type Step } from './place.ts';
import { memoize } from '../memoize.ts';

const SyntaxKind = ts.SyntaxKind;

/** What throws nothing by itself. A call, an access, a loop, an operator may run code that does. */
const QUIET: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.Block,
  SyntaxKind.ThrowStatement,
  SyntaxKind.IfStatement,
  SyntaxKind.ReturnStatement,
  SyntaxKind.ExpressionStatement,
  SyntaxKind.Identifier,
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
]);

/** What a `catch` gets: what its `try` throws, and whatever the code throws that runs in there. */
export function stepFromCatch(place: Place, { tryBlock }: ts.TryStatement): Step {
  const mayThrowOther = someIn(
    tryBlock,
    (node) => !ts.isFunctionLike(node) && !QUIET.has(node.kind),
    ts.isFunctionLike,
  );
  return mayThrowOther
    ? joined([from(place, ...thrownIn(place.unit.source)), UNKNOWN])
    : from(place, ...thrownIn(tryBlock));
}

/** All that is thrown in some code. */
const thrownIn = memoize((code: ts.Node): readonly ts.Expression[] =>
  nodesIn(code, ts.isThrowStatement).map(({ expression }) => expression),
);
