import { posix } from 'node:path';
import type { SdkPackage } from '../project/sdk-package.ts';
import { API_VERSION } from '../transforms/api-change.ts';
import type { Finding, Verdict } from '../transforms/finding.ts';
import { createExcerptCutter, type Excerpt } from './excerpts.ts';
import { fingerprintFindings } from './fingerprint.ts';

/**
 * The report as `--reporter json` prints it; every other reporter draws from it too.
 * Its published description is report.schema.json beside this file.
 */
export interface Report {
  readonly schemaVersion: 1;
  readonly version: string;
  readonly apiVersion: string;
  readonly root: string;
  readonly mode: Mode;
  readonly repository: Repository;
  readonly summary: Summary;
  readonly files: readonly FileReport[];
  readonly errors: readonly Problem[];
  readonly skipped: readonly Skip[];
  readonly sdk: readonly SdkRow[];
  /** Of a merged report: those that it was made of. */
  readonly reports?: readonly Source[];
}

/**
 * Whether the rewrites were written, would be, or were only looked for; `merge` is many reports in one, and `unknown` a
 * report that doesn't say.
 */
export type Mode = 'write' | 'dry-run' | 'check' | 'merge' | 'unknown';

/** One of the reports that were merged. */
export interface Source {
  /** What stands before the paths of its files: the name of its repository. */
  readonly name: string;
  /** The folder it was made in, absolute. */
  readonly root: string;
  /** That folder inside the repository. */
  readonly path: string;
  readonly mode: Mode;
  readonly version: string;
  readonly summary: Summary;
}

/** What the root is part of. */
export interface Repository {
  /** `owner/name` from the address that git has for it, or else the name of its folder. */
  readonly name: string;
  /** The root inside the repository, with forward slashes; empty where they are one folder. */
  readonly path: string;
}

export interface Summary extends Record<Verdict, number> {
  readonly filesScanned: number;
  readonly filesParsed: number;
  readonly filesChanged: number;
  readonly findings: number;
  readonly errors: number;
  readonly durationMs: number;
}

export interface FileReport {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** Whether the file was written; with `--dry-run` and `--check`, whether its text would change. */
  readonly changed: boolean;
  /** The package that the file belongs to, by the nearest package.json; null where there is none. */
  readonly package: string | null;
  /** In a merged report: the name of the source that it is from. */
  readonly repository?: string;
  readonly findings: readonly FindingReport[];
}

export interface FindingReport extends Omit<Finding, 'start' | 'end' | 'from' | 'to' | 'mark'> {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Stays the same when lines move. */
  readonly fingerprint: string;
  /** What a reviewer needs to see, in source order; empty where it would be too long. */
  readonly excerpts: readonly Excerpt[];
}

/** Something that could not be done. The message continues a sentence that starts with the path. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  /** 1-based; null where the problem has no place in the file. */
  readonly line: number | null;
  readonly column: number | null;
}

export interface Skip {
  readonly path: string;
  readonly why: string;
}

/** How the reason of a skip begins where what was skipped may hold calls. */
export const MAY_HOLD_CALLS = 'may hold calls';

/** The parts of a file that weren't read, as skips. */
export function skippedParts(path: string, { unread = [] }: { readonly unread?: readonly string[] }): Skip[] {
  return unread.map((why) => ({ path, why: `${MAY_HOLD_CALLS}: ${why}` }));
}

/** A package of the SDK that a package.json asks for. */
export interface SdkRow extends SdkPackage {
  readonly manifest: string;
}

export interface ReportInput {
  readonly version: string;
  readonly root: string;
  readonly mode: Mode;
  readonly repository: Repository;
  readonly filesScanned: number;
  readonly filesParsed: number;
  readonly durationMs: number;
  readonly files: readonly FileReport[];
  readonly errors: readonly Problem[];
  readonly skipped: readonly Skip[];
  readonly sdk: readonly SdkRow[];
  readonly reports?: readonly Source[];
}

/** Puts a run's results together: sorted by path, counted. */
export function buildReport(input: ReportInput): Report {
  const verdicts: Record<Verdict, number> = { exact: 0, review: 0, manual: 0, ignored: 0 };
  for (const file of input.files) for (const finding of file.findings) verdicts[finding.verdict]++;
  return {
    schemaVersion: 1,
    version: input.version,
    apiVersion: API_VERSION,
    root: input.root,
    mode: input.mode,
    repository: input.repository,
    summary: {
      filesScanned: input.filesScanned,
      filesParsed: input.filesParsed,
      filesChanged: input.files.filter((file) => file.changed).length,
      findings: verdicts.exact + verdicts.review + verdicts.manual + verdicts.ignored,
      ...verdicts,
      errors: input.errors.length,
      durationMs: Math.round(input.durationMs),
    },
    files: byPath(input.files),
    errors: byPath(input.errors),
    skipped: byPath(input.skipped),
    sdk: [...input.sdk].sort((a, b) => compare(a.manifest, b.manifest) || compare(a.package, b.package)),
    ...(input.reports === undefined ? {} : { reports: input.reports }),
  };
}

/**
 * A file's findings in the report's words.
 *
 * @param path in its repository
 * @param text as it was analysed
 * @param findings in source order
 */
export function describeFindings(path: string, text: string, findings: readonly Finding[]): FindingReport[] {
  const fingerprints = fingerprintFindings(path, text, findings);
  const cut = createExcerptCutter(
    text,
    findings.flatMap((finding) => finding.edits).sort((a, b) => a.start - b.start),
  );
  return findings.map((finding, index) => describeFinding(finding, fingerprints[index] ?? '', cut(finding)));
}

function describeFinding(finding: Finding, fingerprint: string, excerpts: readonly Excerpt[]): FindingReport {
  return {
    kind: finding.kind,
    surface: finding.surface,
    method: finding.method,
    target: finding.target,
    fields: finding.fields,
    requests: finding.requests,
    verdict: finding.verdict,
    reasons: finding.reasons.map(({ code, message, line, column, origins }) => ({
      code,
      message,
      line,
      column,
      ...(origins === undefined ? {} : { origins }),
    })),
    line: finding.from.line,
    column: finding.from.column,
    endLine: finding.to.line,
    endColumn: finding.to.column,
    edits: finding.edits.map(({ start, end, text }) => ({ start, end, text })),
    fingerprint,
    excerpts,
  };
}

/** A path of the report as the repository has it; one that starts with `../` is outside of it. */
export function pathInRepository({ path: folder }: Pick<Repository, 'path'>, path: string): string {
  return posix.join(folder, path);
}

/**
 * The exit status of a run; see the command's help. A problem outweighs everything else, and what is ignored never
 * counts.
 */
export function exitCodeOf(summary: Summary, options: RemainingOptions): 0 | 1 | 2 {
  if (summary.errors > 0) return 2;
  return remainingVerdicts(options).some((verdict) => summary[verdict] > 0) ? 1 : 0;
}

export interface RemainingOptions {
  readonly check: boolean;
  readonly skipReview: boolean;
}

/** The verdicts of the findings that a run leaves to be done. */
export function remainingVerdicts({ check, skipReview }: RemainingOptions): readonly Verdict[] {
  if (!check) return ['manual'];
  return skipReview ? ['exact', 'manual'] : ['exact', 'review', 'manual'];
}

function byPath<T extends { readonly path: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => compare(a.path, b.path));
}

/** By code unit, so that the order is the same in every locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
