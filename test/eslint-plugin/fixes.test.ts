import { createRequire } from 'node:module';
import { expect, it, vi } from 'vitest';
import { replacementOf } from '../../eslint-plugin/fixes.ts';
import type { FileContext } from '../../eslint-plugin/file-context.ts';
import type { Engine } from '../../eslint-plugin/load-engine.ts';

// The built one, which loads ten times as fast here as its sources do.
vi.mock('../../eslint-plugin/load-engine.ts', () => ({
  loadEngine: () => createRequire(import.meta.url)('../../dist/engine.cjs') as Engine,
}));

const text = 'const first = 1; // one\nconst second = 2;\n';
const file = { filename: '/nowhere/file.ts', sourceCode: { text } } as FileContext;

it('is the edits as one', () => {
  expect(
    replacementOf(
      [
        { start: 6, end: 11, text: 'a' },
        { start: 30, end: 36, text: 'b' },
      ],
      file,
    ),
  ).toEqual({ range: [6, 36], text: 'a = 1; // one\nconst b' });
});

it('is nothing where what it makes of the file does not parse', () => {
  expect(
    replacementOf(
      [
        { start: 15, end: 24, text: ' // one ' },
        { start: 24, end: 24, text: '}' },
      ],
      file,
    ),
  ).toBeDefined();
  expect(replacementOf([{ start: 14, end: 15, text: '' }], file)).toBeUndefined();
});
