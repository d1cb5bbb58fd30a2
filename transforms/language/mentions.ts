import { ts } from 'ts-morph';
import { isNothing, unwrap } from '../syntax.ts';
import type { Unit } from './unit.ts';

/** Whether what a function returns is made by the very call: nobody else has it. */
export function isMadeIn(
  returned: ts.Expression | undefined,
  fn: ts.Node,
  unit: Unit,
  seen: ReadonlySet<ts.Node> = new Set(),
): boolean {
  if (returned === undefined) return true;
  const node = unwrap(returned);
  const recurse = (part: ts.Expression): boolean => isMadeIn(part, fn, unit, seen);
  if (ts.isConditionalExpression(node)) return recurse(node.whenTrue) && recurse(node.whenFalse);
  if (ts.isObjectLiteralExpression(node) || isNothing(node)) return true;
  const binding = unit.scope.bindingOf(node);
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  if (seen.has(declaration)) return true;
  const own = new Set([...seen, declaration]);
  const values = [declaration.initializer, ...binding.writes.map(({ value }) => value)];
  return (
    ts.findAncestor(declaration, ts.isFunctionLike) === fn && values.every((value) => isMadeIn(value, fn, unit, own))
  );
}
