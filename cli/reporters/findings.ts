import type { Reason } from '../../transforms/finding.ts';
import { type ReasonCode, REASONS, type ReasonText } from '../../transforms/reasons.ts';
import { type FileReport, type FindingReport, pathInRepository, type Report } from '../report.ts';
import { count } from './format.ts';

/** What stands for the method without being a call of it. */
const KIND_WORDS: Readonly<Partial<Record<FindingReport['kind'], string>>> = {
  'test-double': 'double of ',
  'method-alias': 'alias of ',
  declaration: 'type of ',
  'new-method': 'call of ',
};

/**
 * `updateUser → replaceUserMetadata`, `updateUser → updateUser + replaceUserMetadata` where one call becomes two,
 * `double of updateUser → replaceUserMetadata`, or the method alone.
 */
export function describeChange({
  kind,
  method,
  target,
  requests,
}: Pick<FindingReport, 'kind' | 'method' | 'target' | 'requests'>): string {
  const what = `${KIND_WORDS[kind] ?? ''}${method}`;
  if (target === null) return what;
  return requests === 2 ? `${what} → ${method} + ${target}` : `${what} → ${target}`;
}

/** What the findings are, in one word: calls, unless there is something else among them. */
export function nounOf(files: readonly FileReport[]): string {
  return files.every(({ findings }) => findings.every(({ kind }) => kind === 'call' || kind === 'http'))
    ? 'call'
    : 'place';
}

/** The run in a sentence. */
export function describeTotals({ summary, files: found }: Report): string {
  const files = `${count(summary.filesScanned, 'file')} read`;
  if (summary.findings === 0) return `No call found; ${files}.`;
  const verdicts = (['exact', 'review', 'manual', 'ignored'] as const)
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => `${String(summary[verdict])} ${verdict}`);
  return `${count(summary.findings, nounOf(found))}: ${verdicts.join(', ')}; ${files}.`;
}

/**
 * A path of the report as the repository has it that a workflow has checked out; null where it lies outside, or is of
 * many.
 */
export function pathOfCheckout(report: Report, path: string): string | null {
  if (report.mode === 'merge') return null;
  const inside = pathInRepository(report.repository, path);
  return inside.startsWith('../') || inside.startsWith('/') ? null : inside;
}

/** What is said of a reason wherever it is given; a report of another version may have reasons that this one hasn't. */
export function sentenceOf({ code, message }: Pick<Reason, 'code' | 'message'>): string {
  return Object.hasOwn(REASONS, code) ? REASONS[code].message : message;
}

/** What is known of a reason; a report of another version may have reasons that this one hasn't. */
export function weightOf(code: string): ReasonText['weight'] {
  return Object.hasOwn(REASONS, code) ? REASONS[code as ReasonCode].weight : 'review';
}

/**
 * Where a reason holds, for people.
 *
 * @param where its own place, in words
 */
export function placeOfReason({ code, message }: Pick<Reason, 'code' | 'message'>, where: string): string {
  // What is so for a whole package has no place.
  if (code === 'sdk-too-old') return message;
  return code === 'sdk-lacks-method' ? `${where}: ${message}` : where;
}
