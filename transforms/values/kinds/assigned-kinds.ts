import { ts } from 'ts-morph';
import { isObjectAssign } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, propertyTaken } from '../../syntax.ts';
import { callsIn } from '../../tree.ts';
import type { Asking } from './asking.ts';
import { NOTHING, UNKNOWN, type Kinds } from './kinds.ts';
import { originalPath, pathOf, pathTaken, samePath, type Path } from '../paths/property-paths.ts';
import { isUntyped } from './untyped.ts';
import { memoize } from '../../memoize.ts';

/** What is assigned to properties called `name`, whatever they belong to. */
export function kindsAssigned(name: string, { unit, ask }: Asking): Kinds {
  return unit.scope.propertyWrites(name).reduce((kinds, target) => {
    const { parent } = target;
    if (ts.isDeleteExpression(parent)) return kinds;
    return kinds | (ts.isBinaryExpression(parent) && parent.left === target ? ask(parent.right) : UNKNOWN);
  }, NOTHING);
}

/**
 * What gets into a property past its written type: nobody holds `any` to that, and `Object.assign` doesn't look at it.
 */
export function kindsPastType(node: ts.Expression | ts.BindingElement, asking: Asking): Kinds {
  const { unit } = asking;
  const [name, path] = ts.isBindingElement(node)
    ? [propertyTaken(node), pathTaken(node, unit)]
    : [accessOf(node)?.name, pathOf(node, unit)];
  if (name === undefined) return NOTHING;
  const isAssignedAny = unit.scope.propertyWrites(name).some((target) => mayAssignAny(target, asking));
  const isMerged = path !== undefined && isMergedInto(originalPath(path, unit), unit);
  return isAssignedAny || isMerged ? UNKNOWN : NOTHING;
}

/** What a pattern or the head of a loop assigns is of no type in sight. */
function mayAssignAny({ parent }: ts.Expression, { unit }: Asking): boolean {
  if (ts.isBinaryExpression(parent)) return isUntyped(parent.right, unit);
  return !ts.isDeleteExpression(parent) && !ts.isPrefixUnaryExpression(parent) && !ts.isPostfixUnaryExpression(parent);
}

/** Whether `Object.assign` puts something onto the object that has the last property of a path. */
function isMergedInto({ root, names }: Path, unit: Unit): boolean {
  return targetsMergedInto(unit).some((target) => samePath(target, { root, names: names.slice(0, -1) }));
}

const targetsMergedInto = memoize(
  (unit: Unit): readonly Path[] =>
    callsIn(unit.source).flatMap((call) => {
      const [first] = call.arguments;
      const target = first === undefined || !isObjectAssign(call, unit) ? undefined : pathOf(first, unit);
      return target === undefined ? [] : [originalPath(target, unit)];
    }),
  ({ source }) => source,
);
