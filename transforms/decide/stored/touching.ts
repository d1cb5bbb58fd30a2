import { ts } from 'ts-morph';
import { isReactive, onlyReadsArguments } from '../../recognise/source/readers.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';
import { pathOf, type Path } from '../values/paths.ts';

/** Whether a call leaves what it is given as it is. */
export function isReader(call: ts.CallExpression, context: Context): boolean {
  return onlyReadsArguments(call, context.unit) || isReactive(call, context.unit) || context.tracer.valueOf(unwrap(call.expression), context.unit).kind === 'sdk';
}

/** Whether a call may change the object that a variable holds: it is made on that object, or gets it as an argument. */
export function touches(call: ts.CallExpression, root: Path['root'], context: Context): boolean {
  const isRoot = (expression: ts.Expression): boolean => {
    const path = pathOf(expression, context.unit);
    return path?.root === root && path.names.length === 0;
  };
  const holdsRoot = (expression: ts.Expression): boolean => {
    const node = unwrap(expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(holdsRoot);
    if (!ts.isObjectLiteralExpression(node)) return isRoot(node);
    return node.properties.some((property) => (ts.isPropertyAssignment(property) ? holdsRoot(property.initializer) : ts.isShorthandPropertyAssignment(property) && isRoot(property.name)));
  };
  if (isReader(call, context)) return false;
  const object = accessOf(unwrap(call.expression))?.object;
  return (object !== undefined && isRoot(object)) || call.arguments.some(holdsRoot);
}
