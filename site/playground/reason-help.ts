import type { ReasonText } from '../../transforms/reasons.ts';
import type { SharedState } from './shared-state.ts';

/** What the docs say of a reason. */
export interface ReasonHelp extends Pick<ReasonText, 'message' | 'weight'> {
  /** All of it, as HTML. */
  readonly text: string;
  /** What to do, as HTML; empty where there is nothing to do. */
  readonly todo: string;
  readonly example: SharedState;
}
