/** What reports in Markdown are put together from. */
import type { Verdict } from '../../transforms/finding.ts';
import type { Summary } from '../report.ts';
import { number } from './format.ts';

const MEANINGS: readonly (readonly [verdict: Verdict, meaning: string])[] = [
  ['manual', 'needs your decision'],
  ['review', 'rewritten as the upgrade guide says, to be reviewed'],
  ['exact', 'proven equivalent'],
  ['ignored', 'silenced by a comment'],
];

/** How many findings of each verdict there are; empty where there is none. */
export function verdictTable(summary: Summary): string[] {
  const rows = MEANINGS.filter(([verdict]) => summary[verdict] > 0).map(
    ([verdict, meaning]) => `| ${number(summary[verdict])} | ${verdict} | ${meaning} |`,
  );
  return rows.length === 0 ? [] : [`| Calls | Verdict | |\n| ---: | :--- | :--- |\n${rows.join('\n')}\n`];
}

/** Any text as code: the fence is longer than every run of backticks in it. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/[\r\n]+/g, ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  const air = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${air}${line}${air}${fence}`;
}

/** Lines of code as a block. */
export function codeBlock(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** A sentence of ours, in which nothing of somebody's code becomes markup; what stands in backticks stays code. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\<>[\]*_|~#]/g, String.raw`\$&`)))
    .join('')
    .replaceAll(/[\r\n]+/g, ' ');
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
