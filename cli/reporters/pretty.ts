import pc from 'picocolors';
import type { Verdict } from '../../transforms/finding.ts';
import { type Reason, reasonPage, REASONS } from '../../transforms/reasons.ts';
import type { FileReport, FindingReport, Problem, Report, SdkRow, Skip } from '../report.ts';
import { majorOf } from '../versions.ts';
import type { ReportContext } from './reporter.ts';
import { count, duration, number, wrap } from './words.ts';

type Colors = ReturnType<typeof pc.createColors>;

interface Page extends ReportContext {
  readonly colors: Colors;
}

const VERDICTS = ['exact', 'review', 'manual', 'ignored'] as const satisfies readonly Verdict[];

const VERDICT_MEANING: Readonly<Record<Verdict, string>> = {
  exact: 'provably the same program',
  review: 'as the upgrade guide says; may store something else in the case that the reason names',
  manual: 'left as it is, for a person to decide',
  ignored: 'silenced by a comment',
};

/** Below this many cells a terminal gets unbroken lines, which it breaks better itself. */
const NARROWEST = 60;

/** More manifests than this with the same range are counted, not named. */
const MANIFESTS_NAMED = 3;

/** The report for people: each call, then the totals, what to review, what is left, and the SDK's versions. */
export function renderPretty(report: Report, context: ReportContext): string {
  const page: Page = {
    ...context,
    width: context.width !== null && context.width < NARROWEST ? null : context.width,
    colors: pc.createColors(context.color),
  };
  const sections = [
    ...listFiles(report.files, page),
    ...(context.errors === 'inside' ? [listErrors(report.errors, page)] : []),
    summarise(report, page),
    listForReview(report, page),
    listForPeople(report, page),
    listSdk(report.sdk, page),
    listSkipped(report.skipped, page),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join(''))
    .join('\n');
}

/** An error in one line, as it also goes to standard error. */
export function formatError(problem: Problem): string {
  return `${place(problem.path, problem)}: ${problem.message}`;
}

function listFiles(files: readonly FileReport[], page: Page): string[][] {
  const findings = files.flatMap((file) => file.findings);
  const widths = {
    place: widest(findings.map((finding) => location(finding))),
    change: widest(findings.map((finding) => describeChange(finding))),
  };
  return files.map((file) => [page.colors.underline(file.path), ...file.findings.flatMap((finding) => listFinding(finding, widths, page))]);
}

function listFinding(finding: FindingReport, widths: { readonly place: number; readonly change: number }, page: Page): string[] {
  const { colors } = page;
  const at = colors.dim(location(finding).padStart(widths.place));
  const change = describeChange(finding).padEnd(widths.change);
  const indent = ' '.repeat(widths.place + 4);
  const reasons = finding.verdict === 'ignored' ? [] : finding.reasons;
  return [
    `  ${at}  ${change}  ${paint(finding.verdict, colors)}`,
    ...reasons.flatMap((reason) => paragraph(reason.message + elsewhere(reason, finding), indent, page).map((line) => colors.dim(line))),
  ];
}

function describeChange(finding: FindingReport): string {
  return finding.target === null ? finding.method : `${finding.method} → ${finding.target}`;
}

/** Where a reason's cause is, unless it is on the very line of the finding. */
function elsewhere(reason: Reason, finding: FindingReport): string {
  return reason.line === finding.line ? '' : ` (${location(reason)})`;
}

function listErrors(errors: readonly Problem[], page: Page): string[] {
  if (errors.length === 0) return [];
  return [heading(page, 'Errors'), ...errors.map((problem) => `  ${formatError(problem)}`)];
}

function summarise(report: Report, page: Page): string[] {
  const { summary } = report;
  const amounts = widest(VERDICTS.map((verdict) => number(summary[verdict])));
  const names = widest(VERDICTS);
  const table = VERDICTS.filter((verdict) => summary[verdict] > 0).map((verdict) => {
    const padding = ' '.repeat(names - verdict.length);
    return `  ${number(summary[verdict]).padStart(amounts)} ${paint(verdict, page.colors)}${padding}  ${page.colors.dim(VERDICT_MEANING[verdict])}`;
  });
  const effort = `${count(summary.filesScanned, 'file')} read, ${number(summary.filesParsed)} parsed, in ${duration(summary.durationMs)}.`;
  const legend =
    summary.exact + summary.review > 0
      ? 'The old call was one request. Where a call also sets other fields it is two now, and the second can fail after the first has succeeded.'
      : undefined;
  return [
    ...paragraph(headline(report, page), '', page).map((line) => page.colors.bold(line)),
    ...table,
    ...(legend === undefined ? [] : paragraph(legend, '', page).map((line) => page.colors.dim(line))),
    page.colors.dim(effort),
  ];
}

