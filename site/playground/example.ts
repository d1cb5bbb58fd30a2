import type { SharedState } from './shared-state.ts';

/** Something to start from. */
export interface Example {
  readonly group: string;
  readonly title: string;
  readonly state: SharedState;
}
