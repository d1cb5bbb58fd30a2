import type { Excerpt } from '../excerpts.ts';
import { lineStarts } from '../../transforms/edit/moved-places.ts';
import type { FindingReport } from '../report.ts';
import type { Position } from '../../transforms/finding.ts';

/** Some lines of code, one of them with the place that matters. */
export interface CodeFrame {
  readonly lines: readonly FrameLine[];
}

export interface FrameLine {
  readonly number: number;
  /** Without its line end, tabs as blanks, and without the indentation that all lines of the frame have. */
  readonly text: string;
  /** What is marked on this line: 0-based, in cells; null where nothing is. */
  readonly mark: { readonly start: number; readonly length: number } | null;
  /** Whether it is the line that the place is on. */
  readonly isCause: boolean;
}

/** Lines around the one that matters. */
const CONTEXT = 1;

/**
 * The three lines around a place in a finding: as they were or will be written, where the finding is rewritten, else as
 * they are.
 *
 * @param at in the file as it was read, as a reason has it
 * @param lineNow where that line is by now, for what isn't rewritten
 * @returns undefined where the report has no text for the place
 */
export function codeFrame(finding: FindingReport, at: Position, lineNow: number): CodeFrame | undefined {
  const excerpt = finding.excerpts.find(({ line, before }) => {
    const amount = linesOf(before).length;
    return line <= at.line && at.line < line + amount;
  });
  if (excerpt === undefined) return undefined;
  const starts = lineStarts(excerpt.before);
  const offset = (starts[at.line - excerpt.line] ?? 0) + at.column - 1;
  // A TODO comment is written, too, and nobody wants to see that.
  const after = finding.target === null ? null : excerpt.after;
  if (after === null) return frameAt(excerpt.before, offset, true, lineNow - (at.line - excerpt.line));
  const moved = moveOffset(offset, excerpt, finding);
  return frameAt(after, moved.offset, moved.isExact, excerpt.lineAfter);
}

interface Moved {
  readonly offset: number;
  /** Whether it is the same place; else it is where the new method is called. */
  readonly isExact: boolean;
}

/** Where a place is once the edits are made. In text that is written anew it is where its words stand once. */
function moveOffset(offset: number, { before, start: base }: Excerpt, { edits, target }: FindingReport): Moved {
  let shift = 0;
  const placed = edits
    .map(({ start, end, text }) => ({ from: start - base, to: end - base, text }))
    .filter(({ from, to }) => from >= 0 && to <= before.length)
    .map((edit) => {
      const at = edit.from + shift;
      shift += edit.text.length - (edit.to - edit.from);
      return { ...edit, at };
    });
  const around = placed.find(({ from, to }) => from <= offset && offset < to);
  if (around === undefined) {
    const last = placed.findLast(({ from, to }) => to <= offset && from < offset);
    return { offset: last === undefined ? offset : offset + last.at + last.text.length - last.to, isExact: true };
  }
  const find = (words: string): readonly number[] =>
    words.length < 2
      ? []
      : placed.flatMap(({ at, text }) => Array.from(text.matchAll(wholeWords(words)), ({ index }) => at + index));
  const [found, ...others] = find(wordsAt(before, offset));
  if (found !== undefined && others.length === 0) return { offset: found, isExact: true };
  return { offset: find(target ?? '').at(-1) ?? around.at, isExact: false };
}

function wholeWords(words: string): RegExp {
  return new RegExp(`(?<![\\w$])${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w$])`, 'g');
}

function frameAt(text: string, offset: number, isExact: boolean, firstLine: number): CodeFrame {
  const lines = linesOf(text);
  const starts = lineStarts(text);
  const cause = Math.max(
    0,
    starts.findLastIndex((start) => start <= offset),
  );
  const from = Math.max(0, cause - CONTEXT);
  const shown = lines.slice(from, cause + CONTEXT + 1).map((line) => ({ line, cells: withBlanks(line) }));
  while (shown.length > cause - from + 1 && shown.at(-1)?.cells.trim() === '') shown.pop();
  const indentations = shown.filter(({ cells }) => cells.trim() !== '').map(({ cells }) => cells.search(/\S/));
  const indentation = indentations.length === 0 ? 0 : Math.min(...indentations);
  return {
    lines: shown.map(({ line, cells }, index) => {
      const isCause = from + index === cause;
      const column = offset - (starts[cause] ?? 0);
      const length = wordsAt(line, column).length;
      return {
        number: firstLine + from + index,
        text: cells.slice(indentation).trimEnd(),
        isCause,
        mark:
          isCause && isExact && length > 0
            ? { start: withBlanks(line.slice(0, column)).length - indentation, length }
            : null,
      };
    }),
  };
}

/** A name, a path of names, or the first character of anything else. */
function wordsAt(text: string, offset: number): string {
  return /^(?:[\w$]+(?:(?:\?\.|\.)[\w$]+)*|\S)/.exec(text.slice(offset))?.[0] ?? '';
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function withBlanks(text: string): string {
  return text.replaceAll('\t', '  ');
}
