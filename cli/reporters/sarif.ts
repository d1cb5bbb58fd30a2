import { pathToFileURL } from 'node:url';
import type { Location, Log, Notification, PhysicalLocation, Result, Run } from 'sarif';
import type { Verdict } from '../../transforms/finding.ts';
import { PACKAGE_NAME } from '../package-info.ts';
import type { FileReport, FindingReport, Problem, Report } from '../report.ts';
import { describeChange, pathOfCheckout } from './findings.ts';
import type { ReportContext } from './reporter.ts';
import { describeFixes } from './sarif-fixes.ts';
import { adviseUpgrade } from './sdk-advice.ts';
import { splitBySource } from './split-by-source.ts';
import { LEVEL_OF, listRules, ruleOf } from './sarif-rules.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Where paths start: the repository's folder, by the name that GitHub uses for it. */
const SOURCE_ROOT = '%SRCROOT%';

/** TypeScript counts all of these as the end of a line, and so do our line numbers. */
const NEWLINES = ['\r\n', '\n', '\r', '\u2028', '\u2029'];

const VERDICT_SENTENCE: Readonly<Record<Verdict, string>> = {
  exact: 'The rewrite is provably the same program.',
  review: 'Look at the rewrite.',
  manual: 'A person must decide.',
  ignored: 'Silenced by a comment.',
};

/**
 * SARIF 2.1.0, for code scanning and for editors. Places are where the code is now: after a rewrite, those are the new
 * ones, and there are no fixes left.
 */
export function renderSarif(report: Report, context: ReportContext): string {
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: splitBySource(report).map((part) => describeRun(part, context)),
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describeRun(report: Report, context: ReportContext): Run {
  const rules = listRules(report);
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const { root, repository } = report;
  const folder =
    repository.path === '' || !root.endsWith(`/${repository.path}`) ? root : root.slice(0, -repository.path.length - 1);
  return {
    tool: { driver: { name: PACKAGE_NAME, version: report.version, semanticVersion: report.version, rules } },
    automationDetails: {
      id: [
        PACKAGE_NAME,
        ...(report.reports === undefined || report.repository.name === '' ? [] : [report.repository.name]),
        '',
      ].join('/'),
    },
    invocations: [
      {
        executionSuccessful: report.errors.length === 0,
        toolExecutionNotifications: [
          ...report.errors.map((problem) => notify('error', problem, report)),
          ...report.sdk.flatMap((row) => {
            const message = adviseUpgrade(row);
            return message === undefined
              ? []
              : [notify('warning', { path: row.manifest, message, line: null, column: null }, report)];
          }),
          ...report.skipped.map(({ path, why }) =>
            notify('note', { path, message: `was not looked at: ${why}`, line: null, column: null }, report),
          ),
        ],
      },
    ],
    originalUriBaseIds: { [SOURCE_ROOT]: { uri: `${pathToFileURL(folder).href.replace(/\/$/, '')}/` } },
    columnKind: 'utf16CodeUnits',
    newlineSequences: NEWLINES,
    results: report.files.flatMap((file) =>
      file.findings.map((finding) => {
        const ruleId = ruleOf(finding);
        return { ruleId, ruleIndex: ruleIndex.get(ruleId) ?? -1, ...describeResult(finding, file, report, context) };
      }),
    ),
    properties: { apiVersion: report.apiVersion, mode: report.mode },
  };
}

function describeResult(finding: FindingReport, file: FileReport, report: Report, context: ReportContext): Result {
  const { verdict, kind, surface, method, target, fields, reasons } = finding;
  const written = report.mode === 'write' && file.changed;
  const from = context.placeNow(file.path, finding);
  const to = context.placeNow(file.path, { line: finding.endLine, column: finding.endColumn });
  const artifactLocation = locateArtifact(report, file.path);
  const fixes = written ? [] : describeFixes(finding, artifactLocation);
  const sentences = [...new Set(reasons.map(({ message }) => message))];
  return {
    level: LEVEL_OF[verdict],
    message: {
      text: `${describeChange(finding)}: ${sentences.length === 0 ? VERDICT_SENTENCE[verdict] : sentences.join(' ')}`,
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation,
          region: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
        },
      },
    ],
    ...(reasons.length === 0
      ? {}
      : {
          relatedLocations: reasons.map((reason, id): Location => {
            const { line, column } = context.placeNow(file.path, reason);
            return {
              id,
              message: { text: reason.message },
              physicalLocation: { artifactLocation, region: { startLine: line, startColumn: column } },
            };
          }),
        }),
    partialFingerprints: { 'clerkMetadataCall/v1': finding.fingerprint },
    ...(fixes.length === 0 ? {} : { fixes }),
    ...(verdict === 'ignored' ? { suppressions: [{ kind: 'inSource' }] } : {}),
    properties: {
      verdict,
      kind,
      surface,
      method,
      target,
      fields: [...fields],
      reasons: reasons.map(({ code }) => code),
      ...(written ? { rewritten: target !== null } : {}),
    },
  };
}

function notify(
  level: 'error' | 'warning' | 'note',
  { path, message, line, column }: Problem,
  report: Report,
): Notification {
  const physicalLocation: PhysicalLocation = {
    artifactLocation: locateArtifact(report, path),
    ...(line === null ? {} : { region: { startLine: line, startColumn: column ?? 1 } }),
  };
  return { level, message: { text: `${path}: ${message}` }, locations: [{ physicalLocation }] };
}

function locateArtifact(report: Report, path: string): { uri: string; uriBaseId?: string } {
  const inside = pathOfCheckout(report, path);
  if (inside === null) return { uri: pathToFileURL(`${report.root}/${path}`).href };
  return { uri: inside.split('/').map(encodeURIComponent).join('/'), uriBaseId: SOURCE_ROOT };
}
