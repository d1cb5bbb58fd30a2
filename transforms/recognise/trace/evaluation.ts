import type { ts } from 'ts-morph';
import type { Evaluator } from '../../flow/evaluate.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { Value } from '../sdk/value.ts';

/**
 * What the parts of the evaluation need of each other: an expression leads to a declaration, that to a type, an import or a
 * call, and back.
 */
export interface Evaluation {
  /** Works something out of a node once; see `Evaluator`. */
  readonly once: Evaluator<Value>['once'];
  readonly soFar: Evaluator<Value>['soFar'];
  readonly valueOf: (expression: ts.Expression, unit: Unit) => Value;
  /** What `name` of the value is. */
  readonly property: (value: Value, name: string, at: ts.Node, unit: Unit) => Value;
  /** What a call of the value, at `at`, gives. */
  readonly called: (value: Value, at: ts.Node, unit: Unit) => Value;
  /** What a function returns. */
  readonly resultOf: (node: ts.FunctionLikeDeclaration, unit: Unit) => Value;
  /** What a pattern takes off an object, whatever its default is. */
  readonly taken: (node: ts.BindingElement, unit: Unit) => Value;
  /** What a variable is, whichever of its assignments was the last. */
  readonly valueOfBinding: (binding: Binding, unit: Unit) => Value;
  /** What a value of the written type is; unknown where none is written. */
  readonly valueOfType: (type: ts.TypeNode | undefined, unit: Unit) => Value;
  /** What an exported declaration declares, later assignments included. */
  readonly valueOfExport: (declaration: ts.Declaration, unit: Unit) => Value;
  /** What type parameters stand for while a generic alias is looked into. */
  readonly typeArguments: ReadonlyMap<ts.Declaration, Value>;
  /** The same where type parameters stand for something else. */
  readonly withArguments: (typeArguments: ReadonlyMap<ts.Declaration, Value>) => Evaluation;
}
