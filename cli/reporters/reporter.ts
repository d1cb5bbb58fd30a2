import type { Position } from '../../transforms/finding.ts';
import type { Mode, Report } from '../report.ts';

/** What a reporter needs to know beside the report. */
export interface ReportContext {
  readonly mode: Mode;
  /** Whether calls that need a review are left for a later run. */
  readonly skipReview: boolean;
  /** What the package.json files of the scanned files say about the SDK. */
  readonly dependency: 'yes' | 'no' | 'no-manifest';
  /** Whether code that was read calls the methods that take metadata now. */
  readonly usesNewMethods: boolean;
  /** Whether only what needs a person is wanted, and the totals. */
  readonly quiet: boolean;
  /** The command that rewrites what this run looked at; and the same without skipping what needs a review. */
  readonly rewriteCommand: () => string;
  readonly reviewCommand: () => string;
  /** The files that hold what this run found, as seen from the current folder. */
  readonly savedTo: readonly string[];
  /** The areas asked for with `--only`; null: all. */
  readonly only: readonly string[] | null;
  /** Where the page about the reasons is: a path from the current folder, or a whole one. */
  readonly reasonsPage: () => string;
  /** Where a place in a file is by now; the report itself has places as they were read. */
  readonly placeNow: (path: string, at: Position) => Position;
  readonly color: boolean;
  readonly terminal: boolean;
  /** Cells per line; null: lines are as long as they are. */
  readonly width: number | null;
  /** Where the errors are for whoever reads this: in the report itself, below it, or on standard error. */
  readonly errors: 'inside' | 'below' | 'on standard error';
}

export type Render = (report: Report, context: ReportContext) => string;

export interface Reporter {
  /** A report for a person moves to standard error where standard output carries data. */
  readonly audience: 'person' | 'machine';
  readonly load: () => Promise<Render>;
  /** What is added to the file that an environment variable names, where it is set. */
  readonly appendix?: { readonly variable: string; readonly load: () => Promise<Render> };
}
