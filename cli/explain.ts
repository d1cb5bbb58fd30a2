import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReasonCode, REASONS, type ReasonText } from '../transforms/reasons.ts';
import { readPackageInfo } from './package-info.ts';
import { wrap } from './reporters/format.ts';

const WIDTH = 80;

const WEIGHT_WORDS: Readonly<Record<ReasonText['weight'], string>> = {
  review: 'Rewritten. Check it.',
  manual: 'Not rewritten. It needs your decision.',
  note: 'A note. It changes no verdict.',
};

/** What a sample of the page shows, by the word behind its language. */
const SAMPLE_WORDS: Readonly<Record<string, string>> = { before: 'Before:', after: 'After:', 'by-hand': 'By hand:' };

/** Where the installed package has its page about the reasons, absolute; each reason is a heading of it. */
export function reasonsPage(): string {
  return join(readPackageInfo().folder, 'docs', 'reasons.md');
}

/**
 * What the docs say of a reason: what it means, an example, what to do.
 *
 * @returns Markdown
 * @throws Error where the installation has no such page
 */
export function explainReason(code: ReasonCode): string {
  const page = reasonsPage();
  const section = readFileSync(page, 'utf8')
    .split(/^(?=## )/m)
    .find((text) => text.startsWith(`## ${code}\n`));
  if (section === undefined) throw new Error(`${page} says nothing of ${code}`);
  return `${section.trimEnd()}\n`;
}

/** The same for a terminal: plain text in lines of 80 characters, samples indented. */
export function explainOnTerminal(code: ReasonCode): string {
  const [, ...blocks] = blocksOf(explainReason(code));
  const { weight } = REASONS[code];
  const parts = blocks
    .filter((block) => !block.startsWith('Weight: '))
    .map((block) => (block.startsWith('```') ? describeSample(block) : describeProse(block)));
  return `${[code, `${weight}: ${WEIGHT_WORDS[weight]}`, ...parts].join('\n\n')}\n`;
}

/** Every reason in a few lines, by what it leads to. */
export function listReasons(): string {
  const groups = (['manual', 'review', 'note'] as const).map((weight) => {
    const rows = (Object.keys(REASONS) as ReasonCode[])
      .filter((code) => REASONS[code].weight === weight)
      .map((code) => [`  ${code}`, ...indent(wrap(REASONS[code].message, WIDTH - 6), 6)].join('\n'));
    return `${weight}: ${WEIGHT_WORDS[weight]}\n\n${rows.join('\n')}`;
  });
  const usage = 'For an example and what to do: --explain <reason>';
  return `${[...groups, usage].join('\n\n')}\n`;
}

/** Paragraphs, lists and samples, in their order. */
function blocksOf(markdown: string): string[] {
  return markdown
    .split(/^(```[^]*?^```)$/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

function describeSample(fence: string): string {
  const [opening = '', ...lines] = fence.split('\n');
  const [, word = ''] = opening.split(' ');
  return [SAMPLE_WORDS[word] ?? `${word}:`, '', ...indent(lines.slice(0, -1), 4)].join('\n');
}

function describeProse(block: string): string {
  const plain = block
    .replaceAll(/^> /gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('**', '');
  // A list has an item in each line that begins with its mark; the other lines go on.
  const items = plain.split(/\n(?=- )/).map((item) => item.replaceAll(/\s*\n\s*/g, ' '));
  return items
    .flatMap((item) => {
      const [first = '', ...rest] = wrap(item, WIDTH - (item.startsWith('- ') ? 2 : 0));
      return [first, ...(item.startsWith('- ') ? indent(rest, 2) : rest)];
    })
    .join('\n');
}

function indent(lines: readonly string[], by: number): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));
}
