import { ts } from 'ts-morph';
import type { Code } from '../../effects/place.ts';
import { COMPUTED } from '../../language/scope.ts';
import type { SdkValue } from '../../recognise/sdk/value.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { unwrap } from '../../syntax.ts';
import { containerOf, contains } from '../../tree.ts';
import { isAssignedOutside, pathOf, samePath, type Path } from '../../values/paths/property-paths.ts';
import { isBetween, runBetween } from './changes/intervening-writes.ts';
import { isTouched } from './before/path-mutation.ts';
import type { Fetch } from './fetch/provenance.ts';
import { spanOf } from './changes/region.ts';
import { idOfFetch } from './fetch/subject.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether a subject was fetched by the very words by which the call names it, and these name the same at both places:
 * nothing in between assigns to the variable or to a property of that name, or gets hold of the object that it is read
 * from. What was before doesn't matter.
 */
export function isFetchedBySameId(subject: SdkValue, fetched: Fetch, site: UpdateCall, unit: Unit): boolean {
  const read = idOfFetch(subject, unit);
  const [from, to] = [read, site.id].map((id) => (id === undefined ? undefined : pathOf(id, unit)));
  if (from === undefined || to === undefined || !samePath(from, to)) return false;
  return containerOf(subject.origin) === containerOf(site.call) && isSteadyBetween(from, fetched, site, unit);
}

/**
 * Whether two mentions of a list's element, `list[0]`, are the same: nothing in between changes the list. What becomes
 * of the element itself doesn't matter.
 */
export function isSameElement(a: ts.Node, b: ts.Node, fetched: Fetch, site: UpdateCall, unit: Unit): boolean {
  const [first, second] = [elementPathOf(a, unit), elementPathOf(b, unit)];
  return (
    first !== undefined &&
    second !== undefined &&
    samePath(first, second) &&
    isSteadyBetween(first, fetched, site, unit)
  );
}

/** The path to an element by its index, which is the last of the names. */
function elementPathOf(node: ts.Node, unit: Unit): Path | undefined {
  if (!ts.isElementAccessExpression(node)) return undefined;
  const index = unwrap(node.argumentExpression);
  const list = ts.isNumericLiteral(index) ? pathOf(node.expression, unit) : undefined;
  return list === undefined || !ts.isNumericLiteral(index)
    ? undefined
    : { root: list.root, names: [...list.names, index.text] };
}

function writesProperty(name: string, { node, unit }: Code): boolean {
  return unit.scope.propertyWrites(name).some((write) => contains(node, write));
}

function isSteadyBetween({ root, names }: Path, fetched: Fetch, site: UpdateCall, unit: Unit): boolean {
  const span = spanOf(fetched, site);
  if (root === 'this' || root.isHoisted || span === undefined || names.some((name) => unit.scope.hasGetter(name)))
    return false;
  const { code } = runBetween(span, site, unit);
  const runs = (node: ts.Node): boolean =>
    (contains(span.home, node) && node !== span.home && isBetween(node, span, site)) ||
    code.some((one) => one.unit.source === unit.source && contains(one.node, node));
  // A function that assigns to a variable of the one around it may run at any time.
  const isVariableKept = root.writes.every(
    ({ target }) => containerOf(target) === containerOf(site.call) && !runs(target),
  );
  if (!isVariableKept || isAssignedOutside({ root, names }, unit)) return false;
  // What the object of a wider scope holds may be written by any function, while this one waits.
  const isShared = root.declaration === undefined || containerOf(root.declaration) !== containerOf(site.call);
  const isPropertyKept = [...names, ...(names.length > 0 ? [COMPUTED] : [])].every(
    (name) =>
      !unit.scope.propertyWrites(name).some((write) => isShared || runs(write)) &&
      !(isShared && code.some((one) => writesProperty(name, one))),
  );
  if (!isPropertyKept) return false;
  return !isTouched({ root, names }, runs, site.params, unit);
}