/** What happened, in a sentence or two; each kind of nothing has its own. */
function headline(report: Report, page: Page): string {
  const { summary } = report;
  const failed = summary.errors > 0 ? ` ${count(summary.errors, 'error')}, ${page.errors === 'inside' ? 'listed above' : `listed ${page.errors}`}.` : '';
  if (summary.findings === 0) return nothingFound(report, page) + failed;
  const rewritable = summary.exact + summary.review;
  if (rewritable === 0) {
    const rest = summary.manual > 0 ? `${count(summary.manual, 'call')} ${summary.manual === 1 ? 'is' : 'are'} left for a person.` : 'Every call found is silenced.';
    return `Nothing to rewrite. ${rest}${failed}`;
  }
  const rewritten = report.files.filter((file) => file.changed);
  const calls = rewritten.flatMap((file) => file.findings).filter(isRewritable).length;
  const changedFiles = count(rewritten.filter((file) => file.findings.some(isRewritable)).length, 'file');
  const what = `${count(calls, 'call')} in ${changedFiles}`;
  switch (page.mode) {
    case 'write': {
      const unwritten = rewritable - calls;
      const rest = unwritten > 0 ? ` ${count(unwritten, 'call')} could not be written.` : '';
      return `${calls > 0 ? `Rewrote ${what}.` : 'Nothing was written.'}${rest}${failed}`;
    }
    case 'dry-run':
      return `Would rewrite ${what}. Nothing was written.${failed}`;
    case 'check':
      return `${count(calls, 'call')} to rewrite in ${changedFiles}.${failed}`;
  }
}

function nothingFound(report: Report, page: Page): string {
  const { summary } = report;
  if (summary.filesScanned === 0) return 'No file was looked at.';
  const files = count(summary.filesScanned, 'file');
  if (page.dependency === 'no') return `No Clerk dependency here: no package.json of the ${files} read asks for one of its packages, and no call concerns it.`;
  const where = page.only === null ? '' : ` for ${page.only.join(' and ')}`;
  const looked = page.dependency === 'no-manifest' ? `No call to rewrite${where}` : `Already migrated${where}: nothing is left to rewrite`;
  return summary.errors > 0 ? `Nothing to rewrite was found in the ${files} that could be read.` : `${looked} in ${files}.`;
}

function isRewritable(finding: FindingReport): boolean {
  return finding.verdict === 'exact' || finding.verdict === 'review';
}

function listForReview(report: Report, page: Page): string[] {
  return listByReason('To review', report, 'review', page);
}

function listForPeople(report: Report, page: Page): string[] {
  return listByReason('Left for a person', report, 'manual', page);
}

/** The findings of one verdict below the reasons that led to it. */
function listByReason(title: string, report: Report, verdict: 'review' | 'manual', page: Page): string[] {
  const groups = new Map<Reason['code'], { readonly message: string; readonly places: string[] }>();
  let amount = 0;
  for (const file of report.files) {
    for (const finding of file.findings.filter((candidate) => candidate.verdict === verdict)) {
      amount++;
      for (const reason of decisive(finding, verdict)) {
        const group = groups.get(reason.code) ?? { message: reason.message, places: [] };
        group.places.push(place(file.path, finding));
        groups.set(reason.code, group);
      }
    }
  }
  if (amount === 0) return [];
  const lines = [`${heading(page, title)} (${number(amount)})`];
  for (const [code, { message, places }] of groups) {
    lines.push(...paragraph(message, '  ', page));
    lines.push(`    ${page.colors.cyan(page.docs + reasonPage(code))}`);
    lines.push(...[...new Set(places)].map((where) => `    ${where}`));
  }
  return lines;
}

/** The reasons of a finding that carry its verdict; all of them where none does. */
function decisive(finding: FindingReport, verdict: 'review' | 'manual'): readonly Reason[] {
  const carrying = finding.reasons.filter((reason) => REASONS[reason.code].weight === verdict);
  return carrying.length > 0 ? carrying : finding.reasons;
}

