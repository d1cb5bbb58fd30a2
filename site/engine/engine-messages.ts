import type { AnalyzeOptions } from '../../transforms/analyze-options.ts';
import type { Plan } from '../../transforms/plan-rewrite.ts';

/** A file of the playground: its path, relative, with forward slashes; and its text, without a byte order mark. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** What is asked of the engine: to look at all files that hold code. */
export interface EngineRequest {
  /** The answer has the same. */
  readonly id: number;
  readonly files: readonly SourceText[];
  readonly options: EngineOptions;
}

/** What a page can say of an analysis; types and a file system it has none. */
export type EngineOptions = Omit<AnalyzeOptions, 'project' | 'types'>;

export interface EngineAnswer {
  readonly id: number;
  /** One for each file that holds code, in their order. */
  readonly results: readonly FileResult[];
  readonly milliseconds: number;
}

export interface FileResult {
  readonly path: string;
  readonly plan: Plan;
}
