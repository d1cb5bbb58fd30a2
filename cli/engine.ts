import type { Analysis } from '../transforms/analyze.ts';
import type { AnalyzeOptions } from '../transforms/options.ts';
import { applyEdits } from '../transforms/edit/apply.ts';
import type { Edit } from '../transforms/finding.ts';
import { mayHaveFindings } from '../transforms/prefilter.ts';

export type Analyze = (text: string, fileName: string, options?: AnalyzeOptions) => Analysis;

/** What the command needs of the engine; tests bring their own. */
export interface Engine {
  /** Whether a text is worth parsing. It looks for ASCII words only, so bytes read as Latin-1 do. */
  readonly mayHaveFindings: (text: string) => boolean;
  readonly applyEdits: (text: string, edits: readonly Edit[]) => string;
  /** Loads the analysis; asked for once, and only when a file passed `mayHaveFindings`. */
  readonly loadAnalyze: () => Promise<Analyze>;
}

/** The real engine. Its parser takes a quarter of a second to load, so nothing here imports it before it is needed. */
export const ENGINE: Engine = {
  mayHaveFindings,
  applyEdits,
  loadAnalyze: async () => (await import('../transforms/analyze.ts')).analyze,
};
