import type { Reason, Verdict } from '../../transforms/finding.ts';
import { fieldsByPlace, withoutOrigins } from '../../transforms/reason-words.ts';
import { REASONS, type ReasonText } from '../../transforms/reasons.ts';
import { type Colors, createColors } from '../colors.ts';
import { PACKAGE_NAME } from '../package-info.ts';
import { majorOf } from '../../project/versions.ts';
import {
  MAY_HOLD_CALLS,
  type FileReport,
  type FindingReport,
  type Problem,
  type Report,
  type SdkRow,
  type Skip,
} from '../report.ts';

import { describeChange, nounOf } from './findings.ts';
import type { ReportContext } from './reporter.ts';
import { count, duration, formatError, number, place, wrap } from './format.ts';

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

/** Longer lines are hard to read, however wide the terminal. */
const WIDEST = 100;

/** What is to be gone through after a run, in this order: the findings with a reason of the weight. */
const WORKLISTS: readonly { readonly title: string; readonly weight: ReasonText['weight'] }[] = [
  { title: 'To review', weight: 'review' },
  { title: 'Left for a person', weight: 'manual' },
  { title: 'Good to know', weight: 'note' },
];

/** More manifests than this with the same range are counted, not named. */
const MANIFESTS_NAMED = 3;

/**
 * The report for people: each call in a line, the totals, then what is to be gone through, by reason, and the SDK's
 * versions. A sentence that names the same code is said once, above its places.
 */
export function renderPretty(report: Report, context: ReportContext): string {
  const page: Page = {
    ...context,
    width: context.width === null || context.width < NARROWEST ? null : Math.min(context.width, WIDEST),
    colors: createColors(context.color),
  };
  const sections = [
    ...listFiles(report.files, page),
    ...(context.errors === 'inside' ? [listErrors(report.errors, page)] : []),
    summarise(report, page),
    ...listWork(report.files, page),
    listSdk(report.sdk, page),
    listSkipped(report.skipped, page),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join(''))
    .join('\n');
}

function listFiles(files: readonly FileReport[], page: Page): string[][] {
  const { colors } = page;
  const tables = files.map(({ path, findings }) => ({
    path,
    rows: findings.map((finding) => ({
      finding,
      at: location(page.placeNow(path, finding)),
      change: describeChange(finding),
    })),
  }));
  const all = tables.flatMap(({ rows }) => rows);
  const widths = {
    at: widest(all.map(({ at }) => at)),
    change: widest(all.map(({ change }) => change)),
    verdict: widest(all.map(({ finding }) => finding.verdict)),
  };
  return tables.map(({ path, rows }) => [
    colors.underline(path),
    ...rows.map(({ finding, at, change }) => {
      const verdict = paint(finding.verdict, colors) + ' '.repeat(widths.verdict - finding.verdict.length);
      const reasons = [...new Set(reasonsOf(finding).map(({ code }) => code))].join(', ');
      return `  ${colors.dim(at.padStart(widths.at))}  ${change.padEnd(widths.change)}  ${verdict}  ${colors.dim(reasons)}`;
    }),
  ]);
}

/** What is so for a whole package is said once, under "SDK versions". */
function reasonsOf({ reasons }: FindingReport): readonly Reason[] {
  return reasons.filter(({ code }) => code !== 'sdk-too-old');
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
  // How long it took is for whoever waited; where nobody did, the same run has the same report.
  const took = page.terminal ? `, in ${duration(summary.durationMs)}` : '';
  const effort = `${count(summary.filesScanned, 'file')} read, ${number(summary.filesParsed)} parsed${took}.`;
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
  const noun = nounOf(report.files);
  const failed =
    summary.errors > 0
      ? ` ${count(summary.errors, 'error')}, ${page.errors === 'inside' ? 'listed above' : `listed ${page.errors}`}.`
      : '';
  if (page.mode === 'merge' && summary.findings === 0)
    return `No call in ${count(report.reports?.length ?? 0, 'report')}.${failed}`;
  if (summary.findings === 0) return nothingFound(report, page) + failed;
  const rewritable = summary.exact + (page.skipReview ? 0 : summary.review);
  const putOff =
    page.skipReview && summary.review > 0
      ? ` ${count(summary.review, noun)} to review ${summary.review === 1 ? 'is' : 'are'} left for a later run.`
      : '';
  if (rewritable === 0) {
    const rest =
      summary.manual > 0
        ? ` ${count(summary.manual, noun)} ${summary.manual === 1 ? 'is' : 'are'} left for a person.`
        : putOff === ''
          ? ` Every ${noun} found is silenced.`
          : '';
    return `Nothing to rewrite.${putOff}${rest}${describeTodos(report, page)}${failed}`;
  }
  const rewritten = report.files.filter((file) => file.changed);
  const isRewritable = ({ verdict }: FindingReport): boolean =>
    verdict === 'exact' || (verdict === 'review' && !page.skipReview);
  const calls = rewritten.flatMap((file) => file.findings).filter(isRewritable).length;
  const changedFiles = count(rewritten.filter((file) => file.findings.some(isRewritable)).length, 'file');
  const what = `${count(calls, noun)} in ${changedFiles}`;
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
      return `${count(calls, noun)} to rewrite in ${changedFiles}.${putOff}${failed}`;
  }
}

