import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { spreadBranchesOf } from '../../flow/branches.ts';
import { stepInto } from '../../flow/origins.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { isEmptyObject, isUndefinedLiteral, unwrap } from '../../syntax.ts';
import { takesCastOff, type Change } from '../decision/change.ts';
import type { Cause } from '../decision/decision.ts';
import { wouldLoseComment } from '../decision/comments.ts';
import { isDeclaredWithoutNull, isHeldToSpread, isHeldToType, refusesNull } from './annotated-type.ts';
import { ANY_KEYS, demandsKeys, typeOfAnyKeys } from './declared-metadata.ts';
import { fitDeclared } from './fit-declared.ts';
import {
  allMergeable,
  elementsMergeable,
  changesOfRest,
  valueMergeable,
  type Mergeable,
  type NotMergeable,
  type Place,
  type StoredTest,
} from './mergeable.ts';
import { keysLeftOut, readRemoval } from './removal.ts';
import { repeatableLiteral } from './repeatable-literal.ts';
import { writesOnlyKeys } from './covered-write.ts';
import type { Sent } from '../stored/changes/stored-value-mutations.ts';
import type { Sending } from '../stored/before/happens-before.ts';
import { readStored } from '../stored/fetch/stored-read.ts';
import { isOnlyRead, isStoredValue } from '../stored/stored-value.ts';
import type { Unit } from '../../language/unit.ts';
import { sameKeys } from '../../values/paths/property-paths.ts';
import { keysSetBy, objectOfSingleUse, type Held, type Site } from './held-literal.ts';

/** What is stored, and behind it only what merges to the same. */
export interface Patch {
  readonly kind: 'patch';
  readonly merge: Exclude<Mergeable, { kind: 'no' }>;
  /** Whether nothing is left but the spread. */
  readonly isEmpty: boolean;
  /** Why what is spread may not be what is stored: code that can't be seen may change it. */
  readonly doubts: readonly Cause[];
}

/** What keeps a value from being a patch, or the patch that it is. */
export type PatchForm =
  | Patch
  /** It spreads the stored value first, but something behind it doesn't merge. */
  | {
      readonly kind: 'unmergeable';
      readonly node: ts.Node;
      readonly why: NotMergeable;
      /** What can be done beside it; undefined where it can't be told apart. */ readonly apart: Apart | undefined;
    }
  /** It removes keys, or may, by a null that the type of what is sent doesn't take; `patch` is what is left. */
  | { readonly kind: 'null-refused'; readonly patch: Patch; readonly refused: readonly Change[] }
  | { readonly kind: 'none' };

const NONE: PatchForm = { kind: 'none' };

/** A patch some of whose properties don't merge: objects and nulls that take the place of something else. */
export interface Apart {
  readonly changes: readonly Change[];
  /** Values that may be objects, null or undefined. */
  readonly unknown: readonly ts.Node[];
  readonly offending: readonly { readonly node: ts.Node; readonly why: 'null' | 'object' }[];
}

/**
 * Reads the value of a metadata field as a patch: the stored value of the same field of the same subject first, and
 * behind it only what merges to the same. docs/semantics.md, "Patch form, exactly".
 *
 * @param acceptsDoubts whether a value that code out of sight may change counts as the stored one, with that as a doubt
 */
