import { createColors } from '../colors.ts';
import type { Problem, Report } from '../report.ts';
import { formatError } from './format.ts';
import { heading, type Page } from './pretty-page.ts';
import { listExact, listFramed, listNotes } from './pretty-findings.ts';
import { listNext } from './pretty-next.ts';
import { listSdk, listSkipped } from './pretty-surroundings.ts';
import { summarise } from './pretty-totals.ts';
import type { ReportContext } from './reporter.ts';

/** Below this many cells a terminal gets unbroken lines, which it breaks better itself. */
const NARROWEST = 60;

/** Longer lines are hard to read, however wide the terminal. */
const WIDEST = 80;

/**
 * The report for people: what needs a decision, what to review and what is proven, then the totals, what is around the
 * code, and what to do next. A quiet one has what needs a person, and the totals.
 */
export function renderPretty(report: Report, context: ReportContext): string {
  const page: Page = {
    ...context,
    width: context.width !== null && context.width < NARROWEST ? null : Math.min(context.width ?? WIDEST, WIDEST),
    colors: createColors(context.color),
  };
  const sections = [
    ...(context.errors === 'inside' ? [listErrors(report.errors, page)] : []),
    ...listFramed('manual', report.files, page),
    ...listFramed('review', report.files, page),
    ...(page.quiet ? [] : listExact(report.files, page)),
    summarise(report, page),
    ...(page.quiet ? [] : listNotes(report.files, page)),
    ...listSdk(report, page),
    ...(page.quiet ? [] : [listSkipped(report.skipped, page), listNext(report, page)]),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join(''))
    .join('\n');
}

function listErrors(errors: readonly Problem[], page: Page): string[] {
  if (errors.length === 0) return [];
  return [heading(page, 'Errors'), ...errors.map((problem) => `  ${formatError(problem)}`)];
}
