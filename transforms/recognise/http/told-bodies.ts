import { ts } from 'ts-morph';
import { valueOfMember } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import type { ModuleGraph } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { readText } from './read-text.ts';

/** What the body is called in objects that describe requests. */
const BODY_NAMES: ReadonlySet<string> = new Set(['body', 'data', 'form', 'json', 'payload']);

/** What is given beside a body. */
const BESIDE_BODY = /token|key|secret|headers|signal|callback|\bcb\b|done|method/i;

/** Whether a request that is told to other code has a body that can't be seen. */
export function hidesBody(
  node: ts.CallExpression | ts.ObjectLiteralExpression,
  unit: Unit,
  graph: ModuleGraph,
): boolean {
  if (ts.isObjectLiteralExpression(node))
    return valuesNamed(node, BODY_NAMES).some((body) => isUnseen(body, unit, graph, new Set()));
  const given = node.arguments.map((argument) => (ts.isSpreadElement(argument) ? argument : unwrap(argument)));
  const bodies = given.flatMap((argument) =>
    ts.isObjectLiteralExpression(argument) ? valuesNamed(argument, BODY_NAMES) : [],
  );
  const others = given.filter(
    (argument) => ts.isSpreadElement(argument) || ['name', 'part', 'awaited'].includes(originOf(argument).kind),
  );
  const handed = others.filter(
    (argument) => !BESIDE_BODY.test(argument.getText(unit.source)) && !isAddressOf(argument, unit, graph),
  );
  return [...bodies, ...(bodies.length > 0 ? [] : handed)].some((body) => isUnseen(body, unit, graph, new Set()));
}

function isAddressOf(argument: ts.Expression, unit: Unit, graph: ModuleGraph): boolean {
  return (
    !ts.isSpreadElement(argument) && readText(argument, unit, graph, false).pieces.some(({ kind }) => kind === 'text')
  );
}

/** What an object literal has under some names. */
export function valuesNamed(literal: ts.ObjectLiteralExpression, names: ReadonlySet<string>): ts.Expression[] {
  return literal.properties
    .filter(({ name }) => names.has(nameText(name) ?? ''))
    .flatMap((property) => valueOfMember(property) ?? [])
    .map(unwrap);
}

/** Whether what a body holds isn't all in sight. */
function isUnseen(expression: ts.Expression, unit: Unit, graph: ModuleGraph, seen: Set<ts.Node>): boolean {
  const node = unwrap(expression);
  if (seen.has(node)) return true;
  seen.add(node);
  const origin = originOf(node);
  switch (origin.kind) {
    case 'object':
      return origin.literal.properties.some((property) => nameText(property.name) === undefined);
    // A text that is put together may have anything in it.
    case 'data':
      return ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
    case 'nothing':
    case 'function':
      return false;
    case 'result': {
      const [text] = origin.call.arguments;
      const isText = accessOf(origin.call.expression)?.name === 'stringify';
      return text === undefined || !isText || isUnseen(text, unit, graph, seen);
    }
    case 'name': {
      const definition = definitionOf(node, unit, graph);
      return (
        definition.kind !== 'expression' ||
        !definition.isSure ||
        isUnseen(definition.node, definition.unit, graph, seen)
      );
    }
    default:
      return true;
  }
}
