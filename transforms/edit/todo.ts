import type { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { statementOf } from '../tree.ts';
import { layoutAt } from './layout.ts';
import { inserting } from './make-edits.ts';

const MARK = 'TODO(clerk-metadata)';

/**
 * The edit that leaves a comment with `message` on a line of its own before the statement of `node`; undefined where
 * there is one already.
 */
export function todoEdit(node: ts.Node, message: string): Edit | undefined {
  const { text } = node.getSourceFile();
  let statement = statementOf(node);
  // Only the start of a line has room for a comment line.
  while (statement !== undefined && !layoutAt(statement).startsLine) statement = statementOf(statement.parent);
  if (statement === undefined) return undefined;
  const layout = layoutAt(statement);
  const start = statement.getStart();
  const before = text.slice(statement.pos, start);
  if (before.includes(MARK)) return undefined;
  return inserting(start, `// ${MARK}: ${message}${layout.newline}${layout.indent}`);
}

/** Whether an edit only leaves such a comment. */
export function isTodo({ start, end, text }: Edit): boolean {
  return start === end && text.startsWith(`// ${MARK}`);
}
