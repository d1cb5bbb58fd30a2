import { ts } from 'ts-morph';
import { isNeverReassigned } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { unwrap } from '../syntax.ts';
import { declaredBy } from './declared.ts';

/** What a name holds wherever it is mentioned, where it is declared with a value; without parentheses and casts. */
export function heldBy(expression: ts.Expression, unit: Pick<Unit, 'scope'>): ts.Expression | undefined {
  const held = declaredAs(expression, unit);
  return held?.kind === 'value' ? unwrap(held.of) : undefined;
}

/** The same of a name that is mentioned only here: nobody changes what it holds. */
export function heldOnce(expression: ts.Expression, unit: Pick<Unit, 'scope'>): ts.Expression | undefined {
  return unit.scope.bindingOf(unwrap(expression))?.references.length === 1 ? heldBy(expression, unit) : undefined;
}

/** The function that a name holds wherever it is mentioned, with or without a body. */
export function functionHeldBy(
  expression: ts.Expression,
  unit: Pick<Unit, 'scope'>,
): ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | undefined {
  const held = declaredAs(expression, unit);
  if (held?.kind === 'function') return held.fn;
  const value = held?.kind === 'value' ? unwrap(held.of) : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

function declaredAs(
  expression: ts.Expression,
  { scope }: Pick<Unit, 'scope'>,
): ReturnType<typeof declaredBy> | undefined {
  const binding = scope.bindingOf(unwrap(expression));
  return isNeverReassigned(binding) ? declaredBy(binding.declaration) : undefined;
}
