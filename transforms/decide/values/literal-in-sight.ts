import { ts } from 'ts-morph';
import { mayChangeElsewhere } from '../../recognise/source/exported.ts';
import { isNeverReassigned, isWriteTarget } from '../../recognise/source/scope.ts';
import { unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';

/** The object literal that a never changed, never handed out `const` holds, or the literal itself. */
export function literalInSight(expression: ts.Expression, context: Context): ts.ObjectLiteralExpression | undefined {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return node;
  const binding = ts.isIdentifier(node) ? context.unit.scope.bindingOf(node) : undefined;
  if (
    binding?.declaration === undefined ||
    !isNeverReassigned(binding) ||
    !ts.isVariableDeclaration(binding.declaration)
  )
    return undefined;
  if (mayChangeElsewhere(binding.declaration, context.unit)) return undefined;
  const literal = binding.declaration.initializer === undefined ? undefined : unwrap(binding.declaration.initializer);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
  return binding.references.every(isPlainRead) ? literal : undefined;
}

/**
 * A mention that neither changes the object nor hands it to anybody: a property that is read, a spread, a comparison.
 */
function isPlainRead(reference: ts.Identifier): boolean {
  let current: ts.Node = reference;
  while (
    ts.isParenthesizedExpression(current.parent) ||
    ts.isNonNullExpression(current.parent) ||
    ts.isAsExpression(current.parent)
  )
    current = current.parent;
  const { parent } = current;
  if (ts.isSpreadAssignment(parent) || ts.isTypeQueryNode(parent)) return true;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    return parent.expression === current && isReadOnlyAccess(parent);
  }
  return false;
}

/** Whether what is read from an object is only read itself, never called, assigned or deleted. */
function isReadOnlyAccess(access: ts.Expression): boolean {
  let current: ts.Expression = access;
  for (;;) {
    if (isWriteTarget(current)) return false;
    const { parent }: ts.Expression = current;
    if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
      if (parent.expression !== current) return true;
      current = parent;
    } else if (ts.isNonNullExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) {
      current = parent;
    } else if (ts.isCallExpression(parent)) {
      return parent.expression !== current;
    } else {
      return true;
    }
  }
}