export function readPatchForm(
  value: ts.Expression,
  field: MetadataField,
  site: UpdateCall,
  unit: Unit,
  acceptsDoubts = false,
): PatchForm {
  const doubts = new Map<ts.Node, Cause>();
  const keys = keysSetBy(value, site, unit) ?? new Set();
  const isPatch = (written: ts.Expression, at: UpdateCall): boolean => {
    const form = readPatchForm(written, field, at, unit);
    return form.kind === 'patch' && nullsIn(form.merge.changes).every(({ kind }) => kind === 'undefined-to');
  };
  const sent: Sent = { keys, covers: (write) => writesOnlyKeys(write, { field, keys, by: site.call, isPatch }, unit) };
  const stored: StoredTest = {
    isAt(spread, path) {
      const read = readStored(spread, unit);
      if (read === undefined || !sameKeys(read.path, path) || !isOnlyRead(spread, unit)) return false;
      const is = isStoredValue(read, field, site, unit, sent);
      if (typeof is === 'string') return is === 'yes';
      if (acceptsDoubts) doubts.set(is.perhaps, { code: 'stored-may-change', node: is.perhaps });
      return acceptsDoubts;
    },
    isAny: (spread) => readStored(spread, unit) !== undefined,
  };
  const form = readPatchOf(value, { path: [], stored, site, sending: site, unit });
  const typed = { field, surface: site.surface };
  if (form.kind !== 'patch') return form.kind === 'unmergeable' && demandsKeys(typed, unit) ? NONE : form;
  const changes = form.merge.changes.map((change): Change => {
    if (change.kind === 'let-any-key') return { ...change, type: typeOfAnyKeys(typed, unit) };
    // The browser's method demands its field.
    const isField = change.kind === 'undefined-to' && change.other === 'undefined' && site.surface === 'frontend';
    return isField ? { ...change, other: '{}' } : change;
  });
  const fit = fitDeclared(value, changes, keys, typed, unit);
  const nulls = [...nullsIn(changes).filter(({ node }) => refusesNull(node, unit)), ...fit.refused];
  if (!fit.fits || nulls.some((change) => !changes.includes(change))) return NONE;
  const left = changes.filter((change) => !nulls.includes(change));
  const patch: Patch = { ...form, merge: { ...form.merge, changes: left }, doubts: [...doubts.values()] };
  return nulls.length === 0 ? patch : { kind: 'null-refused', patch, refused: nulls };
}

/** The changes that put a null where there was none. */
function nullsIn(changes: readonly Change[]): readonly Change[] {
  return changes.flatMap((change) => {
    if (change.kind === 'repeat') return nullsIn(change.changes);
    return change.kind === 'nulls' ||
      change.kind === 'delete-to-null' ||
      (change.kind === 'undefined-to' && change.other === 'null')
      ? [change]
      : [];
  });
}

/** Reads a value as a patch of what `stored` says is the stored one. */
export function readPatchOf(value: ts.Expression, patching: Patching): PatchForm {
  const form = readForm(value, patching);
  return form.kind === 'patch' && form.merge.changes.some(wouldLoseComment) ? NONE : form;
}

/** What a value is read as a patch of, and who sends it. */
interface Patching extends Place {
  readonly site: Site;
  /** The call of the SDK that sends it, if one does. */
  readonly sending?: Sending;
}

function readForm(value: ts.Expression, patching: Patching): PatchForm {
  const { stored, site, unit } = patching;
  const node = unwrap(value);
  if (isHeldToSpread(node, unit)) return NONE;
  const removal = readRemoval(node, site, unit);
  if (removal !== undefined && stored.isAt(removal.source, [])) {
    const changes: Change[] = [{ kind: 'nulls', node: value, keys: removal.keys }, ...removal.changes];
    return { kind: 'patch', merge: { kind: 'yes', changes }, isEmpty: false, doubts: [] };
  }
  const origin = stepInto(node);
  switch (origin.kind) {
    case 'object':
      return readLiteral(origin.literal, patching);
    case 'result':
      return readAssign(origin.call, patching);
    case 'choice':
      return readChoice(origin.of, patching);
    case 'name': {
      const held = objectOfSingleUse(origin.name, site, unit);
      if (held === undefined) return readRepeated(origin.name, patching);
      if (isHeldToSpread(held.value, unit)) return NONE;
      const { value: object } = held;
      const form = ts.isObjectLiteralExpression(object)
        ? readLiteral(object, patching)
        : readChoice([object.whenTrue, object.whenFalse], patching);
      return form.kind === 'patch' ? withAssigned(form, held, unit) : form;
    }
    default:
      return NONE;
  }
}

