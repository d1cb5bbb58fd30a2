import type { ts } from 'ts-morph';
import type { Span } from '../type-oracle.ts';

/**
 * The innermost node that begins and ends where the span does; undefined where there is none, as in a text that isn't
 * the analysed one.
 */
export function findExpression(
  source: ts.SourceFile,
  { start, end }: Span,
  { forEachChild }: Pick<typeof ts, 'forEachChild'>,
): ts.Expression | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > start || node.end < end) return;
    if (node.end === end && node.getStart(source) === start) found = node;
    forEachChild(node, visit);
  };
  visit(source);
  return found as ts.Expression | undefined;
}