/** What `--todo` did: a comment is a change of a file too. */
function describeTodos(report: Report, page: Page): string {
  const noun = nounOf(report.files);
  const findings = report.files.filter((file) => file.changed).flatMap((file) => file.findings);
  const amount = findings.filter((finding) => finding.verdict === 'manual' && finding.edits.length > 0).length;
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
  if (page.dependency === 'no')
    return `No Clerk dependency here: no package.json of the ${files} read asks for one of its packages, and no call concerns it. If a package of yours hands out Clerk's clients or hooks, name it: --package @acme/auth=@clerk/backend.`;
  const areas = page.only?.map((area) => (area === 'http' ? 'raw HTTP requests' : area));
  const where = areas === undefined ? '' : ` for ${areas.join(' and ')}`;
  const looked =
    page.dependency === 'no-manifest'
      ? `No call to rewrite${where}`
      : `Already migrated${where}: nothing is left to rewrite`;
  return summary.errors > 0 ? 'Nothing to rewrite was found in what could be read.' : `${looked} in ${files}.`;
}

/** The findings below the reasons that somebody should look at, each with the place that caused it. */
function listWork(files: readonly FileReport[], page: Page): string[][] {
  const lists = WORKLISTS.map(({ title, weight }) => listByReason(title, weight, files, page)).filter(
    (lines) => lines.length > 0,
  );
  if (lists.length === 0) return [];
  const help = `What each reason means and what to do: ${page.reasonsPage}#<reason>, or npx ${PACKAGE_NAME} --explain <reason>`;
  return [...lists, paragraph(help, '', page).map((line) => page.colors.dim(line))];
}

function listByReason(title: string, weight: ReasonText['weight'], files: readonly FileReport[], page: Page): string[] {
  /** By reason, then by what is said of the code: the places. */
  const groups = new Map<Reason['code'], Map<string, Set<string>>>();
  const noun = nounOf(files);
  let amount = 0;
  for (const { path, findings } of files) {
    for (const finding of findings) {
      const reasons = reasonsOf(finding).filter((reason) => REASONS[reason.code].weight === weight);
      if (reasons.length > 0) amount++;
      for (const reason of reasons) {
        const messages = groups.get(reason.code) ?? new Map<string, Set<string>>();
        groups.set(reason.code, messages);
        const message = withoutOrigins(reason);
        const places = messages.get(message) ?? new Set();
        messages.set(message, places.add(place(path, page.placeNow(path, reason)) + originsOf(path, reason, page)));
      }
    }
  }
  if (amount === 0) return [];
  return [
    `${heading(page, title)} (${count(amount, noun)})`,
    ...[...groups].flatMap(([code, messages]) => [
      `  ${page.colors.cyan(code)}`,
      ...[...messages].flatMap(([message, places]) => [
        ...paragraph(message, '  ', page),
        ...[...places].map((where) => `    ${where}`),
      ]),
    ]),
  ];
}

/** Where metadata may come from: `: publicMetadata from 4:12, 9:3`. */
function originsOf(path: string, { origins = [] }: Reason, page: Page): string {
  const parts = fieldsByPlace(origins, (origin) => location(page.placeNow(path, origin))).map(
    ({ fields, places }) => `${fields.join(', ')} from ${places.join(', ')}`,
  );
  return parts.length === 0 ? '' : page.colors.dim(`: ${parts.join('; ')}`);
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
    return {
      row,
      color,
      cells: [row.package, row.range, row.installed ?? 'not installed', text],
      manifests: nameManifests(manifests),
    };
  });
  const widths = [0, 1, 2, 3].map((column) => widest(table.map(({ cells }) => cells[column] ?? '')));
  return [
    heading(page, 'SDK versions'),
    ...table.flatMap(({ row, color, cells, manifests }) => {
      const columns = cells.map(
        (cell, column) => (column === 3 ? color(cell) : cell) + ' '.repeat((widths[column] ?? 0) - cell.length),
      );
      const advice = sdkAdvice(row);
      return [
        `  ${columns.join('  ')}  ${page.colors.dim(manifests)}`,
        ...(advice === undefined ? [] : [`    ${advice}`]),
      ];
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
  const major =
    from !== undefined && from !== majorOf(row.required) ? ', a new major version: see its upgrade guide' : '';
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
  const hint = skipped.some(({ why }) => !why.startsWith(MAY_HOLD_CALLS))
    ? ` ${page.colors.dim('(name a path to have it looked at all the same)')}`
    : '';
  return [
    `${heading(page, 'Skipped')}${hint}`,
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
