import type { ReasonText } from '../../../transforms/reasons.ts';
import type { Report } from '../../report.ts';

/** What the page shows, as it stands in it. */
export interface PageData {
  readonly report: Report;
  /** The reasons that occur, by code. */
  readonly reasons: Readonly<Record<string, ReasonHelp>>;
}

export interface ReasonHelp {
  readonly weight: ReasonText['weight'];
  /** What to do, from the page about the reason; empty where there is none. */
  readonly advice: string;
}
