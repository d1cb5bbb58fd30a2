import type { Verdict } from '../../transforms/finding.ts';
import type { FileReport, FindingReport, Report } from '../report.ts';
import { describeChange, pathOfCheckout, describeTotals } from './findings.ts';
import { adviseUpgrade } from './sdk-advice.ts';
import { count, place } from './format.ts';

type Level = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
  /** In the repository; null where it is in none that the workflow has checked out. */
  readonly file: string | null;
  readonly at: {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  } | null;
}

/**
 * GitHub shows this many of each level for a step, and drops the rest: 10 errors, 10 warnings, 10 notices (and 50 for a
 * job).
 */
const SHOWN_PER_LEVEL = 10;

const LEVELS: readonly Level[] = ['error', 'warning', 'notice'];

const LEVEL_OF: Readonly<Record<Exclude<Verdict, 'ignored'>, Level>> = {
  manual: 'error',
  review: 'warning',
  exact: 'notice',
};

const TITLE_OF: Readonly<Record<Exclude<Verdict, 'ignored'>, string>> = {
  manual: 'Clerk metadata: left for a person',
  review: 'Clerk metadata: to review',
  exact: 'Clerk metadata: to rewrite',
};

/**
 * Annotations for a workflow of GitHub Actions, and below them each finding as a line of the log, since GitHub shows so
 * few of them.
 * They are at the places that the workflow has checked out, which a rewrite in the same job doesn't move.
 */
export function renderGithub(report: Report): string {
  const annotations = [
    ...annotateErrors(report),
    ...annotateSdk(report),
    ...report.files.flatMap((file) => file.findings.flatMap((finding) => annotate(finding, file, report))),
  ];
  const shown = LEVELS.flatMap((level) => limit(annotations.filter((annotation) => annotation.level === level)));
  const lines = report.files.flatMap(({ path, findings }) =>
    findings.map(
      (finding) => `${place(path, finding)}: ${finding.verdict}: ${describeChange(finding)}${codesOf(finding)}`,
    ),
  );
  const log =
    lines.length === 0 ? [] : [`::group::${count(lines.length, 'finding')}`, ...lines.map(forLog), '::endgroup::'];
  return [...shown.map(formatCommand), ...log, forLog(describeTotals(report))].map((line) => `${line}\n`).join('');
}

function annotateErrors(report: Report): Annotation[] {
  return report.errors.map(({ path, line, column, message }) => {
    const file = pathOfCheckout(report, path);
    return {
      level: 'error',
      title: 'Clerk metadata: could not be done',
      message: `${path}: ${message}`,
      file,
      at: file === null || line === null ? null : { line, column: column ?? 1, endLine: line, endColumn: column ?? 1 },
    };
  });
}

/** At the manifests, whose SDK has to be upgraded. */
function annotateSdk(report: Report): Annotation[] {
  return report.sdk.flatMap((row): Annotation[] => {
    const advice = adviseUpgrade(row);
    const file = pathOfCheckout(report, row.manifest);
    return advice === undefined
      ? []
      : [
          {
            level: 'warning',
            title: 'Clerk metadata: SDK to upgrade',
            message: file === null ? `${row.manifest}: ${advice}` : advice,
            file,
            at: null,
          },
        ];
  });
}

function annotate(finding: FindingReport, { path }: FileReport, report: Report): Annotation[] {
  const { verdict } = finding;
  if (verdict === 'ignored') return [];
  const file = pathOfCheckout(report, path);
  const sentences = [...new Set(finding.reasons.map(({ code, message }) => `${message} (${code})`))];
  if (verdict === 'exact') sentences.unshift('Provably the same program.');
  const change = `${describeChange(finding)}: ${sentences.join(' ')}`;
  return [
    {
      level: LEVEL_OF[verdict],
      title: TITLE_OF[verdict],
      message: file === null ? `${place(path, finding)}: ${change}` : change,
      file,
      at: finding,
    },
  ];
}

/** As many as GitHub shows, the last of which says how many more there are. */
function limit(annotations: readonly Annotation[]): Annotation[] {
  const [first] = annotations;
  if (first === undefined || annotations.length <= SHOWN_PER_LEVEL) return [...annotations];
  const rest = annotations.slice(SHOWN_PER_LEVEL - 1);
  const places = new Set(rest.map(({ file }) => file)).size;
  const message = `${count(rest.length, 'more place')}${places > 1 ? ` in ${count(places, 'file')}` : ''}, which GitHub would not show here. The log and the job summary have all of them.`;
  return [
    ...annotations.slice(0, SHOWN_PER_LEVEL - 1),
    { level: first.level, title: rest[0]?.title ?? first.title, message, file: null, at: null },
  ];
}

function codesOf({ reasons }: FindingReport): string {
  return reasons.length === 0 ? '' : ` (${[...new Set(reasons.map(({ code }) => code))].join(', ')})`;
}

function formatCommand({ level, title, message, file, at }: Annotation): string {
  const properties: (readonly [string, string | number])[] = [['title', title]];
  if (file !== null) properties.push(['file', file]);
  if (file !== null && at !== null) {
    properties.push(['line', at.line], ['endLine', at.endLine]);
    // The runner drops columns that are on different lines.
    if (at.line === at.endLine) properties.push(['col', at.column], ['endColumn', at.endColumn]);
  }
  return `::${level} ${properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',')}::${escapeData(message)}`;
}

/** @see https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A line that no path in it can turn into a command: those start with two colons, or have `##[` anywhere. */
function forLog(line: string): string {
  return line
    .replaceAll(/[\r\n]+/g, ' ')
    .replace(/^\s*::/, './::')
    .replaceAll('##[', '#[');
}
