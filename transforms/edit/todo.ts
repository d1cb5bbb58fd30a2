import type { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { statementOf } from '../syntax.ts';
import { layoutAt } from './layout.ts';

const MARK = 'TODO(clerk-metadata)';

/**
 * The edit that leaves a comment with `message` on a line of its own before the statement of `node`; undefined where
 * there is one already.
 */
export function todoEdit(node: ts.Node, message: string, source: ts.SourceFile): Edit | undefined {
  const { text } = source;
  let statement = statementOf(node);
  // Only the start of a line has room for a comment line.
  while (statement !== undefined && !layoutAt(statement, source).startsLine) statement = statementOf(statement.parent);
  if (statement === undefined) return undefined;
  const layout = layoutAt(statement, source);
  const start = statement.getStart(source);
  const before = text.slice(statement.pos, start);
  if (before.includes(MARK)) return undefined;
  return { start, end: start, text: `// ${MARK}: ${message}${layout.newline}${layout.indent}` };
}

/** Whether an edit only leaves such a comment. */
export function isTodo({ start, end, text }: Edit): boolean {
  return start === end && text.startsWith(`// ${MARK}`);
}
