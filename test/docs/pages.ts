import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/imports.ts';

/** The pages whose every sample is executed. The samples of docs/reasons.md have a test of their own. */
export const PAGES = [
  'README.md',
  'docs/guide.md',
  'docs/codemod-tools.md',
  'docs/reports.md',
  'docs/hooks.md',
  'docs/many-repositories.md',
] as const;

/** A block of code in a page. */
export interface Fence {
  /** Path and line, for the name of the test. */
  readonly at: string;
  readonly language: string;
  /** What is written behind the language, which readers don't see: how to execute the sample. */
  readonly words: readonly string[];
  /** Without the indentation of the list that it may be in. */
  readonly text: string;
}

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

export function readFences(page: string): Fence[] {
  const text = readPage(page);
  return [...text.matchAll(/^( *)```(\S*)([^\n]*)\n(.*?)^\1```$/gms)].map((match) => {
    const [, indent = '', language = '', words = '', body = ''] = match;
    return {
      at: `${page}:${String(text.slice(0, match.index).split('\n').length)}`,
      language,
      words: words.split(' ').filter((word) => word !== ''),
      text: body
        .split('\n')
        .map((line) => line.slice(indent.length))
        .join('\n'),
    };
  });
}
