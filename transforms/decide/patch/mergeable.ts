import { ts } from 'ts-morph';
import { spreadBranchesOf } from '../../flow/branches.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { spanOf } from '../../recognise/sdk/by-type.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { listedBy } from '../../language/written-type.ts';
import { isUndefinedLiteral, nameText, unwrap, valueOfMember } from '../../syntax.ts';
import type { Change } from '../decision/change.ts';
import { castOfRest, isHeldToSpread, isHeldToType } from './annotated-type.ts';
import { literalIn, type Site } from './held-literal.ts';
import { insteadOfUndefined } from './instead-of-undefined.ts';
import {
  ARRAY,
  kindsNamed,
  NOTHING,
  NULL,
  NULLISH,
  OBJECT,
  UNDEFINED,
  UNKNOWN,
  within,
} from '../../values/kinds/kinds.ts';
import { kindsOfType } from '../../values/kinds/written-types.ts';
import { literalInSight } from '../../values/kinds/literal-in-sight.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import { keyOf, textOfKeys, type Key } from '../../values/paths/property-paths.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether an element of an object stores the same when it is merged as when the whole object is replaced by the stored
 * one plus the element.
 *
 * - `yes`: it does, given the changes.
 * - `unknown`: it does unless a value, at `nodes`, turns out to be an object, null or undefined.
 * - `no`: it doesn't, because of `node`.
 */
export type Mergeable =
  | { readonly kind: 'yes'; readonly changes: readonly Change[] }
  | { readonly kind: 'unknown'; readonly changes: readonly Change[]; readonly nodes: readonly ts.Node[] }
  | { readonly kind: 'no'; readonly node: ts.Node; readonly why: NotMergeable };

/** A null; an object; something that is spread, whose type shows a part that may be one of these or undefined; others. */
export type NotMergeable = 'null' | 'object' | 'part' | 'other';

/** What a spread reads of the stored value. */
export interface StoredTest {
  /** Whether it is the current value at a path below the field, as in `key: { ...<the value at key>, … }`. */
  readonly isAt: (spread: ts.Expression, path: readonly Key[]) => boolean;
  /** Whether it is some subject's metadata, or a part of it. */
  readonly isAny: (spread: ts.Expression) => boolean;
}

/** Where an element is put: at a path below a field. */
export interface Place {
  readonly path: readonly Key[];
  readonly stored: StoredTest;
  readonly unit: Unit;
  /** What sends it, whose objects may be changed where they are made; undefined where they are left as they are. */
  readonly site: Site | undefined;
}

const YES: Mergeable = { kind: 'yes', changes: [] };

export function allMergeable(parts: readonly Mergeable[]): Mergeable {
  const refusal = parts.find((part) => part.kind === 'no');
  if (refusal !== undefined) return refusal;
  const changes = parts.flatMap((part) => (part.kind === 'no' ? [] : part.changes));
  const nodes = [...new Set(parts.flatMap((part) => (part.kind === 'unknown' ? part.nodes : [])))];
  return nodes.length === 0 ? { kind: 'yes', changes } : { kind: 'unknown', changes, nodes };
}

/** The elements behind the spread that makes an object a patch. */
export function elementsMergeable(elements: readonly ts.ObjectLiteralElementLike[], place: Place): Mergeable {
  return allMergeable(elements.map((element) => elementMergeable(element, place)));
}

function elementMergeable(element: ts.ObjectLiteralElementLike, place: Place): Mergeable {
  if (ts.isSpreadAssignment(element))
    return allMergeable(spreadBranchesOf(element.expression).map((branch) => branchMergeable(branch, element, place)));
  const name = nameText(element.name);
  const written = valueOfMember(element);
  if (written === undefined || name === '__proto__') return { kind: 'no', node: element, why: 'other' };
  const value = unwrap(written);
  const key = keyOf(element.name, place.unit);
  if (ts.isObjectLiteralExpression(value)) return nestedMergeable(value, key, place);
  const held = heldMergeable(value, key, place);
  return held.kind === 'no' ? valueMergeable(written, place.unit) : held;
}

/** What a value needs to be merged under a key of its own. */
export function valueMergeable(value: ts.Expression, unit: Unit): Mergeable {
  if (isUndefinedLiteral(unwrap(value)) && !ts.isShorthandPropertyAssignment(value.parent))
    return { kind: 'yes', changes: [{ kind: 'undefined-to', node: value, other: 'null' }] };
  // TypeScript refuses `void log() ?? null`.
  if (ts.isVoidExpression(unwrap(value))) return { kind: 'no', node: value, why: 'other' };
  const kinds = kindsOf(value, unit);
  if ((kinds & OBJECT) !== 0) return { kind: 'no', node: value, why: 'object' };
  if ((kinds & NULL) !== 0) return { kind: 'no', node: value, why: 'null' };
  const changes = (kinds & UNDEFINED) === 0 ? [] : insteadOfUndefined(value, 'null', unit);
  return (kinds & UNKNOWN) === 0 ? { kind: 'yes', changes } : { kind: 'unknown', changes, nodes: [value] };
}

