import { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { applyEdits } from './apply.ts';
import { commaBehind, indentOfLine, isBlank, newlineOf } from './layout.ts';

/** The text of `[start, end)` with those of `edits` that lie inside it applied. */
export function sliceWith(text: string, start: number, end: number, edits: readonly Edit[]): string {
  const inside = edits.filter((edit) => start <= edit.start && edit.end <= end);
  return applyEdits(
    text.slice(start, end),
    inside.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text })),
  );
}

/** The text of a node with those of `edits` that lie inside it applied. */
export function textWith(node: ts.Node, edits: readonly Edit[], end = node.end): string {
  return sliceWith(node.getSourceFile().text, node.getStart(), end, edits);
}

/** A property of an object literal with the white space and comments that belong to it. */
interface Segment {
  /** What stands before it, from the end of the previous element's line. */
  readonly lead: string;
  /** The indentation of the line that it stands on. */
  readonly indent: string;
  readonly body: string;
  /** What stands between it and its comma. */
  readonly gap: string;
  /** Comments behind it, and its comma, on its line. */
  readonly trail: string;
}

interface ElementSegment extends Segment {
  readonly element: ts.ObjectLiteralElementLike;
}

/**
 * The text of an object literal with only the elements that `keeps` accepts, each with its comments, laid out as it
 * was, and behind them the properties `added`.
 * Comments that belong to no element stay with `keepsRest`.
 */
export function literalWith(
  literal: ts.ObjectLiteralExpression,
  keeps: (element: ts.ObjectLiteralElementLike) => boolean,
  keepsRest: boolean,
  edits: readonly Edit[],
  added: readonly string[] = [],
): string {
  const { text } = literal.getSourceFile();
  const segments = segmentsOf(literal, text, edits);
  const own = segments.filter(({ element }) => keeps(element));
  if (own.length === 0 && added.length > 0) return `{ ${added.join(', ')} }`;
  const indent = indentOfLine(text, literal.getStart());
  const lineOfLast = /\r?\n[ \t]*$/.exec(own.at(-1)?.lead ?? '')?.[0] ?? ' ';
  const kept: readonly Segment[] = [
    ...own,
    ...added.map((body) => ({ lead: lineOfLast, indent, body, gap: '', trail: '' })),
  ];
  const { hasTrailingComma } = literal.properties;
  const lastEnd = segmentEnd(literal, literal.properties.length - 1, text);
  const rest = text.slice(lastEnd, literal.end - 1);
  const tail = keepsRest ? rest : withoutComments(rest);
  const [first] = kept;
  if (first === undefined) return `{${rest.trim() === '' || !keepsRest ? '' : tail}}`;
  const [original] = segments;
  const ends = kept.map(({ gap, trail }, index) =>
    index < kept.length - 1 || hasTrailingComma
      ? { comma: `${gap},`, trail }
      : { comma: '', trail: gap.trimEnd() + trail },
  );
  // What stood behind a comment that runs to the end of its line was on another one.
  const onItsLine = (behind: string, indentation: string, end: { readonly trail: string } | undefined): string =>
    end !== undefined && endsLine(end.trail) && !/^[ \t]*\r?\n/.test(behind)
      ? newlineOf(text) + indentation + behind.trimStart()
      : behind;
  const body = kept.map((segment, index) => {
    const lead =
      index === 0 && original !== undefined && segment !== original ? leadOfFirst(segment, original) : segment.lead;
    return `${onItsLine(lead, segment.indent, ends[index - 1])}${segment.body}${ends[index]?.comma ?? ''}${ends[index]?.trail ?? ''}`;
  });
  return `{${body.join('')}${onItsLine(tail, indent, ends.at(-1))}}`;
}

/** What stands before an element that comes to be the first: no empty lines, and a line of its own if the first had one. */
function leadOfFirst({ lead }: Segment, original: Segment): string {
  if (isBlank(original.lead) && isBlank(lead) && !lead.includes('\n')) return original.lead;
  return lead.replace(/^[ \t]*(\r?\n)(?:[ \t]*\r?\n)+/, '$1');
}

/** Whether comments end with one that runs to the end of its line. */
function endsLine(comments: string): boolean {
  return (
    ts.getTrailingCommentRanges(comments, comments.lastIndexOf('\n') + 1)?.at(-1)?.kind ===
    ts.SyntaxKind.SingleLineCommentTrivia
  );
}

function segmentsOf(literal: ts.ObjectLiteralExpression, text: string, edits: readonly Edit[]): ElementSegment[] {
  let start = literal.getStart() + 1;
  return literal.properties.map((element, index) => {
    const from = element.getStart();
    const end = segmentEnd(literal, index, text);
    const comma = commaOf(literal, index, text);
    const segment = {
      element,
      lead: text.slice(start, from),
      indent: indentOfLine(text, from),
      body: textWith(element, edits),
      gap: text.slice(element.end, comma ?? element.end),
      trail: text.slice(comma === undefined ? element.end : comma + 1, end),
    };
    start = end;
    return segment;
  });
}

/** The offset of the comma behind an element; undefined where there is none. */
function commaOf(literal: ts.ObjectLiteralExpression, index: number, text: string): number | undefined {
  const element = literal.properties[index];
  if (element === undefined || (index === literal.properties.length - 1 && !literal.properties.hasTrailingComma))
    return undefined;
  return commaBehind(text, element.end);
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
  const endsLine =
    last.kind === ts.SyntaxKind.SingleLineCommentTrivia ||
    /^[ \t]*\r?\n/.test(text.slice(last.end)) ||
    next === undefined;
  return endsLine ? last.end : end;
}

function withoutComments(trivia: string): string {
  return isBlank(trivia) ? trivia : (/\s*$/.exec(trivia)?.[0] ?? '');
}
