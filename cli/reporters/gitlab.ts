import type { Verdict } from '../../transforms/finding.ts';
import type { FindingReport, Problem, Report } from '../report.ts';
import { describeChange, pathOfCheckout } from './findings.ts';
import { adviseUpgrade } from './sdk-advice.ts';

/**
 * An entry of GitLab's Code Quality report.
 *
 * @see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
interface Entry {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

const SEVERITY_OF: Readonly<Record<Exclude<Verdict, 'ignored'>, Entry['severity']>> = {
  manual: 'major',
  review: 'minor',
  exact: 'info',
};

/**
 * GitLab's Code Quality report: each finding, what could not be done, and the SDKs to upgrade. Lines are those that the
 * job has checked out, which a rewrite in the same job doesn't move.
 */
export function renderGitlab(report: Report): string {
  const pathOf = (path: string): string => pathOfCheckout(report, path) ?? path;
  const entries = [
    ...report.files.flatMap(({ path, findings }) => findings.flatMap((finding) => describe(finding, pathOf(path)))),
    ...report.errors.map((problem) => describeProblem(problem, pathOf(problem.path))),
    ...report.sdk.flatMap((row) => {
      const advice = adviseUpgrade(row);
      return advice === undefined ? [] : [entryOf(advice, 'sdk-too-old', 'major', pathOf(row.manifest), 1)];
    }),
  ];
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function describe(finding: FindingReport, path: string): Entry[] {
  const { verdict, fingerprint, line } = finding;
  // What is so for a whole package is said once, at its package.json.
  const reasons = finding.reasons.filter(({ code }) => code !== 'sdk-too-old');
  if (verdict === 'ignored') return [];
  const sentences = [...new Set(reasons.map(({ message }) => message))];
  return [
    {
      description: `${describeChange(finding)}: ${sentences.length === 0 ? 'Proven equivalent.' : sentences.join(' ')}`,
      check_name: reasons[0]?.code ?? 'metadata-in-update',
      fingerprint,
      severity: SEVERITY_OF[verdict],
      location: { path, lines: { begin: line } },
    },
  ];
}

function describeProblem({ message, line }: Problem, path: string): Entry {
  return entryOf(`${path} ${message}`, 'could-not-be-done', 'critical', path, line ?? 1);
}

function entryOf(description: string, name: string, severity: Entry['severity'], path: string, line: number): Entry {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const fingerprint = createHash('sha256').update([name, path, description].join('\0')).digest('hex');
  return { description, check_name: name, fingerprint, severity, location: { path, lines: { begin: line } } };
}
