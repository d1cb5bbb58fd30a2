import type { Problem, Report, SdkRow } from '../report.ts';
import { describeTotals, placeOfReason, sentenceOf } from './findings.ts';
import { adviseUpgrade } from './sdk-advice.ts';
import { count, formatError, number, place } from './format.ts';
import { codeSpan, verdictTable } from './markdown-parts.ts';

/** GitHub refuses a summary of more than a mebibyte; people stop reading long before. */
const PLACES_PER_REASON = 50;

/** What a workflow's page shows below its jobs: the totals, and the places by reason. Markdown. */
export function renderJobSummary(report: Report): string {
  return [
    '## Clerk metadata\n',
    `${describeTotals(report)}\n`,
    ...verdictTable(report.summary),
    ...listErrors(report.errors),
    ...listUpgrades(report.sdk),
    ...listReasons(report),
  ].join('\n');
}

function listErrors(errors: readonly Problem[]): string[] {
  if (errors.length === 0) return [];
  return [`### Could not be done\n\n${listPlaces(errors.map((problem) => formatError(problem)))}\n`];
}

function listUpgrades(rows: readonly SdkRow[]): string[] {
  const upgrades = rows.flatMap((row) => {
    const advice = adviseUpgrade(row);
    return advice === undefined ? [] : [`${row.manifest}: ${advice}`];
  });
  return upgrades.length === 0 ? [] : [`### SDK to upgrade\n\n${listPlaces(upgrades)}\n`];
}

function listReasons(report: Report): string[] {
  const groups = new Map<string, { readonly message: string; readonly places: Set<string> }>();
  for (const { path, findings } of report.files) {
    for (const { reasons, verdict } of findings) {
      for (const reason of verdict === 'ignored' ? [] : reasons) {
        const group = groups.get(reason.code) ?? { message: sentenceOf(reason), places: new Set() };
        group.places.add(placeOfReason(reason, place(path, reason)));
        groups.set(reason.code, group);
      }
    }
  }
  return [...groups].map(
    ([code, { message, places }]) =>
      `<details><summary><code>${code}</code> (${count(places.size, 'place')})</summary>\n\n${message}\n\n${listPlaces([...places])}\n\n</details>\n`,
  );
}

function listPlaces(places: readonly string[]): string {
  const rest = places.length - PLACES_PER_REASON;
  return [
    ...places.slice(0, PLACES_PER_REASON).map((text) => `- ${codeSpan(text)}`),
    ...(rest > 0 ? [`- and ${number(rest)} more: see the log`] : []),
  ].join('\n');
}
