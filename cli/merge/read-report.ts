import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describeReadFailure } from '../../project/read.ts';
import { checkBytes, decode } from '../../project/text.ts';
import { PACKAGE_NAME } from '../package-info.ts';
import schema from '../report.schema.json' with { type: 'json' };
import type { FileReport, FindingReport, Report } from '../report.ts';
import { findShapeProblem } from './check-shape.ts';

/** A report as it was written, or why there is none in the file, as the end of a sentence that starts with it. */
export type ReportFile = { readonly ok: true; readonly report: Report } | { readonly ok: false; readonly why: string };

type Optional<T, Key extends keyof T> = Omit<T, Key> & Partial<Pick<T, Key>>;

/** What the format has had from its beginning; everything else may be missing. */
type WrittenFinding = Optional<FindingReport, 'fingerprint' | 'excerpts'>;
type WrittenFile = Optional<Omit<FileReport, 'findings'>, 'package'> & { readonly findings: readonly WrittenFinding[] };
type WrittenReport = Optional<Omit<Report, 'files'>, 'mode' | 'repository'> & {
  readonly files: readonly WrittenFile[];
};

/** Reads what `--reporter json` has written, in UTF-8 or, as some shells redirect it, in UTF-16. */
export function readReport(file: string): ReportFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return { ok: false, why: describeReadFailure(error) };
  }
  const check = checkBytes(bytes);
  if (check.kind === 'not-text') return { ok: false, why: check.why };
  const { text } = decode(bytes, check.encoding);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      ok: false,
      why:
        text.trim() === ''
          ? 'is empty: the run that should have written it may have failed'
          : "isn't JSON; --reporter json writes what can be merged",
    };
  }
  const why = findFormatProblem(value);
  return why === undefined ? { ok: true, report: complete(value as WrittenReport) } : { ok: false, why };
}

function findFormatProblem(value: unknown): string | undefined {
  const version: unknown =
    typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined;
  if (version === undefined)
    return `isn't a report of ${PACKAGE_NAME} (it has no schemaVersion); --reporter json writes one`;
  if (version !== schema.properties.schemaVersion.const) {
    return `has the format ${JSON.stringify(version)}, and this version reads ${String(schema.properties.schemaVersion.const)}; merge with the version that wrote it`;
  }
  const problem = findShapeProblem(value, schema);
  return problem === undefined ? undefined : `isn't a report that can be read: ${problem}`;
}

function complete(report: WrittenReport): Report {
  return {
    ...report,
    mode: report.mode ?? 'unknown',
    repository: report.repository ?? { name: posix.basename(report.root) || report.root, path: '' },
    files: report.files.map((file) => ({
      ...file,
      package: file.package ?? null,
      findings: file.findings.map((finding) => ({
        ...finding,
        fingerprint: finding.fingerprint ?? fingerprintByPlace(file.path, finding),
        excerpts: finding.excerpts ?? [],
      })),
    })),
  };
}

function fingerprintByPlace(path: string, { kind, method, line, column }: WrittenFinding): string {
  return createHash('sha256').update([path, kind, method, line, column].join('\0')).digest('hex').slice(0, 20);
}
