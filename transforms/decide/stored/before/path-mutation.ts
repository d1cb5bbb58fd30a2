import type { ts } from 'ts-morph';
import { whatRunsBefore, type Sending } from './happens-before.ts';
import { mentionsFrom, originalPath, type Path } from '../../../values/paths/property-paths.ts';
import { usageAtMost, usageOf } from '../../../values/usage/usage.ts';
import type { Unit } from '../../../language/unit.ts';

/** Whether something that runs before a request may change what a property path gives. */
export function isTouchedBefore(path: Path, site: Sending, unit: Unit): boolean {
  return isTouched(path, whatRunsBefore(site, unit).has, site.params, unit);
}

/**
 * Whether something that runs before may change what a property path gives: it gets hold of an object on the way there.
 * Assignments to properties by their names aren't looked for.
 *
 * @param runs whether a node runs before
 * @param sent the params of the call, which are serialised and no more
 */
export function isTouched(path: Path, runs: (node: ts.Node) => boolean, sent: ts.Node, unit: Unit): boolean {
  if (path.names.length === 0) return false;
  const { root, names } = originalPath(path, unit);
  const isOnTheWay = (object: Path): boolean =>
    object.names.length < names.length && object.names.every((name, index) => name === names[index]);
  const late = { keys: new Set<string>(), isLate: (mention: ts.Expression): boolean => !runs(mention) };
  return mentionsFrom(root, unit).some(
    ({ node, path: object }) =>
      isOnTheWay(object) &&
      usageAtMost(node, unit) !== 'read' &&
      runs(node) &&
      usageOf(node, sent, unit, late) !== 'read',
  );
}
