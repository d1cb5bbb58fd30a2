import { diffArrays } from 'diff';
import type { Edit } from '../../../../transforms/finding.ts';
import type { Excerpt } from '../../../excerpts.ts';

/** What is special about a part of a line: columns, 0-based, the end behind it. */
export type Mark = readonly [start: number, end: number];

export interface Line {
  /** 1-based, in its file. */
  readonly number: number;
  /** In the excerpt's lines, 0-based. */
  readonly index: number;
  readonly marks: readonly Mark[];
}

/** A piece of an excerpt, side by side: the same lines on both sides, or those that go and those that come. */
export type Block =
  | { readonly kind: 'same'; readonly lines: readonly { readonly before: Line; readonly after: Line }[] }
  | { readonly kind: 'change'; readonly removed: readonly Line[]; readonly added: readonly Line[] };

const LINE = /[^\r\n\u2028\u2029]*(?:\r\n|[\r\n\u2028\u2029]|$)/g;

/** Lines with their ends; the last may have none. */
export function splitLines(text: string): string[] {
  return Array.from(text.matchAll(LINE), ([line]) => line).filter(
    (line, index, all) => line !== '' || (index === 0 && all.length === 1),
  );
}

/** Puts an excerpt's lines side by side, with what the edits take away and put in marked inside them. */
export function alignExcerpt(excerpt: Excerpt, edits: readonly Edit[]): Block[] {
  const before = splitLines(excerpt.before);
  const after = splitLines(excerpt.after ?? excerpt.before);
  const { removed, added } = findMarks(excerpt, edits);
  const beforeLines = describeLines(before, excerpt.line, removed);
  const afterLines = describeLines(after, excerpt.lineAfter, added);
  const blocks: Block[] = [];
  let left = 0;
  let right = 0;
  const change = (gone: readonly Line[], come: readonly Line[]): void => {
    const last = blocks.at(-1);
    if (last?.kind === 'change')
      blocks[blocks.length - 1] = {
        kind: 'change',
        removed: [...last.removed, ...gone],
        added: [...last.added, ...come],
      };
    else blocks.push({ kind: 'change', removed: gone, added: come });
  };
  for (const { added: isAdded, removed: isRemoved, value } of diffArrays(before, after)) {
    const length = value.length;
    if (isAdded) change([], afterLines.slice(right, right + length));
    else if (isRemoved) change(beforeLines.slice(left, left + length), []);
    else {
      const pairs = beforeLines
        .slice(left, left + length)
        .map((line, index) => ({
          before: { ...line, marks: [] },
          after: { ...(afterLines[right + index] ?? line), marks: [] },
        }));
      blocks.push({ kind: 'same', lines: pairs });
    }
    if (!isAdded) left += length;
    if (!isRemoved) right += length;
  }
  return blocks;
}

/** Where the edits are in the excerpt's two texts, by offset. */
function findMarks(
  { start, before }: Excerpt,
  edits: readonly Edit[],
): { readonly removed: Mark[]; readonly added: Mark[] } {
  const removed: Mark[] = [];
  const added: Mark[] = [];
  let shift = 0;
  for (const edit of edits) {
    const from = edit.start - start;
    const to = edit.end - start;
    if (from < 0 || to > before.length) continue;
    if (to > from) removed.push([from, to]);
    if (edit.text !== '') added.push([from + shift, from + shift + edit.text.length]);
    shift += edit.text.length - (to - from);
  }
  return { removed, added };
}

function describeLines(lines: readonly string[], first: number, marks: readonly Mark[]): Line[] {
  let offset = 0;
  return lines.map((text, index) => {
    const start = offset;
    offset += text.length;
    const length = text.trimEnd().length;
    const inside = marks
      .map(([from, to]): Mark => [Math.max(from - start, 0), Math.min(to - start, length)])
      .filter(([from, to]) => to > from)
      // Where a whole line comes or goes, its colour says so.
      .filter(([from, to]) => from > text.length - text.trimStart().length || to < length);
    return { number: first + index, index, marks: inside };
  });
}
