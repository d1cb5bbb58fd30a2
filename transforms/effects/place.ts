import { ts } from 'ts-morph';
import type { Binding } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';

/** A piece of code: a function, a class or a whole file. */
export interface Code {
  readonly node: ts.Node;
  readonly unit: Unit;
}

/**
 * Whether what can't be followed may be called by way of a value. By way of a `closed` one, which is a package's own,
 * only what is handed to it in sight can be. A step back is found once, for both: what it leads to is `as asked` then.
 */
export type Sight = 'open' | 'closed' | 'as asked';

/** A value that is followed back. */
export interface Place {
  readonly node: ts.Node;
  readonly unit: Unit;
  readonly sight: Sight;
  /** Asks for what code in sight may put into the object that is there, not for the value itself. */
  readonly into?: Holding;
  /**
   * Asks for what is assigned to properties of that name anywhere in the file, which is the node then. It is a place of
   * its own, so that many accesses lead to many assignments by way of one.
   */
  readonly assignedTo?: string;
  /**
   * The function in a run of which the value comes about: what its parameters hold is followed where it is called.
   * Nothing of another run is on the way, such as what was put into a variable further out.
   */
  readonly within?: Code | undefined;
}

/** A variable that holds an object, or an expression that makes or gives it. */
export interface Holding {
  readonly of: Binding | ts.Expression;
  /**
   * Whether it is there: then what can't be followed may put anything in, unless a package has made it. Where it only
   * may be, nothing counts but what is put in in sight.
   */
  readonly sureness: 'surely' | 'of a package' | 'possibly';
}

/** What a value is made of. */
export interface Step {
  readonly from?: readonly Place[];
  readonly code?: readonly Code[];
  readonly hasUnknown?: boolean;
}

export const NOTHING: Step = {};
export const UNKNOWN: Step = { hasUnknown: true };

/** Literals that nothing can be called by way of: not worth a step. */
const DATA: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
]);

export function from({ unit, sight }: Place, ...nodes: readonly ts.Node[]): Step {
  const places = nodes.filter(({ kind }) => !DATA.has(kind)).map((node) => ({ node, unit, sight }));
  return places.length === 0 ? NOTHING : { from: places };
}

export function joined(steps: readonly Step[]): Step {
  const some = steps.filter((step) => step !== NOTHING);
  const [only] = some;
  if (only === undefined || some.length === 1) return only ?? NOTHING;
  return {
    from: some.flatMap((step) => step.from ?? []),
    code: some.flatMap((step) => step.code ?? []),
    hasUnknown: some.some(({ hasUnknown }) => hasUnknown === true),
  };
}

export function closed({ node, unit }: Place): Place {
  return { node, unit, sight: 'closed' };
}