/**
 * `c ? { … } : undefined`, which sends nothing where it is undefined, `c ? { … } : { … }`, and `c ? { … } : <stored>`,
 * which leaves what is stored as it is.
 */
function readChoice(branches: readonly ts.Expression[], patching: Patching): PatchForm {
  const sent = branches.filter((branch) => !isUndefinedLiteral(unwrap(branch)));
  const kept = sent.filter((branch) => patching.stored.isAt(branch, []));
  const forms = sent.filter((branch) => !kept.includes(branch)).map((branch) => readForm(branch, patching));
  const patches = forms.filter((form) => form.kind === 'patch');
  const nothing = kept.map((node): Change => ({ kind: 'undefined-to', node, other: 'undefined' }));
  const merge = allMergeable([...patches.map((form) => form.merge), { kind: 'yes', changes: nothing }]);
  return patches.length === 0 || patches.length < forms.length || merge.kind === 'no'
    ? NONE
    : { kind: 'patch', merge, isEmpty: patches.some(({ isEmpty }) => isEmpty), doubts: [] };
}

/** A patch that is there for others, too: it stays, and the call says once more what it adds to the stored value. */
function readRepeated(name: ts.Identifier, patching: Patching): PatchForm {
  const { sending, unit } = patching;
  const literal = sending === undefined ? undefined : repeatableLiteral(name, sending, unit);
  if (literal === undefined) return NONE;
  const form = readLiteral(literal, patching);
  if (form.kind !== 'patch' || form.isEmpty) return NONE;
  const [spread, ...elements] = literal.properties;
  const changes = form.merge.changes.filter((change) => change.node !== spread && !takesCastOff(change));
  const isWithin = changes.every(({ kind }) => kind === 'or-else' || kind === 'undefined-to');
  return isWithin
    ? { ...form, merge: { ...form.merge, changes: [{ kind: 'repeat', node: name, elements, changes }] } }
    : NONE;
}

/** A patch with what is assigned to its keys before it is sent. */
function withAssigned(form: Patch, held: Held, unit: Unit): PatchForm {
  const { assignments, deletes, untyped, declaration } = held;
  if (assignments.length === 0 && deletes.length === 0) return form;
  // Keys are assigned by the type that the cast gives.
  if (form.merge.changes.some(takesCastOff)) return NONE;
  const typed: Change[] = untyped === undefined ? [] : [{ kind: 'let-any-key', node: untyped, type: ANY_KEYS }];
  const removed = deletes.map((node): Change => ({ kind: 'delete-to-null', node }));
  const assigned = allMergeable([
    ...assignments.map(({ right }) => valueMergeable(right, unit)),
    { kind: 'yes', changes: [...typed, ...removed] },
  ]);
  const merge = allMergeable([form.merge, assigned]);
  if (merge.kind === 'no' || assigned.kind === 'no') return NONE;
  return putsNull(assigned.changes) && isDeclaredWithoutNull(declaration, unit)
    ? NONE
    : { ...form, merge, isEmpty: false };
}

/** Whether more goes than a spread, so that what a type says of what is left may no longer hold. */
function changesTyped(changes: readonly Change[], spread: ts.SpreadAssignment): boolean {
  return putsNull(changes) || changes.some(({ kind, node }) => kind === 'remove-element' && node !== spread);
}

/** Whether one of some changes puts a null where there was none, or may. */
function putsNull(changes: readonly Change[]): boolean {
  return nullsIn(changes).length > 0 || changes.some((change) => change.kind === 'or-else' && change.other === 'null');
}

