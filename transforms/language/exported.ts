import { ts } from 'ts-morph';
import { someIn } from '../tree.ts';
import type { Unit } from './unit.ts';

/** Whether a declaration is exported where it stands. */
export function isExported(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
}

/**
 * Whether other files may give the object in an exported variable other properties, or values of other kinds. A type
 * that is inferred from a literal lets nobody do that (types tell the truth); one that is written may, and where there
 * are no types, anybody may.
 */
export function mayChangeElsewhere(declaration: ts.Node, unit: Unit): boolean {
  if (!ts.isVariableDeclaration(declaration) || !isExported(declaration)) return false;
  return !(
    unit.isTypeScript &&
    // Else null and undefined are inferred as `any`.
    unit.checksNull &&
    declaration.type === undefined &&
    declaration.initializer !== undefined &&
    isInferred(declaration.initializer)
  );
}

/** Whether the type of a variable is what its first value says: a literal without a cast in it. */
export function isInferred(initializer: ts.Expression): boolean {
  if (ts.isSatisfiesExpression(initializer)) return isInferred(initializer.expression);
  if (ts.isAsExpression(initializer))
    return ts.isConstTypeReference(initializer.type) && isInferred(initializer.expression);
  // A cast inside says what may be put there.
  return ts.isObjectLiteralExpression(initializer) && !someIn(initializer, isOtherCast);
}

function isOtherCast(node: ts.Node): boolean {
  return ts.isAssertionExpression(node) && !ts.isConstTypeReference(node.type);
}
