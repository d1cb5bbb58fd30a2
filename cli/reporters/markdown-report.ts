import { API_VERSION } from '../../transforms/api-change.ts';
import type { Verdict } from '../../transforms/finding.ts';
import { PACKAGE_NAME } from '../package-info.ts';
import type { FileReport, FindingReport, Problem, Report, SdkRow } from '../report.ts';
import { codeFrame } from './code-frame.ts';
import { describeChange, describeTotals, nounOf } from './findings.ts';
import { count, formatError, number, place } from './format.ts';
import { codeBlock, codeSpan, prose, verdictTable } from './markdown-parts.ts';
import type { ReportContext } from './reporter.ts';
import { adviseUpgrade } from './sdk-advice.ts';

/** A comment of GitHub's may have 65,536 characters; with more code than this, few reports fit. */
const MOST_FRAMES = 40;

/** People stop reading long before. */
const MOST_ITEMS = 200;

/**
 * The report for a pull request or a ticket: what needs a decision and what to review as lists to tick off, with the
 * code, and the rest folded.
 */
export function renderMarkdown(report: Report, context: ReportContext): string {
  const frames = { left: MOST_FRAMES };
  const section = (title: string, verdict: Verdict) => listFindings(title, verdict, report, context, frames);
  return [
    `## Clerk metadata: API version ${API_VERSION}\n`,
    `${describeTotals(report)}\n`,
    ...verdictTable(report.summary),
    ...listErrors(report.errors),
    ...section('Needs your decision', 'manual'),
    ...section(context.skipReview ? 'To review, left as it is for now' : 'To review', 'review'),
    ...listUpgrades(report.sdk),
    ...foldExact(report, context),
    ...(report.summary.manual + report.summary.review > 0
      ? [`What a reason means and what to do: \`npx ${PACKAGE_NAME} --explain <reason>\`\n`]
      : []),
  ].join('\n');
}

function listErrors(errors: readonly Problem[]): string[] {
  if (errors.length === 0) return [];
  return [`### Could not be done\n\n${list(errors.map((problem) => `- ${codeSpan(formatError(problem))}`))}\n`];
}

function listUpgrades(rows: readonly SdkRow[]): string[] {
  const upgrades = rows.flatMap((row) => {
    const advice = adviseUpgrade(row);
    return advice === undefined ? [] : [`- [ ] ${codeSpan(row.manifest)}: ${prose(advice)}`];
  });
  return upgrades.length === 0 ? [] : [`### SDK to upgrade\n\n${list(upgrades)}\n`];
}

function listFindings(
  title: string,
  verdict: Verdict,
  { files }: Report,
  context: ReportContext,
  frames: { left: number },
): string[] {
  const items = files.flatMap((file) =>
    file.findings
      .filter((finding) => finding.verdict === verdict)
      .map((finding) => describeFinding(finding, file, context, frames)),
  );
  return items.length === 0 ? [] : [`### ${title} (${count(items.length, nounOf(files))})\n\n${list(items)}\n`];
}

function describeFinding(
  finding: FindingReport,
  { path }: FileReport,
  { placeNow }: ReportContext,
  frames: { left: number },
): string {
  const reasons = finding.reasons.filter(({ code }) => code !== 'sdk-too-old');
  const head = `- [ ] ${codeSpan(place(path, placeNow(path, finding)))} ${codeSpan(describeChange(finding))}`;
  const sentences = reasons.map(({ code, message }) => `  - ${prose(message)} (${codeSpan(code)})`);
  const [cause] = reasons;
  const frame =
    cause === undefined || frames.left === 0 ? undefined : codeFrame(finding, cause, placeNow(path, cause).line);
  if (frame === undefined) return [head, ...sentences].join('\n');
  frames.left--;
  const code = codeBlock(
    frame.lines.map(({ text }) => text),
    languageOf(path),
  );
  return [head, ...sentences, '', code.replaceAll(/^(?=.)/gm, '  ')].join('\n');
}

/** What is proven needs no list to tick off. */
function foldExact({ files, summary }: Report, { placeNow }: ReportContext): string[] {
  const rows = files.flatMap(({ path, findings }) =>
    findings
      .filter(({ verdict }) => verdict === 'exact')
      .map((finding) => `- ${codeSpan(place(path, placeNow(path, finding)))} ${codeSpan(describeChange(finding))}`),
  );
  if (rows.length === 0) return [];
  return [
    `<details><summary>Proven equivalent (${count(summary.exact, nounOf(files))})</summary>\n\n${list(rows)}\n\n</details>\n`,
  ];
}

function list(items: readonly string[]): string {
  const rest = items.length - MOST_ITEMS;
  return [...items.slice(0, MOST_ITEMS), ...(rest > 0 ? [`- and ${number(rest)} more`] : [])].join('\n');
}

function languageOf(path: string): string {
  return /\.[cm]?(tsx?|jsx?|vue|svelte|astro|html?)$/.exec(path)?.[1] ?? '';
}
