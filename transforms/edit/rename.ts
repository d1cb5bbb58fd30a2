import { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { inserting } from './make-edits.ts';

/**
 * Renames what a pattern or a literal names; a name that also stands for a variable keeps that: `update` becomes
 * `updateMetadata: update`.
 */
export function renameKeyEdit(nameNode: ts.Node, method: string): Edit {
  if (ts.isComputedPropertyName(nameNode)) return renameEdit(nameNode.expression, method);
  const { parent } = nameNode;
  const isShort =
    ts.isShorthandPropertyAssignment(parent) || (ts.isBindingElement(parent) && parent.propertyName === undefined);
  return isShort ? inserting(nameNode.getStart(), `${method}: `) : renameEdit(nameNode, method);
}

export function renameEdit(nameNode: ts.Node, method: string): Edit {
  const quote = ts.isIdentifier(nameNode) ? 0 : 1;
  return { start: nameNode.getStart() + quote, end: nameNode.end - quote, text: method };
}
