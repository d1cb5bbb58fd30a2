import { ts } from 'ts-morph';
import { isPackage } from '../language/foreign-types.ts';
import { importOf } from '../language/modules.ts';
import { isNeverReassigned } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { unwrap, declarationAround, isCall } from '../syntax.ts';

/** The package that something comes from: it exports that, or what gives it, or what has it as a member. */
export function packageGiving(expression: ts.Expression, unit: Unit): string | undefined {
  const seen = new Set<ts.Node>();
  for (let node = unwrap(expression); !seen.has(node);) {
    seen.add(node);
    if (ts.isPropertyAccessExpression(node) || isCall(node)) {
      node = unwrap(node.expression);
      continue;
    }
    const binding = unit.scope.bindingOf(node);
    const declaration = binding?.declaration;
    const imported = importOf(declaration);
    if (imported !== undefined) return isPackage(imported.specifier, unit) ? imported.specifier : undefined;
    if (declaration === undefined || !isNeverReassigned(binding) || hasDefault(declaration)) return undefined;
    const root = declarationAround(declaration);
    if (ts.isVariableDeclaration(root) && root.initializer !== undefined) node = unwrap(root.initializer);
  }
  return undefined;
}

/** Whether a pattern may put something else in its place. */
function hasDefault(declaration: ts.Declaration): boolean {
  for (let node: ts.Node = declaration; ts.isBindingElement(node); node = node.parent.parent)
    if (node.initializer !== undefined) return true;
  return false;
}
