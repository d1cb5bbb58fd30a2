import { ts } from 'ts-morph';
import { whatRunsBefore, type Sending } from './happens-before.ts';
import { mentionsFrom, originalPath, type Path } from '../../../values/paths/property-paths.ts';
import { usageAtMost, usageOf } from '../../../values/usage/usage.ts';
import { containerOf } from '../../../tree.ts';
import type { Unit } from '../../../language/unit.ts';

/** Whether something that runs before a request may change what a property path gives. */
export function isTouchedBefore(path: Path, site: Sending, unit: Unit): boolean {
  return isTouched(path, whatRunsBefore(site, unit).has, site.params, unit);
}

/**
 * Whether something that runs before may change what a property path gives: it gets hold of an object on the way there.
 * Assignments to properties by their names aren't looked for. What a module holds, any of its functions may change while
 * this one waits.
 *
 * @param runs whether a node runs before
 * @param sent the params of the call, which are serialised and no more
 */
export function isTouched(path: Path, runs: (node: ts.Node) => boolean, sent: ts.Node, unit: Unit): boolean {
  if (path.names.length === 0) return false;
  const { root, names } = originalPath(path, unit);
  const isOnTheWay = (object: Path): boolean =>
    object.names.length < names.length && object.names.every((name, index) => name === names[index]);
  const isOfModule =
    root !== 'this' && root.declaration !== undefined && ts.isSourceFile(containerOf(root.declaration));
  const isElsewhere = (container: ts.Node): boolean => ts.isFunctionLike(container) && container !== containerOf(sent);
  const mayRun = (node: ts.Node): boolean => (isOfModule && isElsewhere(containerOf(node))) || runs(node);
  const late = { keys: new Set<string>(), isLate: (mention: ts.Expression): boolean => !mayRun(mention) };
  return mentionsFrom(root, unit).some(
    ({ node, path: object }) =>
      isOnTheWay(object) &&
      usageAtMost(node, unit) !== 'read' &&
      mayRun(node) &&
      usageOf(node, sent, unit, late) !== 'read',
  );
}