function listSdk(rows: readonly SdkRow[], page: Page): string[] {
  if (rows.length === 0) return [];
  const groups = new Map<string, { readonly row: SdkRow; readonly manifests: string[] }>();
  for (const row of rows) {
    const key = [row.package, row.range, row.installed ?? ''].join('\0');
    const group = groups.get(key) ?? { row, manifests: [] };
    group.manifests.push(row.manifest);
    groups.set(key, group);
  }
  const table = [...groups.values()].map(({ row, manifests }) => {
    const { text, color } = sdkState(row, page.colors);
    return { row, color, cells: [row.package, row.range, row.installed ?? 'not installed', text], manifests: nameManifests(manifests) };
  });
  const widths = [0, 1, 2, 3].map((column) => widest(table.map(({ cells }) => cells[column] ?? '')));
  return [
    heading(page, 'SDK versions'),
    ...table.flatMap(({ row, color, cells, manifests }) => {
      const columns = cells.map((cell, column) => (column === 3 ? color(cell) : cell) + ' '.repeat((widths[column] ?? 0) - cell.length));
      const advice = sdkAdvice(row);
      return [`  ${columns.join('  ')}  ${page.colors.dim(manifests)}`, ...(advice === undefined ? [] : [`    ${advice}`])];
    }),
  ];
}

/** The paths, or how many there are where a line can't hold them. */
function nameManifests(paths: readonly string[]): string {
  return paths.length > MANIFESTS_NAMED ? `${number(paths.length)} package.json files` : paths.join(', ');
}

function sdkState(row: SdkRow, colors: Colors): { readonly text: string; readonly color: (text: string) => string } {
  if (row.ok === true) return { text: 'has the new methods', color: colors.green };
  if (row.required === null) return { text: 'has no new methods', color: colors.red };
  if (row.ok === null) return { text: `${row.required} is needed`, color: colors.yellow };
  return { text: `too old: ${row.required} is needed`, color: colors.red };
}

function sdkAdvice(row: SdkRow): string | undefined {
  if (row.ok === true) return undefined;
  if (row.upgrade === null) return '→ no version has them yet: wait for one before the rewritten calls are released';
  if (row.required === null) return `→ move to ${row.upgrade}`;
  const from = majorOf(row.installed ?? row.range);
  const major = from !== undefined && from !== majorOf(row.required) ? ', a new major version: see its upgrade guide' : '';
  return `→ upgrade to ${row.upgrade}${major}`;
}

/** Build output is named by its folder, everything else by itself. */
function listSkipped(skipped: readonly Skip[], page: Page): string[] {
  if (skipped.length === 0) return [];
  const groups = new Map<string, { readonly why: string; amount: number }>();
  for (const { path, why } of skipped) {
    const folder = /^build output \((.+)\)$/.exec(why)?.[1];
    const name = folder === undefined ? path : path.slice(0, `/${path}`.indexOf(`/${folder}/`) + folder.length);
    const group = groups.get(name) ?? { why: folder === undefined ? why : 'build output', amount: 0 };
    group.amount++;
    groups.set(name, group);
  }
  const names = widest([...groups.keys()]);
  return [
    `${heading(page, 'Skipped')} ${page.colors.dim('(name a path to have it looked at all the same)')}`,
    ...[...groups].map(([name, { why, amount }]) => {
      const files = why === 'build output' ? `, ${count(amount, 'file')}` : '';
      return `  ${name.padEnd(names)}  ${page.colors.dim(why + files)}`;
    }),
  ];
}

function heading(page: Page, title: string): string {
  return page.colors.bold(title);
}

function paragraph(text: string, indent: string, page: Page): string[] {
  return wrap(text, page.width === null ? null : page.width - indent.length).map((line) => indent + line);
}

function place(path: string, at: { readonly line: number | null; readonly column: number | null }): string {
  return at.line === null ? path : `${path}:${String(at.line)}:${String(at.column ?? 1)}`;
}

function location(at: { readonly line: number; readonly column: number }): string {
  return `${String(at.line)}:${String(at.column)}`;
}

function paint(verdict: Verdict, colors: Colors): string {
  switch (verdict) {
    case 'exact':
      return colors.green(verdict);
    case 'review':
      return colors.yellow(verdict);
    case 'manual':
      return colors.red(verdict);
    case 'ignored':
      return colors.dim(verdict);
  }
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0);
}
