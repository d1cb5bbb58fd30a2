import { ts } from 'ts-morph';
import { isGlobal } from '../../recognise/source/globals.ts';
import { accessOf, hasWrittenType, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';

/** Whether no type says what an expression is: in JavaScript everywhere, in TypeScript where it is `any` as far as the file shows. */
export function isUntyped(expression: ts.Expression, context: Context): boolean {
  return !context.unit.isTypeScript || isAny(expression, context);
}

/** `x as any`, a variable or parameter of type `any`, what `JSON.parse(…)` and `response.json()` give, and what is read from any of them. */
function isAny(expression: ts.Expression, context: Context): boolean {
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression)) return isAnyType(expression.type);
  if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression) || ts.isAwaitExpression(expression)) return isAny(expression.expression, context);
  if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) return isAny(expression.expression, context);
  if (ts.isCallExpression(expression)) return givesAny(expression, context);
  const declaration = ts.isIdentifier(expression) ? context.unit.scope.bindingOf(expression)?.declaration : undefined;
  return declaration !== undefined && isDeclaredAny(declaration, context);
}

function isDeclaredAny(declaration: ts.Declaration, context: Context): boolean {
  if (hasWrittenType(declaration)) return isAnyType(declaration.type);
  if (ts.isBindingElement(declaration)) return isDeclaredAny(declaration.parent.parent, context);
  return ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && isAny(declaration.initializer, context);
}

function isAnyType({ kind }: ts.TypeNode): boolean {
  return kind === ts.SyntaxKind.AnyKeyword;
}

function givesAny({ expression, arguments: given }: ts.CallExpression, context: Context): boolean {
  const callee = unwrap(expression);
  const access = accessOf(callee);
  if (access?.name === 'json' && given.length === 0) return true;
  if (access?.name === 'parse' && isGlobal(access.object, 'JSON', context.unit)) return true;
  return isAny(callee, context);
}
