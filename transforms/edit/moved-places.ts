import type { Edit, Position } from '../finding.ts';

/** Where a place of a file is now, after the file has been written. */
export type PlaceNow = (at: Position) => Position;

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;

/**
 * Follows places through a rewrite, so that whoever reads the report afterwards lands where the code is now.
 * A place inside replaced text is taken to be as far into the new text, or at its end.
 *
 * @param edits in source order
 */
export function followEdits(before: string, after: string, edits: readonly Edit[]): PlaceNow {
  const startsBefore = lineStarts(before);
  const startsAfter = lineStarts(after);
  return ({ line, column }) => {
    const offset = moveOffset((startsBefore[line - 1] ?? 0) + column - 1, edits);
    return placeAt(offset, startsAfter);
  };
}

function moveOffset(offset: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (end > offset) return start < offset ? start + shift + Math.min(offset - start, text.length) : offset + shift;
    shift += text.length - (end - start);
  }
  return offset + shift;
}

/** Offset of each line's first character, by the compiler's rules; a file always has one line. */
export function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(LINE_BREAK), (match) => match.index + match[0].length)];
}

/** The place of an offset in a text with these lines. */
export function placeAt(offset: number, lines: readonly number[]): Position {
  const index = lines.findLastIndex((start) => start <= offset);
  return { line: index + 1, column: offset - (lines[index] ?? 0) + 1 };
}
