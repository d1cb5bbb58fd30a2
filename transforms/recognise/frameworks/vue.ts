import { ts } from 'ts-morph';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import { literalsOf, valueIn } from './option-values.ts';
import { unwrapRef } from './reactive-values.ts';

/**
 * The options of the component that a file defines: `export default { … }` or `export default defineComponent({ … })`.
 */
export function componentOptions({ source, component }: Unit): ts.ObjectLiteralExpression | undefined {
  if (component?.framework !== 'vue') return undefined;
  const exported = source.statements.find(
    (statement) => ts.isExportAssignment(statement) && statement.isExportEquals !== true,
  );
  const node = exported !== undefined && ts.isExportAssignment(exported) ? unwrap(exported.expression) : undefined;
  const options =
    node !== undefined && ts.isCallExpression(node) && node.arguments[0] !== undefined
      ? unwrap(node.arguments[0])
      : node;
  return options !== undefined && ts.isObjectLiteralExpression(options) ? options : undefined;
}

/** What `this.name` is in a component's options, and `name` in its markup. */
export function valueOfComponent(options: ts.ObjectLiteralExpression, name: string, evaluation: Evaluation): Value {
  const given = valueIn(literalsOf(options, 'setup'), name, evaluation);
  if (given !== undefined) return unwrapRef(given, options, evaluation);
  return evaluation.resultOf(valueIn(literalsOf(options, 'computed'), name, evaluation) ?? UNKNOWN);
}

/**
 * Whether `this` at `node` is a component: in a function of its options, which sees what the component has, not the
 * object it is written in.
 */
export function isComponentThis(node: ts.Node, options: ts.ObjectLiteralExpression): boolean {
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
    if (current === options) return true;
    if (ts.isClassLike(current) || ts.isFunctionDeclaration(current)) return false;
    if (ts.isFunctionExpression(current) && accessOf(current.parent) !== undefined) return false;
  }
  return false;
}
