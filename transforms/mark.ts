import { ts } from 'ts-morph';
import { unwrap, isCall } from './syntax.ts';

/** Methods of functions, behind the name of the method that is meant. */
const CALLED_THROUGH = new Set(['apply', 'bind', 'call']);

/** What an editor underlines of the place of a finding: the name of the method, where there is one. */
export function markOf(node: ts.Node): ts.Node {
  if (isCall(node)) return nameIn(node.expression);
  if (ts.isBindingElement(node)) return node.propertyName ?? node.name;
  if (ts.isObjectLiteralElement(node) || ts.isTypeElement(node)) return node.name ?? node;
  return ts.isExpression(node) ? nameIn(node) : node;
}

function nameIn(expression: ts.Expression): ts.Node {
  const node = unwrap(expression);
  if (ts.isElementAccessExpression(node)) return node.argumentExpression;
  if (!ts.isPropertyAccessExpression(node)) return expression;
  const inner = unwrap(node.expression);
  const isThrough = CALLED_THROUGH.has(node.name.text) && ts.isPropertyAccessExpression(inner);
  return isThrough ? inner.name : node.name;
}
