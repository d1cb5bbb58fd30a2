import { ts } from 'ts-morph';
import { SURFACES, type MetadataField, type Surface } from '../../api-change.ts';
import { accessOf, unwrap, givenAt } from '../../syntax.ts';
import { spanOf } from '../sdk/by-type.ts';
import { heldOnce } from '../../flow/held.ts';
import { promisedType } from '../../language/written-type.ts';
import type { Unit } from '../../language/unit.ts';
import { declaredTypeOf } from './declared-type.ts';
import { mayCarryMetadata } from './elements.ts';
import { membersOfType } from './type-members.ts';

/** Arguments that are spread into a call, one of which may be the params. */
export interface SpreadParams {
  readonly spread: ts.SpreadElement;
  /** Which of them. */
  readonly index: number;
}

/** @param node what {@link argumentsOf} gives for params: the call itself where what is spread may hold the id, too */
export function spreadParams(node: ts.Expression, surface: Surface): SpreadParams | undefined {
  if (ts.isSpreadElement(node)) return { spread: node, index: 0 };
  const { method, takesId } = SURFACES[surface];
  const [first] = ts.isCallExpression(node) ? node.arguments : [];
  const isCallItself =
    ts.isCallExpression(node) &&
    first !== undefined &&
    ts.isSpreadElement(first) &&
    accessOf(unwrap(node.expression))?.name === method;
  return isCallItself ? { spread: first, index: takesId ? 1 : 0 } : undefined;
}

/** The params that are spread, where the list stands in sight, or stand behind what is spread. */
export function paramsInSight({ spread, index }: SpreadParams, unit: Unit): ts.Expression | undefined {
  const { parent: call } = spread;
  if (!ts.isCallExpression(call)) return undefined;
  const behind = call.arguments.slice(call.arguments.indexOf(spread));
  const given = behind.flatMap((argument) =>
    ts.isSpreadElement(argument) ? (listInSight(argument.expression, unit)?.elements ?? argument) : argument,
  );
  return givenAt(index, given);
}

/**
 * What is spread into a call can't be taken apart there, whatever it holds; only where it plainly has no metadata there
 * is nothing to do.
 */
export function isSpreadWithout(
  fields: readonly MetadataField[],
  { spread, index }: SpreadParams,
  unit: Unit,
): boolean {
  const isLast = ts.isCallExpression(spread.parent) && spread.parent.arguments.at(-1) === spread;
  return isLast && isPlainlyWithout(unwrap(spread.expression), index, fields, unit);
}

function isPlainlyWithout(list: ts.Expression, index: number, fields: readonly MetadataField[], unit: Unit): boolean {
  const element = elementInSight(list, index, unit);
  if (element !== undefined) return element === 'none' || !mayCarryMetadata(element, fields, unit);
  const declared = declaredTypeOf(list, unit);
  const type =
    declared === undefined
      ? undefined
      : tupleOf(promisedType(declared.node, declared.unit) ?? declared.node, declared.unit);
  const part = type?.elements.slice(0, index + 1).some(isRest) === false ? type.elements[index] : undefined;
  const members =
    part === undefined || declared === undefined
      ? undefined
      : membersOfType(ts.isNamedTupleMember(part) ? part.type : part, declared.unit);
  if (members !== undefined) return !members.mayHaveOthers && !fields.some((field) => members.names.has(field));
  const shape = unit.types?.propertiesAt(spanOf(list, unit), index);
  return (
    shape !== undefined &&
    !shape.mayHaveOthers &&
    !fields.some((field) => shape.properties.some(({ name }) => name === field))
  );
}

/** The tuple that a type is, or is another name for. */
function tupleOf(type: ts.TypeNode, unit: Unit, seen: ReadonlySet<ts.Node> = new Set()): ts.TupleTypeNode | undefined {
  if (seen.has(type)) return undefined;
  const next = (inner: ts.TypeNode): ts.TupleTypeNode | undefined => tupleOf(inner, unit, new Set([...seen, type]));
  if (ts.isTupleTypeNode(type)) return type;
  if (ts.isParenthesizedTypeNode(type)) return next(type.type);
  if (ts.isTypeOperatorNode(type)) return type.operator === ts.SyntaxKind.ReadonlyKeyword ? next(type.type) : undefined;
  const declaration = ts.isTypeReferenceNode(type) ? unit.scope.declarationOf(type.typeName) : undefined;
  const isAlias =
    declaration !== undefined && ts.isTypeAliasDeclaration(declaration) && declaration.typeParameters === undefined;
  return isAlias ? next(declaration.type) : undefined;
}

function isRest(element: ts.TypeNode): boolean {
  return ts.isRestTypeNode(element) || (ts.isNamedTupleMember(element) && element.dotDotDotToken !== undefined);
}

/** The element of a list in sight; `none` where it is too short. */
function elementInSight(expression: ts.Expression, index: number, unit: Unit): ts.Expression | 'none' | undefined {
  const list = listInSight(expression, unit);
  if (list?.elements.slice(0, index + 1).some(ts.isSpreadElement) !== false) return undefined;
  return list.elements[index] ?? 'none';
}

/** The list that an expression is, or a variable that is mentioned once: nobody changes it. */
function listInSight(expression: ts.Expression, unit: Unit): ts.ArrayLiteralExpression | undefined {
  const list = unwrap(expression);
  if (ts.isArrayLiteralExpression(list)) return list;
  const held = heldOnce(list, unit);
  return held === undefined ? undefined : listInSight(held, unit);
}
