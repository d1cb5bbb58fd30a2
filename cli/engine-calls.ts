import { applyEdits } from '../transforms/edit/apply.ts';
import type { Edit } from '../transforms/finding.ts';
import { lookAhead, type LookAhead } from './look-ahead.ts';
import { optimizeLater } from './optimize-later.ts';
import type { Analyzer } from '../transforms/plan-rewrite.ts';
import { mayHaveFindings } from '../transforms/prefilter.ts';
import { TIME_LIMITS, type TimeLimits } from './watchdog.ts';

/** What the command needs of the engine; tests bring their own. */
export interface Engine {
  /** Whether a text is worth parsing. It looks for ASCII words only, so bytes read as Latin-1 do. */
  readonly mayHaveFindings: (text: string) => boolean;
  /** Looks at files with the real `mayHaveFindings`, in another thread. Left out where nothing does. */
  readonly lookAhead?: LookAhead;
  readonly applyEdits: (text: string, edits: readonly Edit[]) => string;
  /** Asked for only when a file passed `mayHaveFindings`, or where there are so many that one will. */
  readonly loadAnalyzer: () => Promise<Analyzer>;
  /** How long it may take. */
  readonly limits: TimeLimits;
}

/** The real engine. Its parser takes a quarter of a second to load, so nothing here imports it before it is needed. */
export const ENGINE: Engine = {
  mayHaveFindings,
  lookAhead,
  applyEdits,
  loadAnalyzer: () => {
    optimizeLater();
    return import('../transforms/engine.ts');
  },
  limits: TIME_LIMITS,
};
