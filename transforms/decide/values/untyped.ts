import { ts } from 'ts-morph';
import { isGlobal } from '../../recognise/source/is-global.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';

/**
 * Whether no type says what an expression is: in JavaScript everywhere, in TypeScript where it is `any` as far as the
 * file shows.
 */
export function isUntyped(expression: ts.Expression, context: Context): boolean {
  return !context.unit.isTypeScript || isAny(expression, context);
}

/**
 * `x as any`, a variable or parameter of type `any`, what `JSON.parse(…)` and `response.json()` give, and what is read
 * from any of them.
 */
function isAny(expression: ts.Expression, context: Context): boolean {
  const seen = new Set<ts.Node>();
  let node: ts.Node | undefined = expression;
  // A variable that is made of itself ends it, too.
  while (node !== undefined && !seen.has(node)) {
    seen.add(node);
    if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) return isAnyType(node.type);
    if (ts.isCallExpression(node) && givesAny(node, context)) return true;
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && node.type !== undefined)
      return isAnyType(node.type);
    node = madeOf(node, context);
  }
  return false;
}

/** What a value is taken from as it is, or read from; undefined where that isn't in sight. */
function madeOf(node: ts.Node, { unit }: Context): ts.Node | undefined {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
    return node.expression;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return node.expression;
  if (ts.isCallExpression(node)) return unwrap(node.expression);
  if (ts.isIdentifier(node)) return unit.scope.bindingOf(node)?.declaration;
  if (ts.isBindingElement(node)) return node.parent.parent;
  return ts.isVariableDeclaration(node) ? node.initializer : undefined;
}

function isAnyType({ kind }: ts.TypeNode): boolean {
  return kind === ts.SyntaxKind.AnyKeyword;
}

function givesAny({ expression, arguments: given }: ts.CallExpression, { unit }: Context): boolean {
  const access = accessOf(unwrap(expression));
  if (access?.name === 'json' && given.length === 0) return true;
  return access?.name === 'parse' && isGlobal(access.object, 'JSON', unit);
}
