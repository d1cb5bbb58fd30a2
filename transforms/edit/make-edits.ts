import type { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';

export function rangeOf(node: ts.Node): Pick<Edit, 'start' | 'end'> {
  return { start: node.getStart(), end: node.end };
}

export function replacing(node: ts.Node, text: string): Edit {
  return { ...rangeOf(node), text };
}

export function inserting(offset: number, text: string): Edit {
  return { start: offset, end: offset, text };
}

/** Beside a node, so that the edits of what stands in it stay. */
export function around(node: ts.Node, before: string, behind: string): Edit[] {
  return [inserting(node.getStart(), before), inserting(node.end, behind)];
}

/** In the order of the source. */
export function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}