function readLiteral(literal: ts.ObjectLiteralExpression, patching: Patching): PatchForm {
  const { stored, site, unit } = patching;
  const [first, ...rest] = literal.properties;
  if (first === undefined || !ts.isSpreadAssignment(first)) return NONE;
  const elements = elementsMergeable(rest, patching);
  if (stored.isAt(first.expression, [])) {
    const form = patch(changesOfRest(first, rest, unit), elements, rest.length === 0);
    if (form.kind === 'patch' && changesTyped(form.merge.changes, first) && isHeldToType(literal, unit)) return NONE;
    return form.kind === 'unmergeable' ? { ...form, apart: readApart(first, rest, patching) } : form;
  }
  const removal = readRemoval(first.expression, site, unit);
  if (removal === undefined || !stored.isAt(removal.source, [])) return NONE;
  if (isHeldToType(literal, unit)) return NONE;
  const keys = keysLeftOut(removal, rest);
  const changes: readonly Change[] =
    keys.length === 0 ? changesOfRest(first, rest, unit) : [{ kind: 'nulls', node: first, keys }];
  return patch([...changes, ...removal.changes], elements, false);
}

/**
 * The properties behind the stored value one by one; undefined where one of those that don't merge is no plain
 * property.
 */
function readApart(
  spread: ts.SpreadAssignment,
  rest: readonly ts.ObjectLiteralElementLike[],
  patching: Patching,
): Apart | undefined {
  const changes: Change[] = [...changesOfRest(spread, rest, patching.unit)];
  const unknown: ts.Node[] = [];
  const offending: { readonly node: ts.Node; readonly why: 'null' | 'object' }[] = [];
  for (const element of rest.flatMap((one) => partsOf(one, patching))) {
    const merge = elementsMergeable([element], patching);
    if (merge.kind === 'no') {
      if (merge.why === 'part') {
        unknown.push(merge.node);
        continue;
      }
      if (merge.why === 'other' || ts.isSpreadAssignment(element)) return undefined;
      offending.push({ node: merge.node, why: merge.why });
      continue;
    }
    changes.push(...merge.changes);
    if (merge.kind === 'unknown') unknown.push(...merge.nodes);
  }
  return changes.some(wouldLoseComment) ? undefined : { changes, unknown, offending };
}

/** An element; of a spread of literals that doesn't merge as a whole, what these hold. */
function partsOf(element: ts.ObjectLiteralElementLike, patching: Patching): readonly ts.ObjectLiteralElementLike[] {
  const literals = ts.isSpreadAssignment(element) ? spreadBranchesOf(element.expression) : [];
  return literals.length > 0 &&
    literals.every(ts.isObjectLiteralExpression) &&
    elementsMergeable([element], patching).kind === 'no'
    ? literals.flatMap(({ properties }) => properties.flatMap((one) => partsOf(one, patching)))
    : [element];
}

function patch(changes: readonly Change[], rest: Mergeable, isEmpty: boolean): PatchForm {
  const merge = allMergeable([{ kind: 'yes', changes }, rest]);
  return merge.kind === 'no'
    ? { kind: 'unmergeable', node: merge.node, why: merge.why, apart: undefined }
    : { kind: 'patch', merge, isEmpty, doubts: [] };
}

/**
 * `Object.assign({}, <stored>, { … }, …)`, and the same with the stored value in a literal: `Object.assign({
 * ...<stored> }, …)`.
 */
function readAssign(call: ts.CallExpression, patching: Patching): PatchForm {
  const { stored, unit } = patching;
  const [target, base, ...sources] = call.arguments;
  if (
    !isObjectAssign(call, unit) ||
    target === undefined ||
    base === undefined ||
    !isEmptyObject(unwrap(target)) ||
    !stored.isAt(base, [])
  )
    return NONE;
  const literals = sources.map(unwrap);
  if (!literals.every(ts.isObjectLiteralExpression)) return NONE;
  const rest = allMergeable(literals.map((literal) => elementsMergeable(literal.properties, patching)));
  const [only, ...others] = sources;
  const removal: Change =
    only !== undefined && others.length === 0
      ? { kind: 'replace-by', node: call, by: only }
      : { kind: 'remove-argument', node: base };
  return patch([removal], rest, sources.length === 0);
}
