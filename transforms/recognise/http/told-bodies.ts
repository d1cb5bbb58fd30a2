import { ts } from 'ts-morph';
import { originOf } from '../../flow/origins.ts';
import { nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { readText } from './read-text.ts';
import { readBody } from './request-body.ts';
import type { Unit } from '../../language/unit.ts';

/** What the body is called in objects that describe requests. */
const BODY_NAMES: ReadonlySet<string> = new Set(['body', 'data', 'form', 'json', 'payload']);

/** What is given beside a body. */
const BESIDE_BODY = /token|key|secret|headers|signal|callback|\bcb\b|done|method/i;

/** Whether a request that is told to other code has a body that can't be seen. */
export function hidesBody(node: ts.CallExpression | ts.ObjectLiteralExpression, unit: Unit): boolean {
  if (ts.isObjectLiteralExpression(node))
    return valuesNamed(node, BODY_NAMES).some((body) => readBody({ unit, node: body }, 'json').kind === 'hidden');
  const given = node.arguments.map((argument) => (ts.isSpreadElement(argument) ? argument : unwrap(argument)));
  const bodies = given.flatMap((argument) =>
    ts.isObjectLiteralExpression(argument) ? valuesNamed(argument, BODY_NAMES) : [],
  );
  const others = given.filter(
    (argument) => ts.isSpreadElement(argument) || ['name', 'part', 'awaited'].includes(originOf(argument).kind),
  );
  const handed = others.filter(
    (argument) => !BESIDE_BODY.test(argument.getText(unit.source)) && !isAddressOf(argument, unit),
  );
  return [...bodies, ...(bodies.length > 0 ? [] : handed)].some(
    (body) => readBody({ unit, node: body }, 'json').kind === 'hidden',
  );
}

function isAddressOf(argument: ts.Expression, unit: Unit): boolean {
  return !ts.isSpreadElement(argument) && readText(argument, unit).pieces.some(({ kind }) => kind === 'text');
}

/** What an object literal has under some names. */
export function valuesNamed(literal: ts.ObjectLiteralExpression, names: ReadonlySet<string>): ts.Expression[] {
  return literal.properties
    .filter(({ name }) => names.has(nameText(name) ?? ''))
    .flatMap((property) => valueOfMember(property) ?? [])
    .map(unwrap);
}
