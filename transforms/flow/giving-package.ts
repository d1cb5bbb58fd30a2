import { ts } from 'ts-morph';
import { isPackage } from '../language/foreign-types.ts';
import { importOf } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';
import { unwrap, declarationAround } from '../syntax.ts';

/** The package that something comes from: it exports that, or what gives it, or what has it as a member. */
export function packageGiving(expression: ts.Expression, unit: Unit): string | undefined {
  const seen = new Set<ts.Node>();
  for (let node = unwrap(expression); !seen.has(node);) {
    seen.add(node);
    if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isNewExpression(node)) {
      node = unwrap(node.expression);
      continue;
    }
    const declaration = unit.scope.declarationOf(node);
    const imported = importOf(declaration);
    if (imported !== undefined) return isPackage(imported.specifier, unit) ? imported.specifier : undefined;
    const root = declaration === undefined ? undefined : declarationAround(declaration);
    if (root !== undefined && ts.isVariableDeclaration(root) && root.initializer !== undefined)
      node = unwrap(root.initializer);
  }
  return undefined;
}
