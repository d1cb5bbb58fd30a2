import type { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import type { ParamElement } from '../../recognise/params/elements.ts';
import type { Change } from './change.ts';
import type { Decision } from './decision.ts';

/** What is written for a call, complete: the edit step decides nothing any more but names. */
export type Plan =
  /** The same call under another name. */
  | { readonly kind: 'rename'; readonly site: UpdateCall; readonly method: string; readonly changes: readonly Change[] }
  /** The general call without the metadata, then the metadata's own. */
  | SplitPlan;

/** What is to be split, before it is known what has to be bound first. */
export interface SplitRequest {
  readonly site: UpdateCall;
  readonly method: string;
  readonly changes: readonly Change[];
  readonly params: SplitParams;
}

export interface SplitPlan extends SplitRequest {
  readonly kind: 'split';
  /** What is evaluated once and before, in evaluation order. */
  readonly bound: readonly BoundPart[];
  readonly shape: SplitShape;
}

/** Where the two halves of the params come from. */
export type SplitParams =
  /** The literal in the call is taken apart. */
  | {
      readonly kind: 'literal';
      readonly literal: ts.ObjectLiteralExpression;
      readonly elements: readonly ParamElement[];
    }
  /** The metadata moves out of the variable that the call is given, into the metadata call. */
  | {
      readonly kind: 'extracted';
      readonly literal: ts.ObjectLiteralExpression;
      readonly elements: readonly ParamElement[];
      readonly assignments: readonly FieldAssignment[];
    }
  | RunTimeSplit;

/** The object is taken apart when the program runs, by one of the bound parts. */
export interface RunTimeSplit {
  readonly kind: 'run-time';
  readonly fields: readonly MetadataField[];
  /** Whether it may have none of the fields. */
  readonly isGuarded: boolean;
  /**
   * The name of the language's `JSON` where the code goes on to change the object, so that a copy has to be sent;
   * undefined elsewhere.
   */
  readonly copiedBy: string | undefined;
  /**
   * Whether the pattern has to say that it takes apart what the method takes: TypeScript doesn't know all the fields of
   * the object.
   */
  readonly isAnnotated: boolean;
  /** Whether a field that isn't set has to be left out: TypeScript tells that apart from one that is undefined. */
  readonly leavesOut: boolean;
}

/** `params.field = value;` as a statement of its own. */
export interface FieldAssignment {
  readonly field: MetadataField;
  readonly statement: ts.ExpressionStatement;
  readonly value: ts.Expression;
}

/** A part of the call that gets a name, or, if it is params that are taken apart, a pattern of names. */
export interface BoundPart {
  /** The name that says what it is, which may be taken. */
  readonly base: string;
  readonly node: ts.Expression;
  /**
   * The element of the params that `node` is the value of; undefined for the receiver, the id and params as a whole.
   */
  readonly element: ts.ObjectLiteralElementLike | undefined;
  /** The type that has to be said with the name; undefined where it is the same without. */
  readonly type?: PartType | undefined;
}

/** A type of the SDK that is known everywhere, or that of a field of what the method takes. */
export type PartType =
  | { readonly kind: 'named'; readonly name: string; readonly mayBeUndefined: boolean }
  | { readonly kind: 'of-params'; readonly name: string };

/**
 * How the two calls are put together.
 *
 * - `before`: the general call as a statement of its own before the one that keeps the result.
 * - `after`: the metadata call as a statement of its own behind the general one.
 * - `chosen`: the same before a statement that keeps the result, which is that of the last call made.
 * - `chain`: `<general>.then(() => <metadata>)`; what is bound goes into statements before.
 * - `if`: both as statements, only if what the optional chain asks for is there.
 * - `arrow-body`: a chain as the whole body of an arrow function, which becomes a block; `hasSteps`: or the calls as
 *   statements.
 * - `call-chain`: a chain in an expression, what is bound into the parameters of a function called on the spot; where
 *   `present` is given, only if that is there, since else the optional chain would have ended before anything was
 *   evaluated. `goesOn` is the expression behind the call that belongs to the same chain. `isNested`: the receiver is
 *   bound apart from the arguments, which ask for its name: in a statement where `at` has room for one.
 * - `optional-call`: where the arguments wait for something, and what the optional chain starts with can't be asked for
 *   twice. `<receiver>?.<method>(<arguments>)` becomes `<a function made from the receiver, if there is
 *   one>?.(<arguments>)`, which takes the params apart; `isTyped`: in TypeScript.
 */
export type SplitShape =
  | ReturnedShape
  | { readonly kind: 'after'; readonly statement: ts.Statement }
  | { readonly kind: 'if'; readonly statement: ts.Statement; readonly present: Presence; readonly isAwaited: boolean }
  | {
      readonly kind: 'call-chain';
      /** What an optional chain asks for. */
      readonly present: PathAsked | undefined;
      readonly goesOn: ts.Expression | undefined;
      readonly isNested: boolean;
    }
  | { readonly kind: 'optional-call'; readonly isTyped: boolean };

/** Those in which a function may return what the calls give; `present`: if that is there, and else nothing. */
export type ReturnedShape = { readonly present?: PathAsked } & (
  | { readonly kind: 'before' | 'chain'; readonly statement: ts.Statement }
  | { readonly kind: 'chosen'; readonly statement: ts.Statement; readonly result: 'returned' | 'declared' | 'kept' }
  | { readonly kind: 'arrow-body'; readonly arrow: ts.ArrowFunction; readonly hasSteps: boolean }
);

/** What an optional chain asks for, where that can be asked for once more: a variable or a property path. */
interface PathAsked {
  readonly kind: 'path';
  readonly path: ts.Expression;
}

/** What an optional chain asks for: such a path, or else the receiver under the name that it gets. */
export type Presence = PathAsked | { readonly kind: 'receiver' };

/** What is decided about a call. */
export type CallDecision = Decision<Plan>;

/** Whether the general call is still made, beside the one for the metadata. */
export function keepsGeneral(
  plan:
    | Exclude<Plan, SplitPlan>
    | { readonly kind: 'split'; readonly params: Exclude<SplitParams, RunTimeSplit> | Pick<RunTimeSplit, 'kind'> },
): boolean {
  if (plan.kind === 'rename') return false;
  return plan.params.kind !== 'literal' || plan.params.elements.some(({ kind }) => kind === 'general');
}
