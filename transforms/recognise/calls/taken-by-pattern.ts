import { ts } from 'ts-morph';
import { isWriteTarget } from '../../language/scope.ts';
import { accessOf, unwrap, wrapped } from '../../syntax.ts';

/**
 * A property that a pattern takes out: of a declaration (`const { update } = user`), or of an assignment (`({ update }
 * = user)`).
 */
export type Taking = ts.BindingElement | ts.ShorthandPropertyAssignment | ts.PropertyAssignment;

/** Whether a pattern takes a property out by that node, which isn't the rest of what it takes apart. */
export function isTakenByPattern(node: ts.Node): node is Taking {
  if (ts.isBindingElement(node)) return node.dotDotDotToken === undefined;
  if (ts.isShorthandPropertyAssignment(node)) return isWriteTarget(node.name);
  return ts.isPropertyAssignment(node) && isWriteTarget(node.initializer);
}

/** The name that a pattern gives to what it takes, whatever its default is. */
export function nameGiven(node: Taking): ts.Identifier | undefined {
  const target = ts.isPropertyAssignment(node) ? unwrap(node.initializer) : node.name;
  const name = ts.isBinaryExpression(target) ? unwrap(target.left) : target;
  return ts.isIdentifier(name) ? name : undefined;
}

/** The expression that a node takes a property off. */
export function objectOf(node: ts.Node): ts.Expression | undefined {
  if (!isTakenByPattern(node)) return accessOf(node)?.object;
  const owner = node.parent.parent;
  if (ts.isVariableDeclaration(owner)) return owner.initializer;
  const assignment = wrapped(node.parent as ts.Expression).parent;
  return ts.isBinaryExpression(assignment) ? assignment.right : undefined;
}
