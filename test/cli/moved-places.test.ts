import { describe, expect, it } from 'vitest';
import { followEdits } from '../../cli/moved-places.ts';
import { applyEdits } from '../../transforms/edit/apply.ts';
import type { Edit, Position } from '../../transforms/finding.ts';

/** Where `|` is in `text`, and the text without it. */
function placeIn(text: string): { readonly at: Position; readonly text: string } {
  const offset = text.indexOf('|');
  const lines = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return {
    at: { line: lines.length, column: (lines.at(-1) ?? '').length + 1 },
    text: text.slice(0, offset) + text.slice(offset + 1),
  };
}

/** Replaces the first `from` by `to`. */
const edit = (text: string, from: string, to: string): Edit => ({
  start: text.indexOf(from),
  end: text.indexOf(from) + from.length,
  text: to,
});

describe('a place followed through edits', () => {
  it.each([
    ['stays before them', 'a|b c', [['c', 'long']], 'a|b long'],
    ['moves along the line', 'a b |c', [['a', 'long']], 'long b |c'],
    ['moves back', 'long b |c', [['long ', '']], 'b |c'],
    ['moves down', 'a\nb |c', [['a', '1\n2\n3']], '1\n2\n3\nb |c'],
    ['moves up', 'a\nb\nc |d', [['b\n', '']], 'a\nc |d'],
    ['moves to a line of its own', 'a; |b', [['; ', ';\n']], 'a;\n|b'],
    ['moves behind what is inserted at it', 'a |b', [['b', 'x\nb']], 'a |x\nb'],
    [
      'moves by several',
      'a b c |d',
      [
        ['a', '1\n'],
        ['b ', ''],
        ['c', '333'],
      ],
      '1\n 333 |d',
    ],
    ['moves into what replaces it', 'a b|cd e', [['bcd', 'xyz']], 'a x|yz e'],
    ['moves to the end of what is shorter', 'a bcd|ef g', [['bcdef', 'x']], 'a x| g'],
    [
      'counts every line end that TypeScript does',
      'a\r\nb\rc\u2028d |e',
      [['a', 'a\r\na']],
      'a\r\na\r\nb\rc\u2028d |e',
    ],
  ])('%s', (_, before, changes, after) => {
    const from = placeIn(before);
    const to = placeIn(after);
    const edits = changes.map(([old = '', replacement = '']) => edit(from.text, old, replacement));
    expect(applyEdits(from.text, edits)).toBe(to.text);
    expect(followEdits(from.text, to.text, edits)(from.at)).toEqual(to.at);
  });

  it('moves behind an insertion', () => {
    const edits = [{ start: 2, end: 2, text: 'const x = 1;\n' }];
    expect(followEdits('a\nb', 'a\nconst x = 1;\nb', edits)({ line: 2, column: 1 })).toEqual({ line: 3, column: 1 });
  });
});
