import { ts } from 'ts-morph';
import { memberOf } from '../flow/members.ts';
import { isObjectAssign } from '../language/is-global.ts';
import type { Unit } from '../language/unit.ts';
import { memberOfWritten, writtenTypeOf } from '../language/written-type.ts';
import { accessOf, callsIn, unwrap } from '../syntax.ts';
import type { Asking } from './asking.ts';
import { NOTHING, UNKNOWN, type Kinds } from './kinds.ts';
import { originalPath, pathOf, type Path } from './property-paths.ts';
import { isUntyped } from './untyped.ts';
import { kindsOfWritten } from './written-types.ts';
import { memoize } from '../memoize.ts';

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
export function kindsPastType(node: ts.Expression, asking: Asking): Kinds {
  const { unit } = asking;
  const name = accessOf(node)?.name;
  const path = pathOf(node, unit);
  if (name === undefined) return NOTHING;
  const isAssignedAny = unit.scope.propertyWrites(name).some((target) => mayAssignAny(target, asking));
  const merged = path === undefined ? [] : sourcesMergedInto(originalPath(path, unit), unit);
  return merged.reduce((kinds, source) => kinds | kindsMerged(source, name, asking), isAssignedAny ? UNKNOWN : NOTHING);
}

/** What a pattern or the head of a loop assigns is of no type in sight. */
function mayAssignAny({ parent }: ts.Expression, { unit }: Asking): boolean {
  if (ts.isBinaryExpression(parent)) return isUntyped(parent.right, unit);
  return !ts.isDeleteExpression(parent) && !ts.isPrefixUnaryExpression(parent) && !ts.isPostfixUnaryExpression(parent);
}

/** What `source` gives the property `name` of an object that it is merged into. */
function kindsMerged(source: ts.Expression, name: string, { unit, ask }: Asking): Kinds {
  const node = unwrap(source);
  if (ts.isObjectLiteralExpression(node)) {
    const given = memberOf(node, name);
    return given.kind === 'value' ? ask(given.of) : given.kind === 'none' ? NOTHING : UNKNOWN;
  }
  const written = writtenTypeOf(source, unit);
  const member = written === undefined ? undefined : memberOfWritten(written, name, unit);
  return member === undefined ? UNKNOWN : kindsOfWritten(member, unit);
}

interface Merge {
  readonly target: Path;
  readonly sources: readonly ts.Expression[];
}

/** What `Object.assign` puts onto the object that has the last property of a path. */
function sourcesMergedInto({ root, names }: Path, unit: Unit): readonly ts.Expression[] {
  const isOwner = ({ target }: Merge): boolean =>
    target.root === root &&
    target.names.length === names.length - 1 &&
    target.names.every((name, index) => name === names[index]);
  return mergesIn(unit)
    .filter(isOwner)
    .flatMap(({ sources }) => sources);
}

const mergesIn = memoize(
  (unit: Unit): readonly Merge[] =>
    callsIn(unit.source).flatMap((call): readonly Merge[] => {
      const [first, ...sources] = call.arguments;
      const target = first === undefined || !isObjectAssign(call, unit) ? undefined : pathOf(first, unit);
      return target === undefined ? [] : [{ target: originalPath(target, unit), sources }];
    }),
  ({ source }) => source,
);
