import { ts } from 'ts-morph';
import { unwrap } from '../syntax.ts';
import type { Change } from './change.ts';
import type { Context } from './context.ts';
import type { Cause } from './decision.ts';

/** The SDK's methods and functions that only read. */
const READS = new Set(['get-user', 'get-organization', 'current-user']);

/**
 * The variables that only the removed spreads mentioned, and that hold what was fetched for them. docs/semantics.md,
 * "After the rewrite".
 */
export function unusedFetches(changes: readonly Change[], context: Context): Cause[] {
  const removed = changes.flatMap((change) => {
    switch (change.kind) {
      case 'remove-element':
      case 'remove-argument':
        return [change.node];
      case 'replace-by':
        return [change.node];
      default:
        return [];
    }
  });
  const seen = new Set<ts.Symbol>();
  const causes: Cause[] = [];
  const visit = (node: ts.Node): void => {
    const binding = ts.isIdentifier(node) ? context.unit.scope.bindingOf(node) : undefined;
    if (binding !== undefined && !seen.has(binding.symbol)) {
      seen.add(binding.symbol);
      const isGone = binding.references.every((reference) =>
        removed.some((range) => range.getStart() <= reference.getStart() && reference.end <= range.end),
      );
      const declaration = binding.declaration;
      if (isGone && declaration !== undefined && isFetch(declaration, context))
        causes.push({ code: 'fetch-now-unused', node: declaration });
    }
    ts.forEachChild(node, visit);
  };
  removed.forEach(visit);
  return causes;
}

function isFetch(declaration: ts.Declaration, context: Context): boolean {
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false;
  const initializer = unwrap(declaration.initializer);
  const call = ts.isAwaitExpression(initializer) ? unwrap(initializer.expression) : initializer;
  const value = ts.isCallExpression(call) ? context.tracer.valueOf(call, context.unit) : undefined;
  return value?.kind === 'sdk' && value.from !== undefined && READS.has(value.from.shape);
}
