import type { Verdict } from '../../transforms/finding.ts';
import type { ReasonCode } from '../../transforms/reasons.ts';
import type { EngineOptions } from '../engine/engine-messages.ts';

/** A fixture, as the site shows it. */
export interface ShownCase {
  readonly name: string;
  readonly files: readonly CaseFile[];
  /** The file to look at. */
  readonly active: number;
  readonly options: EngineOptions;
  /** Whether it is decided with types, which a page has none of. */
  readonly withTypes: boolean;
}

export interface CaseFile {
  readonly path: string;
  readonly text: string;
  /** Left out where the text stays as it is. */
  readonly output?: string;
  /** Left out where there is none. */
  readonly findings?: readonly CaseFinding[];
}

/** A finding as the fixture states it; lines and columns from 1. */
export interface CaseFinding {
  readonly line: number;
  readonly column: number;
  readonly method: string;
  readonly target: string | null;
  readonly verdict: Verdict;
  readonly reasons: readonly ReasonCode[];
}

/** A row of how-it-decides. */
export interface CaseRow {
  readonly section: string;
  readonly what: string;
  readonly gives: string;
  readonly fixture: string;
  readonly nearMiss: string;
}
