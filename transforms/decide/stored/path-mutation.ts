import { ts } from 'ts-morph';
import { isReactive, onlyReadsArguments } from '../../recognise/source/readers.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';
import { originalPath, pathOf, type Path } from '../values/property-paths.ts';

/** Whether a call leaves what it is given as it is. */
export function isReader(call: ts.CallExpression, context: Context): boolean {
  return (
    onlyReadsArguments(call, context.unit) ||
    isReactive(call, context.unit) ||
    context.tracer.valueOf(unwrap(call.expression), context.unit).kind === 'sdk'
  );
}

/**
 * Whether a call may change what a property path gives: it is made on an object on the way there, or gets one as an
 * argument.
 */
export function touches(call: ts.CallExpression | ts.NewExpression, path: Path, context: Context): boolean {
  const { root, names } = originalPath(path, context.unit);
  /** Whether `expression` is on the path, at least `distance` names before its end. */
  const isOnTheWay = (expression: ts.Expression, distance: number): boolean => {
    const own = pathOf(expression, context.unit);
    const start = own === undefined ? undefined : originalPath(own, context.unit);
    return (
      start?.root === root &&
      start.names.length + distance <= names.length &&
      start.names.every((name, index) => name === names[index])
    );
  };
  const holds = (expression: ts.Expression): boolean => {
    const node = unwrap(expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(holds);
    if (ts.isConditionalExpression(node)) return holds(node.whenTrue) || holds(node.whenFalse);
    if (ts.isBinaryExpression(node)) return holds(node.left) || holds(node.right);
    return ts.isObjectLiteralExpression(node) ? node.properties.some(holdsIn) : isOnTheWay(node, 1);
  };
  const holdsIn = (property: ts.ObjectLiteralElementLike): boolean => {
    if (ts.isPropertyAssignment(property)) return holds(property.initializer);
    if (ts.isShorthandPropertyAssignment(property)) return isOnTheWay(property.name, 1);
    // A copy shares what is inside.
    return ts.isSpreadAssignment(property) && isOnTheWay(property.expression, 2);
  };
  if (ts.isCallExpression(call) && isReader(call, context)) return false;
  const object = accessOf(unwrap(call.expression))?.object;
  return (object !== undefined && isOnTheWay(object, 1)) || (call.arguments ?? []).some(holds);
}
