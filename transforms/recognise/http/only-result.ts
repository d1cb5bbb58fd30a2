import { ts } from 'ts-morph';
import { definitionOf, type Placed } from '../../flow/definitions.ts';
import type { Unit } from '../../language/unit.ts';

/** What a function that does nothing else returns. */
export interface OnlyResult extends Placed {
  readonly of: ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;
}

/** What a function that is called returns, where it is in sight and does nothing else. */
export function onlyResultOf(callee: ts.Expression, unit: Unit): OnlyResult | undefined {
  const definition = definitionOf(callee, unit);
  if (!definition.isSure || !('node' in definition)) return undefined;
  const { node: of } = definition;
  if (!ts.isArrowFunction(of) && !ts.isFunctionExpression(of) && !ts.isFunctionDeclaration(of)) return undefined;
  const node = onlyExpression(of);
  return node === undefined ? undefined : { of, node, unit: definition.unit };
}

function onlyExpression({ asteriskToken, body }: OnlyResult['of']): ts.Expression | undefined {
  if (body === undefined || asteriskToken !== undefined) return undefined;
  if (!ts.isBlock(body)) return body;
  const [only, ...others] = body.statements;
  return only !== undefined && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined;
}
