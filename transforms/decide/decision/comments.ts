import { ts } from 'ts-morph';
import type { Change } from './change.ts';
import { isUnderDirective } from './directives.ts';

/**
 * Whether carrying out a change would delete a comment that stands inside what goes, or leave a directive in front of
 * it to the line behind.
 */
export function wouldLoseComment(change: Change): boolean {
  switch (change.kind) {
    case 'remove-element':
    case 'remove-argument':
    case 'remove-statement':
    case 'remove-binding':
    case 'undefined-to':
    case 'nulls':
    case 'delete-to-null':
      return hasComment(change.node) || isUnderDirective(change.node);
    case 'replace-by':
      return hasComment(change.node, change.by) || isUnderDirective(change.node);
    case 'or-else':
    case 'let-any-key':
    case 'present':
    case 'empty-before':
    case 'spread-behind-empty':
    case 'clear-keys':
    case 'repeat':
      return false;
  }
}

/** Whether there is a comment between the first and the last character of `node`, `except` left out. */
export function hasComment(node: ts.Node, except?: ts.Node): boolean {
  const source = node.getSourceFile();
  const [start, end] = [node.getStart(source), node.end];
  const found = (offset: number): boolean =>
    [
      ...(ts.getLeadingCommentRanges(source.text, offset) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, offset) ?? []),
    ].some(
      (comment) =>
        start <= comment.pos &&
        comment.end <= end &&
        (except === undefined || comment.end <= except.getStart(source) || comment.pos >= except.end),
    );
  const visit = (inner: ts.Node): boolean =>
    inner !== except && (found(inner.pos) || found(inner.end) || inner.getChildren(source).some(visit));
  return /\/[/*]/.test(source.text.slice(start, end)) && visit(node);
}
