import type { Edit } from '../finding.ts';

/**
 * Applies `edits` to `text`. Edits at the same offset are applied in the order given.
 *
 * @throws RangeError where two edits overlap or one lies outside the text
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.index - b.index);
  let result = '';
  let offset = 0;
  for (const { edit } of ordered) {
    if (edit.start < offset || edit.end < edit.start || edit.end > text.length) {
      throw new RangeError(`edit ${String(edit.start)}–${String(edit.end)} overlaps another or lies outside the text`);
    }
    result += text.slice(offset, edit.start) + edit.text;
    offset = edit.end;
  }
  return result + text.slice(offset);
}
