import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReasonCode, REASONS } from '../../../transforms/reasons.ts';
import { explainReason } from '../../explain.ts';
import { PACKAGE_NAME, readPackageInfo } from '../../package-info.ts';
import type { Report } from '../../report.ts';
import { weightOf } from '../findings.ts';
import type { PageData, ReasonHelp } from './page-data.ts';

/**
 * The report as one page for those who review it, which loads nothing from anywhere. Its program is built from
 * `client/`; all it shows comes from a block of JSON, which it puts into the page as text.
 *
 * @throws Error where the installation lacks the page's program
 */
export function renderHtml(report: Report): string {
  const data: PageData = { report, reasons: describeReasons(report) };
  const { folder, version } = readPackageInfo();
  const script = readFileSync(join(folder, 'dist', 'report-page.js'), 'utf8').replaceAll('</script', '<\\/script');
  const style = readFileSync(join(folder, 'dist', 'report-page.css'), 'utf8');
  const policy = `default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${PACKAGE_NAME} ${escapeHtml(version)}">
<title>${escapeHtml(titleOf(report))}</title>
<style>${style}</style>
</head>
<body>
<noscript><p class="noscript">This page shows its findings with a program of its own, which your browser does not run. It loads nothing from anywhere.</p></noscript>
<script type="application/json" id="data">${escapeJson(JSON.stringify(data))}</script>
<script>${script}</script>
</body>
</html>
`;
}

function titleOf({ repository, reports, summary }: Report): string {
  const what = reports === undefined ? repository.name : `${String(reports.length)} reports`;
  return `${what}: ${String(summary.findings)} metadata calls`;
}

function describeReasons(report: Report): Record<string, ReasonHelp> {
  const codes = new Set(
    report.files.flatMap(({ findings }) => findings.flatMap(({ reasons }) => reasons.map(({ code }): string => code))),
  );
  return Object.fromEntries(
    [...codes]
      .sort()
      .map((code) => [
        code,
        { weight: weightOf(code), advice: Object.hasOwn(REASONS, code) ? adviceOn(code as ReasonCode) : '' },
      ]),
  );
}

/** The page's paragraph that says what to do, without its markup. */
function adviceOn(code: ReasonCode): string {
  const paragraph = /^What to do: ([\s\S]*?)(?:\n\n|$(?![\s\S]))/m.exec(explainReason(code))?.[1] ?? '';
  return paragraph
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .trim();
}

/** Nothing in it can end the block that it is in, or a line of a script. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** As a content security policy names what may run; line ends are what a browser makes of them. */
function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n')).digest('base64')}`;
}
