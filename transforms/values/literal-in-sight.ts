import { ts } from 'ts-morph';
import { heldBy } from '../flow/held.ts';
import { useOf } from '../flow/uses.ts';
import { mayChangeElsewhere } from '../language/exported.ts';
import { unwrap } from '../syntax.ts';
import type { Unit } from '../language/unit.ts';

/** The object literal that a never changed, never handed out variable holds, or the literal itself. */
export function literalInSight(expression: ts.Expression, unit: Unit): ts.ObjectLiteralExpression | undefined {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return node;
  const literal = heldBy(node, unit);
  const binding = unit.scope.bindingOf(node);
  return literal !== undefined &&
    ts.isObjectLiteralExpression(literal) &&
    binding?.declaration !== undefined &&
    !mayChangeElsewhere(binding.declaration, unit) &&
    binding.references.every(isPlainRead)
    ? literal
    : undefined;
}

/** Whether a mention neither puts something else into the object nor hands it to anybody. */
function isPlainRead(mention: ts.Identifier): boolean {
  const use = useOf(mention);
  if (use.kind === 'part') return isPlainPart(use.access);
  return use.kind === 'asked' || (use.kind === 'spread' && ts.isObjectLiteralExpression(use.into));
}

/** Whether what is read from an object is only read itself, never called, assigned or deleted. */
function isPlainPart(part: ts.Expression): boolean {
  const use = useOf(part);
  return use.kind === 'part' ? isPlainPart(use.access) : use.kind !== 'written' && use.kind !== 'method';
}
