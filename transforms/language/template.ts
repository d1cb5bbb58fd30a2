import { ts } from 'ts-morph';
import { accessOf, unwrap } from '../syntax.ts';
import type { Unit } from './unit.ts';

/** Whether `node` is code of a component's markup. */
export function isInTemplate(node: ts.Node, { component }: Unit): boolean {
  return component !== undefined && node.pos >= component.templateStart;
}

/**
 * Whether the variable that an expression starts with may be one that the markup declares itself: a loop's, a slot's.
 */
export function startsWithLocal(expression: ts.Expression, { component }: Unit): boolean {
  let node = unwrap(expression);
  for (;;) {
    const object = accessOf(node)?.object ?? (ts.isCallExpression(node) ? node.expression : undefined);
    if (object === undefined) return ts.isIdentifier(node) && component?.locals.has(node.text) === true;
    node = unwrap(object);
  }
}
