import type { Verdict } from '../../transforms/finding.ts';
import { type FindingReport, MAY_HOLD_CALLS, type Report } from '../report.ts';
import { nounOf } from './findings.ts';
import { count, duration, number } from './format.ts';
import { type Page, paint, paragraph, widest } from './pretty-page.ts';

const VERDICTS = ['manual', 'review', 'exact', 'ignored'] as const satisfies readonly Verdict[];

const MEANINGS: Readonly<Record<Verdict, string>> = {
  manual: 'needs your decision, left as it is',
  review: 'as the upgrade guide says; look at the case that the reason names',
  exact: 'proven equivalent',
  ignored: 'silenced by a comment',
};

const PUT_OFF = 'left as it is, for a later run without --skip-review';

/** What happened, how many there are of each verdict, and what it took. */
export function summarise(report: Report, page: Page): string[] {
  const { summary } = report;
  const amounts = widest(VERDICTS.map((verdict) => number(summary[verdict])));
  const names = widest(VERDICTS);
  const table = VERDICTS.filter((verdict) => summary[verdict] > 0).map((verdict) => {
    const meaning = verdict === 'review' && page.skipReview ? PUT_OFF : MEANINGS[verdict];
    const name = paint(verdict, page.colors)(verdict) + ' '.repeat(names - verdict.length);
    return `  ${number(summary[verdict]).padStart(amounts)} ${name}  ${page.colors.dim(meaning)}`;
  });
  // How long it took is for whoever waited; where nobody did, the same run has the same report.
  const took = page.terminal ? `, in ${duration(summary.durationMs)}` : '';
  const effort = `${count(summary.filesScanned, 'file')} read, ${number(summary.filesParsed)} parsed${took}.`;
  const legend = hasSplit(report, page)
    ? paragraph('Where one call becomes two, the second request can fail after the first has succeeded.', '', page)
    : [];
  return [
    ...paragraph(headline(report, page), '', page).map((line) => page.colors.bold(line)),
    ...table,
    ...legend.map((line) => page.colors.dim(line)),
    page.colors.dim(effort),
  ];
}

function hasSplit({ files }: Report, page: Page): boolean {
  return files.some(({ findings }) =>
    findings.some((finding) => finding.requests === 2 && isRewritable(finding, page)),
  );
}

function isRewritable({ verdict }: FindingReport, { skipReview }: Page): boolean {
  return verdict === 'exact' || (verdict === 'review' && !skipReview);
}

/** What happened, in a sentence or two; each kind of nothing has its own. */
function headline(report: Report, page: Page): string {
  const { summary } = report;
  const noun = nounOf(report.files);
  // What holds for the whole run was said before.
  const errors = report.errors.filter(({ path }) => path !== '.').length;
  const failed = errors > 0 ? ` ${count(errors, 'error')}, listed ${WHERE_ERRORS_ARE[page.errors]}.` : '';
  if (page.mode === 'merge' && summary.findings === 0)
    return `No call in ${count(report.reports?.length ?? 0, 'report')}.${failed}`;
  if (summary.findings === 0) return nothingFound(report, page) + failed;
  const rewritable = summary.exact + (page.skipReview ? 0 : summary.review);
  if (rewritable === 0)
    return `Nothing to rewrite.${describeRest(report, page)}${describeTodos(report, page)}${failed}`;
  const rewritten = report.files.filter((file) => file.changed);
  const calls = rewritten.flatMap((file) => file.findings).filter((finding) => isRewritable(finding, page)).length;
  const changedFiles = rewritten.filter((file) => file.findings.some((finding) => isRewritable(finding, page))).length;
  const what = `${count(calls, noun)} in ${count(changedFiles, 'file')}`;
  const putOff = describePutOff(report, page);
  switch (page.mode) {
    case 'write': {
      const unwritten = rewritable - calls;
      const rest = unwritten > 0 ? ` ${count(unwritten, noun)} could not be written.` : '';
      return `${calls > 0 ? `Rewrote ${what}.` : 'Nothing was written.'}${putOff}${describeTodos(report, page)}${rest}${failed}`;
    }
    case 'dry-run':
      return `Would rewrite ${what}.${putOff}${describeTodos(report, page)} Nothing was written.${failed}`;
    case 'merge': {
      const reports = report.reports?.length ?? 0;
      return `${count(summary.findings, noun)} in ${count(report.files.length, 'file')} of ${count(reports, 'report')}.${failed}`;
    }
    case 'unknown':
    case 'check':
      return `${what.replace(' in ', ' to rewrite in ')}.${putOff}${failed}`;
  }
}

const WHERE_ERRORS_ARE: Readonly<Record<Page['errors'], string>> = {
  inside: 'above',
  below: 'below',
  'on standard error': 'on standard error',
};

function describeRest(report: Report, page: Page): string {
  const { manual } = report.summary;
  const noun = nounOf(report.files);
  const putOff = describePutOff(report, page);
  if (manual > 0) return `${putOff} ${count(manual, noun)} ${manual === 1 ? 'needs' : 'need'} your decision.`;
  return putOff === '' ? ` Every ${noun} found is silenced.` : putOff;
}

function describePutOff({ summary: { review }, files }: Report, { skipReview }: Page): string {
  if (!skipReview || review === 0) return '';
  return ` ${count(review, nounOf(files))} to review ${review === 1 ? 'is' : 'are'} left for a later run.`;
}

/** What `--todo` did: a comment is a change of a file too. */
function describeTodos(report: Report, page: Page): string {
  const noun = nounOf(report.files);
  const findings = report.files.filter((file) => file.changed).flatMap((file) => file.findings);
  const amount = findings.filter(({ edits }) => edits.some(({ text }) => text.includes('TODO(clerk-metadata)'))).length;
  if (amount === 0 || page.mode === 'check') return '';
  return ` ${page.mode === 'write' ? 'Left' : 'Would leave'} a TODO comment at ${count(amount, noun)}.`;
}

function nothingFound(report: Report, page: Page): string {
  const { summary } = report;
  if (summary.filesScanned === 0) return 'No file was looked at.';
  const files = count(summary.filesScanned, 'file');
  const unread = report.skipped.filter(({ why }) => why.startsWith(MAY_HOLD_CALLS)).length;
  if (unread > 0)
    return `No call to rewrite in what was read of ${files}. ${count(unread, 'part')} may hold some: see Skipped.`;
  if (summary.errors > 0) return 'Nothing to rewrite was found in what could be read.';
  const areas = page.only?.map((area) => (area === 'http' ? 'raw HTTP requests' : area));
  const where = areas === undefined ? '' : ` for ${areas.join(' and ')}`;
  if (page.usesNewMethods) return `Already migrated${where}: nothing is left to rewrite in ${files}.`;
  if (page.dependency === 'no')
    return `No Clerk dependency here: no package.json of the ${files} read asks for one of its packages, and no call concerns it. If a package of yours hands out Clerk's clients or hooks, name it: --package @acme/auth=@clerk/backend.`;
  return `Nothing to migrate${where}: no call in ${files} sends metadata.`;
}