/** `key: { … }` merges the same only where it is itself a patch of the stored value at `key`. */
function nestedMergeable(value: ts.ObjectLiteralExpression, key: Key | undefined, place: Place): Mergeable {
  const [first, ...rest] = value.properties;
  const path = key === undefined ? undefined : [...place.path, key];
  const isPatch =
    path !== undefined &&
    first !== undefined &&
    ts.isSpreadAssignment(first) &&
    place.stored.isAt(first.expression, path) &&
    // To merge onto a list is to begin anew.
    (kindsOf(first.expression, place.unit) & ARRAY) === 0;
  if (!isPatch) return { kind: 'no', node: value, why: 'object' };
  return allMergeable([
    { kind: 'yes', changes: changesOfRest(first, rest, place.unit) },
    elementsMergeable(rest, { ...place, path }),
  ]);
}

/** The same where `{ … }` is in a variable that is there for this call alone. */
function heldMergeable(value: ts.Expression, key: Key | undefined, place: Place): Mergeable {
  const { site, unit } = place;
  const literal = site === undefined ? undefined : literalIn(value, site, unit);
  const isFree = literal !== undefined && !isHeldToSpread(literal, unit);
  const inner: Mergeable = isFree ? nestedMergeable(literal, key, place) : { kind: 'no', node: value, why: 'object' };
  // Without what it spreads it is of its type, but not with a null for certain.
  return inner.kind !== 'no' && inner.changes.length > 1 && isFree && isHeldToType(literal, unit)
    ? { kind: 'no', node: value, why: 'object' }
    : inner;
}

/** What goes with the spread that makes a literal a patch: that itself, and a cast that would no longer compile. */
export function changesOfRest(
  spread: ts.SpreadAssignment,
  rest: readonly ts.ObjectLiteralElementLike[],
  unit: Unit,
): readonly Change[] {
  const removal: Change = { kind: 'remove-element', node: spread };
  const cast = castOfRest(spread.parent, rest, unit);
  return cast === undefined ? [removal] : [{ kind: 'replace-by', node: cast, by: cast.expression }, removal];
}

/** One of the values that an element may spread. */
function branchMergeable(node: ts.Expression, element: ts.SpreadAssignment, place: Place): Mergeable {
  const { stored, unit } = place;
  if (stored.isAny(node)) return { kind: 'no', node: element, why: 'other' };
  if (ts.isObjectLiteralExpression(node)) return elementsMergeable(node.properties, place);
  if (within(kindsOf(node, unit), NULLISH)) return YES;
  const literal = literalInSight(node, unit);
  if (literal === undefined) return typedSpreadMergeable(node, unit);
  return literal.unit === unit
    ? literalMergeable(literal.node, element, place)
    : mergeableElsewhere(literal.node, element, literal.unit);
}

/** In another file nothing is changed, and nothing reads the stored value that the call is about. */
function mergeableElsewhere(literal: ts.ObjectLiteralExpression, element: ts.SpreadAssignment, unit: Unit): Mergeable {
  const stored: StoredTest = { isAt: () => false, isAny: () => true };
  const inner = elementsMergeable(literal.properties, { path: [], stored, unit, site: undefined });
  if (inner.kind === 'no' || inner.changes.length > 0) return { kind: 'no', node: element, why: 'other' };
  return inner.kind === 'yes' ? YES : { kind: 'unknown', changes: [], nodes: [element.expression] };
}

const evaluatorOf = createEvaluators<Mergeable | undefined>({
  none: undefined,
  unknown: undefined,
  same: (a, b) => a?.kind === b?.kind,
});

/** A `const` object is spread as it is: what would have to be changed inside it stays, so then it can't be merged. */
function literalMergeable(literal: ts.ObjectLiteralExpression, element: ts.SpreadAssignment, place: Place): Mergeable {
  const { path, stored } = place;
  const inner = evaluatorOf(stored).once(literal, textOfKeys(path), () => elementsMergeable(literal.properties, place));
  // What is only spread into itself is nothing that could be merged.
  if (inner === undefined) return { kind: 'no', node: element, why: 'other' };
  return inner.kind === 'yes' && inner.changes.length > 0 ? { kind: 'no', node: element, why: 'other' } : inner;
}

/** Types are open: an object may hold more than its type lists. But what the type does list can rule a merge out. */
function typedSpreadMergeable(node: ts.Expression, unit: Unit): Mergeable {
  const type = writtenTypeOf(node, unit);
  const listed = type === undefined ? undefined : listedBy(type.node, type.unit);
  const offending = listed?.members.find((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return true;
    return member.questionToken !== undefined || (kindsOfType(member.type, listed.unit) & (NULLISH | OBJECT)) !== 0;
  });
  if (offending !== undefined || (listed === undefined && hasTypedOffender(node, unit)))
    return { kind: 'no', node, why: 'part' };
  return { kind: 'unknown', changes: [], nodes: [node] };
}

function hasTypedOffender(node: ts.Expression, unit: Unit): boolean {
  const shape = unit.types?.propertiesAt(spanOf(node, unit));
  return (
    shape?.properties.some(
      ({ isOptional, kinds }) => isOptional || ((kindsNamed(kinds) ?? NOTHING) & (NULLISH | OBJECT)) !== 0,
    ) === true
  );
}
