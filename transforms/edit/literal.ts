import { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { applyEdits } from './apply.ts';

/** The text of `[start, end)` with those of `edits` that lie inside it applied. */
export function sliceWith(text: string, start: number, end: number, edits: readonly Edit[]): string {
  const inside = edits.filter((edit) => start <= edit.start && edit.end <= end);
  return applyEdits(text.slice(start, end), inside.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text })));
}

/** An element of an object literal with the white space and comments that belong to it. */
interface Segment {
  readonly element: ts.ObjectLiteralElementLike;
  /** What stands before it, from the end of the previous element's line. */
  readonly lead: string;
  readonly body: string;
  /** Comments behind it on its line. */
  readonly trail: string;
}

/**
 * The text of an object literal with only the elements that `keeps` accepts, each with its comments, laid out as it was.
 * Comments that belong to no element stay with `keepsRest`.
 */
export function literalWith(
  literal: ts.ObjectLiteralExpression, keeps: (element: ts.ObjectLiteralElementLike) => boolean, keepsRest: boolean, text: string, edits: readonly Edit[],
): string {
  const segments = segmentsOf(literal, text, edits);
  const kept = segments.filter(({ element }) => keeps(element));
  const { hasTrailingComma } = literal.properties;
  const lastEnd = segmentEnd(literal, literal.properties.length - 1, text);
  const rest = text.slice(lastEnd, literal.end - 1);
  const tail = keepsRest ? rest : withoutComments(rest);
  const [first] = kept;
  if (first === undefined) return `{${rest.trim() === '' || !keepsRest ? '' : tail}}`;
  const [original] = segments;
  const body = kept.map((segment, index) => {
    const isLast = index === kept.length - 1;
    const lead = index === 0 && original !== undefined && isBlank(original.lead) && isBlank(segment.lead) && !segment.lead.includes('\n') ? original.lead : segment.lead;
    return `${lead}${segment.body}${!isLast || hasTrailingComma ? ',' : ''}${segment.trail}`;
  });
  return `{${body.join('')}${tail}}`;
}

function segmentsOf(literal: ts.ObjectLiteralExpression, text: string, edits: readonly Edit[]): Segment[] {
  let start = literal.getStart() + 1;
  return literal.properties.map((element, index) => {
    const from = element.getStart();
    const end = segmentEnd(literal, index, text);
    const comma = commaOf(literal, index, text);
    const segment = {
      element,
      lead: text.slice(start, from),
      body: sliceWith(text, from, element.end, edits),
      trail: comma === undefined ? text.slice(element.end, end) : text.slice(element.end, comma) + text.slice(comma + 1, end),
    };
    start = end;
    return segment;
  });
}

/** The offset of the comma behind an element; undefined where there is none. */
function commaOf(literal: ts.ObjectLiteralExpression, index: number, text: string): number | undefined {
  const element = literal.properties[index];
  if (element === undefined || (index === literal.properties.length - 1 && !literal.properties.hasTrailingComma)) return undefined;
  return text.indexOf(',', skipComments(text, element.end));
}

/** Where an element's comma can be: behind the comments that follow it. */
function skipComments(text: string, offset: number): number {
  const comments = [...(ts.getTrailingCommentRanges(text, offset) ?? []), ...(ts.getLeadingCommentRanges(text, offset) ?? [])];
  return Math.max(offset, ...comments.map((comment) => comment.end));
}

/** The end of an element with its comma and the comments that follow on the same line. */
function segmentEnd(literal: ts.ObjectLiteralExpression, index: number, text: string): number {
  const element = literal.properties[index];
  if (element === undefined) return literal.getStart() + 1;
  const comma = commaOf(literal, index, text);
  const end = comma === undefined ? element.end : comma + 1;
  const comments = ts.getTrailingCommentRanges(text, end) ?? [];
  // A comment before the next element on the same line belongs to that one.
  const next = literal.properties[index + 1];
  const last = comments.at(-1);
  if (last === undefined) return end;
  const endsLine = last.kind === ts.SyntaxKind.SingleLineCommentTrivia || /^[ \t]*\r?\n/.test(text.slice(last.end)) || next === undefined;
  return endsLine ? last.end : end;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function withoutComments(trivia: string): string {
  return isBlank(trivia) ? trivia : (/\s*$/.exec(trivia)?.[0] ?? '');
}
