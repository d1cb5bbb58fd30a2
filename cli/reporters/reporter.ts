import type { Report } from '../report.ts';

/** What a reporter needs to know beside the report. */
export interface ReportContext {
  readonly mode: 'write' | 'dry-run' | 'check';
  /** What the package.json files of the scanned files say about the SDK. */
  readonly dependency: 'yes' | 'no' | 'no-manifest';
  /** The areas asked for with `--only`; null: all. */
  readonly only: readonly string[] | null;
  /** Where the pages of the reasons are, as a prefix of `docs/…`. */
  readonly docs: string;
  readonly color: boolean;
  /** Cells per line; null: lines are as long as they are. */
  readonly width: number | null;
  /** Where the errors are for whoever reads this: in the report itself, below it, or on standard error. */
  readonly errors: 'inside' | 'below' | 'on standard error';
}

export interface Reporter {
  /** A report for a person moves to standard error where standard output carries data. */
  readonly audience: 'person' | 'machine';
  readonly render: (report: Report, context: ReportContext) => string;
}
