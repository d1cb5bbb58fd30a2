import type { ts } from 'ts-morph';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { Kinds } from './kinds.ts';

/** Whose kinds may be asked for. */
export type Question =
  | ts.Expression
  /** Whatever a variable was given last. */
  | Binding
  /** What a function returns. */
  | { readonly returnedBy: ts.FunctionLikeDeclaration }
  /** What is assigned to properties of a name. */
  | { readonly assignedTo: string };

/** What an answer is worked out with. */
export interface Asking {
  readonly unit: Unit;
  /** `NOTHING` where that isn't known yet; then nothing more is known of what is made of it. */
  readonly ask: (question: Question) => Kinds;
  readonly returnedBy: (fn: ts.FunctionLikeDeclaration) => Kinds;
  readonly assignedTo: (name: string) => Kinds;
  /** Asks in another file; what leads back to this one is unknown. */
  readonly elsewhere: (question: Question, unit: Unit) => Kinds;
}
