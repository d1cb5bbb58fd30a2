import { ts } from 'ts-morph';
import { isAssignmentOperator } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { unwrap, valueOfMember, isCall } from '../syntax.ts';
import { mayIterateArguments } from './quiet-globals.ts';

/**
 * Values that a node goes through or disposes of: an iterator's, a generator's or a resource's own code runs then. Of a
 * pattern inside of another it is the whole.
 */
export function goneThroughBy(node: ts.Node, unit: Unit): readonly ts.Expression[] {
  if (ts.isForOfStatement(node)) return [node.expression, ...partsTakenApart(node)];
  if (ts.isSpreadElement(node)) return [node.expression];
  if (isCall(node)) return mayIterateArguments(node.expression, unit) ? (node.arguments ?? []) : [];
  if (ts.isBinaryExpression(node))
    return isAssignmentOperator(node.operatorToken.kind) && takesListApart(node.left) ? [node.right] : [];
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return [];
  const isDisposed =
    ts.isVariableDeclarationList(node.parent) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Using) !== 0;
  return isDisposed || takesListApart(node.name) ? [node.initializer] : [];
}

/** `for (const [key] of [first, second])`. */
function partsTakenApart({ initializer, expression }: ts.ForOfStatement): readonly ts.Expression[] {
  const list = unwrap(expression);
  return takesListApart(initializer) && ts.isArrayLiteralExpression(list) ? list.elements : [];
}

/** Whether a pattern, or the left side of an assignment, has a list of names in it. */
function takesListApart(pattern: ts.Node): boolean {
  if (ts.isArrayBindingPattern(pattern) || ts.isArrayLiteralExpression(pattern)) return true;
  if (ts.isVariableDeclarationList(pattern)) return pattern.declarations.some(({ name }) => takesListApart(name));
  if (ts.isObjectBindingPattern(pattern)) return pattern.elements.some(({ name }) => takesListApart(name));
  return (
    ts.isObjectLiteralExpression(pattern) &&
    pattern.properties.some((property) => {
      const target = valueOfMember(property);
      return target !== undefined && takesListApart(ts.isBinaryExpression(target) ? target.left : target);
    })
  );
}
