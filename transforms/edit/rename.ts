import { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';

export function renameEdit(nameNode: ts.Node, method: string): Edit {
  const quote = ts.isIdentifier(nameNode) ? 0 : 1;
  return { start: nameNode.getStart() + quote, end: nameNode.end - quote, text: method };
}
