import { ts } from 'ts-morph';
import { declaredBy } from '../flow/declared.ts';
import { useOf } from '../flow/uses.ts';
import { mayChangeElsewhere } from '../language/exported.ts';
import { unwrap } from '../syntax.ts';
import type { Unit } from '../language/unit.ts';
import { declarationNamed } from '../language/named-declarations.ts';

/** The object literal that a never changed, never handed out variable of any file holds, or the literal itself. */
export function literalInSight(
  expression: ts.Expression,
  unit: Unit,
): { readonly node: ts.ObjectLiteralExpression; readonly unit: Unit } | undefined {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return { node, unit };
  const named = declarationNamed(node, 'value', unit);
  const name = named && ts.getNameOfDeclaration(named.node);
  if (named === undefined || name === undefined || !ts.isIdentifier(name)) return undefined;
  const declared = declaredBy(named.node);
  const literal = declared.kind === 'value' ? unwrap(declared.of) : undefined;
  const binding = named.unit.scope.bindingOf(name);
  const mentions = [unit.scope.bindingOf(node), binding].flatMap((one) => one?.references ?? []);
  return literal !== undefined &&
    ts.isObjectLiteralExpression(literal) &&
    binding?.writes.length === 0 &&
    !binding.isHoisted &&
    !mayChangeElsewhere(named.node, named.unit) &&
    mentions.every(isPlainRead)
    ? { node: literal, unit: named.unit }
    : undefined;
}

/** Whether a mention neither puts something else into the object nor hands it to anybody. */
function isPlainRead(mention: ts.Identifier): boolean {
  if (ts.isTypeQueryNode(mention.parent) || ts.isTypeReferenceNode(mention.parent)) return true;
  const use = useOf(mention);
  if (use.kind === 'part') return isPlainPart(use.access);
  return use.kind === 'asked' || (use.kind === 'spread' && ts.isObjectLiteralExpression(use.into));
}

/** Whether what is read from an object is only read itself, never called, assigned or deleted. */
function isPlainPart(part: ts.Expression): boolean {
  const use = useOf(part);
  return use.kind === 'part' ? isPlainPart(use.access) : use.kind !== 'written' && use.kind !== 'method';
}
