import type { Edit, Finding } from '../transforms/finding.ts';
import { lineStarts } from '../transforms/edit/moved-places.ts';

/** Some lines of a file that a finding concerns, as they were read and as the finding's own edits leave them. */
export interface Excerpt {
  /** The first line, 1-based, in the input. */
  readonly line: number;
  /** Where that line is once all edits of the file are made. */
  readonly lineAfter: number;
  /** Offset of the first line in the input: UTF-16 code units, 0-based. */
  readonly start: number;
  /** Whole lines with their line ends. */
  readonly before: string;
  /** The same with the finding's edits made; null where it has none here. */
  readonly after: string | null;
}

/** Lines shown around what matters. */
const CONTEXT_LINES = 3;

/** A call is shown up to here; what is edited further down is shown all the same. */
const CALL_LINES = 40;

/** Generated files have lines of any length; more than this helps nobody. */
const MOST_CHARACTERS = 20_000;

/** First and last line, 0-based. */
type LineRange = readonly [first: number, last: number];

/**
 * Cuts out what a reviewer needs of a finding: the call, what caused its reasons, and what is edited.
 *
 * @param allEdits those of the file, in source order
 * @returns a finding's excerpts in source order; none where they would be too long to be read
 */
export function createExcerptCutter(text: string, allEdits: readonly Edit[]): (finding: Finding) => Excerpt[] {
  const starts = lineStarts(text);
  const lineOf = (offset: number): number => findLast(starts, offset);
  const linesAddedBefore = createLineShift(text, allEdits);

  return (finding) => {
    const ranges: LineRange[] = [
      [finding.from.line - 1, Math.min(finding.to.line, finding.from.line + CALL_LINES - 1) - 1],
      ...finding.reasons.map(({ line }): LineRange => [line - 1, line - 1]),
      ...finding.edits.map(({ start, end }): LineRange => [lineOf(start), lineOf(end)]),
    ];
    const excerpts = joinRanges(ranges, starts.length).map(([first, last]): Excerpt => {
      const start = starts[first] ?? 0;
      const end = starts[last + 1] ?? text.length;
      const edits = finding.edits.filter((edit) => edit.start >= start && edit.end <= end);
      const before = text.slice(start, end);
      return {
        line: first + 1,
        lineAfter: first + 1 + linesAddedBefore(start),
        start,
        before,
        after: edits.length === 0 ? null : applyInside(before, start, edits),
      };
    });
    return excerpts.reduce((sum, { before, after }) => sum + before.length + (after?.length ?? 0), 0) > MOST_CHARACTERS
      ? []
      : excerpts;
  };
}

/** The index of the last of `sorted` that is `offset` at most; the first is. */
function findLast(sorted: readonly number[], offset: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The ranges with the lines around them, joined where they touch. */
function joinRanges(ranges: readonly LineRange[], lines: number): LineRange[] {
  const joined: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const range: [number, number] = [Math.max(0, first - CONTEXT_LINES), Math.min(lines - 1, last + CONTEXT_LINES)];
    const previous = joined.at(-1);
    if (previous !== undefined && range[0] <= previous[1] + 1) previous[1] = Math.max(previous[1], range[1]);
    else joined.push(range);
  }
  return joined;
}

function applyInside(text: string, offset: number, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: replacement } of edits) {
    result += text.slice(at, start - offset) + replacement;
    at = end - offset;
  }
  return result + text.slice(at);
}

/** @returns how many lines the edits that end at an offset or before it add */
function createLineShift(text: string, edits: readonly Edit[]): (offset: number) => number {
  const ends = [-1];
  const sums = [0];
  for (const { start, end, text: replacement } of edits) {
    ends.push(end);
    sums.push((sums.at(-1) ?? 0) + lineStarts(replacement).length - lineStarts(text.slice(start, end)).length);
  }
  return (offset) => sums[findLast(ends, offset)] ?? 0;
}
