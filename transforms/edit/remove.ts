import type { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { wholeLines } from './change-edits.ts';
import { blankTooMany } from './layout.ts';

/**
 * Removes a statement with its line, and the blank line behind it where there is one in front, or a block begins. A
 * comment in front of it stays.
 */
export function removeStatement(statement: ts.Statement): Edit {
  const { text } = statement.getSourceFile();
  const edit = wholeLines(statement);
  return edit.text === '' ? { ...edit, end: edit.end + blankTooMany(text, edit.start, edit.end) } : edit;
}

/** Removes some elements of a list with their commas, and leaves at least one. There is no comment in the list. */
export function removeFromList(gone: ReadonlySet<ts.Node>, list: ts.NodeArray<ts.Node>): Edit[] {
  const edits: Edit[] = [];
  let kept: ts.Node | undefined;
  let first: ts.Node | undefined;
  for (const node of list) {
    if (gone.has(node)) {
      first ??= node;
      continue;
    }
    // Up to the next one that stays.
    if (first !== undefined) edits.push({ start: first.getStart(), end: node.getStart(), text: '' });
    first = undefined;
    kept = node;
  }
  const last = list.at(-1);
  if (first !== undefined && kept !== undefined && last !== undefined)
    edits.push({ start: kept.end, end: last.end, text: '' });
  return edits;
}
