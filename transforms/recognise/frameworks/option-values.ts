import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import { nameText, unwrap, valueOfMember } from '../../syntax.ts';
import type { Value } from '../sdk/value.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

/** The literals behind an option of a component or a store, which may be made by a function. */
export function literalsOf(options: ts.ObjectLiteralExpression, name: string): readonly ts.ObjectLiteralExpression[] {
  const option = optionOf(options, name);
  return option === undefined ? [] : literalsBehind(valueOfMember(option) ?? option);
}

/** A literal, or those that a function returns. */
export function literalsBehind(node: ts.Node): readonly ts.ObjectLiteralExpression[] {
  const value = ts.isExpression(node) ? unwrap(node) : node;
  if (ts.isObjectLiteralExpression(value)) return [value];
  return ts.isFunctionLike(value) ? returnedBy(value).values.map(unwrap).filter(ts.isObjectLiteralExpression) : [];
}

/** What one of some literals has under a name, and no other; undefined where that isn't so. */
export function valueIn(
  literals: readonly ts.ObjectLiteralExpression[],
  name: string,
  { valueOf, unit }: Evaluation,
): Value | undefined {
  const [option, ...others] = literals.flatMap((literal) => optionOf(literal, name) ?? []);
  if (option === undefined || others.length > 0) return undefined;
  if (ts.isMethodDeclaration(option)) return { kind: 'function', node: option, unit };
  const value = valueOfMember(option);
  return value === undefined ? undefined : valueOf(value);
}

function optionOf(options: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return options.properties.find((property) => nameText(property.name) === name);
}
