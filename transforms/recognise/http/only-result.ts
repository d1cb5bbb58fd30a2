import { ts } from 'ts-morph';
import { definitionOf, type Placed } from '../../flow/definitions.ts';
import { returnedBy } from '../../returned.ts';
import { unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';

type Function = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration | ts.MethodDeclaration;

/** What a function that does nothing else returns. */
export interface OnlyResult extends Placed {
  readonly of: Function;
  /** False where what is called may be another function, too. */
  readonly isSure: boolean;
}

/** What a function that is called returns, where it is in sight and does nothing else. */
export function onlyResultOf(callee: ts.Expression, unit: Unit): OnlyResult | undefined {
  const found = functionOf(callee, unit);
  const node = found && onlyExpression(found.of);
  return node && { ...found, node };
}

/** What a function that is called returns, whatever else it does, where that is one expression. */
export function resultOf(callee: ts.Expression, unit: Unit): Placed | undefined {
  const found = functionOf(callee, unit);
  if (found?.isSure !== true || found.of.asteriskToken !== undefined) return undefined;
  const { values, mayBeNothing } = returnedBy(found.of);
  const [node, ...others] = values.map(unwrap);
  const isOne = others.every(
    (other) => node !== undefined && ts.isIdentifier(other) && ts.isIdentifier(node) && isSameName(other, node, found),
  );
  return node === undefined || mayBeNothing || !isOne ? undefined : { node, unit: found.unit };
}

function isSameName(a: ts.Identifier, b: ts.Identifier, { unit }: Pick<Placed, 'unit'>): boolean {
  const binding = unit.scope.bindingOf(a);
  return binding !== undefined && binding === unit.scope.bindingOf(b);
}

function functionOf(callee: ts.Expression, unit: Unit): Omit<OnlyResult, 'node'> | undefined {
  const definition = definitionOf(callee, unit);
  if (!('node' in definition)) return undefined;
  const { node: of, unit: place, isSure } = definition;
  const isFunction =
    ts.isArrowFunction(of) || ts.isFunctionExpression(of) || ts.isFunctionDeclaration(of) || ts.isMethodDeclaration(of);
  return isFunction ? { of, unit: place, isSure } : undefined;
}

function onlyExpression({ asteriskToken, body }: Function): ts.Expression | undefined {
  if (body === undefined || asteriskToken !== undefined) return undefined;
  if (!ts.isBlock(body)) return body;
  const [only, ...others] = body.statements;
  return only !== undefined && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined;
}
