import { type ReasonCode, REASONS, type ReasonText } from '../../transforms/reasons.ts';
import { type FindingReport, pathInRepository, type Report } from '../report.ts';
import { count } from './words.ts';

/** `updateUser → replaceUserMetadata`, or the method alone. */
export function describeChange({ method, target }: Pick<FindingReport, 'method' | 'target'>): string {
  return target === null ? method : `${method} → ${target}`;
}

/** The run in a sentence. */
export function describeTotals({ summary }: Report): string {
  const files = `${count(summary.filesScanned, 'file')} read`;
  if (summary.findings === 0) return `No call found; ${files}.`;
  const verdicts = (['exact', 'review', 'manual', 'ignored'] as const).filter((verdict) => summary[verdict] > 0).map((verdict) => `${String(summary[verdict])} ${verdict}`);
  return `${count(summary.findings, 'call')}: ${verdicts.join(', ')}; ${files}.`;
}

/** A path of the report as the repository has it that a workflow has checked out; null where it lies outside, or is of many. */
export function pathOfCheckout(report: Report, path: string): string | null {
  if (report.mode === 'merge') return null;
  const inside = pathInRepository(report.repository, path);
  return inside.startsWith('../') || inside.startsWith('/') ? null : inside;
}

/** What is known of a reason; a report of another version may have reasons that this one hasn't. */
export function weightOf(code: string): ReasonText['weight'] {
  return Object.hasOwn(REASONS, code) ? REASONS[code as ReasonCode].weight : 'review';
}
