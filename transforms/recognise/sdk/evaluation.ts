import type { ts } from 'ts-morph';
import type { Evaluator } from '../../flow/evaluate.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { Value } from './value.ts';

/**
 * What the parts of the evaluation of a file's nodes need of each other: an expression leads to a declaration, that to a
 * type, an import or a call, and back.
 */
export interface Evaluation {
  readonly unit: Unit;
  /** The same for the nodes of another file. */
  readonly in: (unit: Unit) => Evaluation;
  /** Works something out of a node once; see `Evaluator`. */
  readonly once: Evaluator<Value>['once'];
  readonly soFar: Evaluator<Value>['soFar'];
  readonly valueOf: (expression: ts.Expression) => Value;
  /** What `name` of the value is. */
  readonly property: (value: Value, name: string, at: ts.Node) => Value;
  /** What a call of the value, at `at`, gives. */
  readonly called: (value: Value, at: ts.Node) => Value;
  /** What a function returns, in whichever file it is; unknown where the value is none. */
  readonly resultOf: (value: Value) => Value;
  /** What a variable is, whichever of its assignments was the last. */
  readonly valueOfBinding: (binding: Binding) => Value;
  /**
   * What a value of the written type is; unknown where none is written.
   *
   * @param given what the type parameters stand for that it mentions
   */
  readonly valueOfType: (type: ts.TypeNode | undefined, given?: TypeArguments) => Value;
  /** What callers in sight give a parameter without a type, where that is asked for. */
  readonly heldByCallers: (parameter: ts.ParameterDeclaration) => Value;
  /** What an exported declaration declares, later assignments included. */
  readonly valueOfExport: (declaration: ts.Declaration) => Value;
}

/** What type parameters stand for while a generic alias or function is looked into. */
export interface TypeArguments {
  readonly values: ReadonlyMap<ts.Declaration, Value>;
  /** What tells them from others in a few characters; empty where there are none. */
  readonly key: string;
}
