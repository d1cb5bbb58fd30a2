import type { AnalyzeOptions } from '../../analyze-options.ts';
import type { Unit } from '../../language/unit.ts';

/** What a decision about a call is made in. */
export interface Context {
  readonly unit: Unit;
  readonly options: Pick<AnalyzeOptions, 'exact' | 'frontendReplace'>;
}
