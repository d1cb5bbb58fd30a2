import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import type { UpdateCall } from '../../recognise/update-calls.ts';
import { isObjectAssign } from '../../recognise/source/is-global.ts';
import { isNeverReassigned } from '../../recognise/source/scope.ts';
import { containerOf, isEmptyObject, nameText, unwrap } from '../../syntax.ts';
import type { Change } from '../change.ts';
import { wouldLoseComment } from '../comments.ts';
import type { Context } from '../context.ts';
import { isHeldToType } from './annotated-type.ts';
import { allMergeable, elementsMergeable, type StoredTest, type Mergeable } from './mergeable.ts';
import { keysLeftOut, readRemoval } from './removal.ts';
import { writesOnlyKeys } from './covered-write.ts';
import type { Sent } from '../stored/stored-value-mutations.ts';
import { readStored } from '../stored/stored-read.ts';
import { isOnlyRead, isStoredValue } from '../stored/stored-value.ts';

/** What keeps a value from being a patch, or the patch that it is. */
export type PatchForm =
  | {
      readonly kind: 'patch';
      readonly merge: Exclude<Mergeable, { kind: 'no' }>;
      /** Whether anything is left but the spread. */ readonly isEmpty: boolean;
      /** Where code that can't be seen may change the stored value; empty where nothing does. */ readonly doubts: readonly ts.Node[];
    }
  /** It spreads the stored value first, but something behind it doesn't merge. */
  | {
      readonly kind: 'unmergeable';
      readonly node: ts.Node;
      readonly why: 'null' | 'object' | 'other';
      /** What can be done beside it; undefined where it can't be told apart. */ readonly apart: Apart | undefined;
    }
  | { readonly kind: 'none' };

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
  context: Context,
  acceptsDoubts = false,
): PatchForm {
  const doubts = new Set<ts.Node>();
  const keys = keysSetBy(value, site, context);
  const isPatch = (written: ts.Expression, at: UpdateCall): boolean => {
    const form = readPatchForm(written, field, at, context);
    return form.kind === 'patch' && !form.merge.changes.some(({ kind }) => kind === 'nulls');
  };
  const sent: Sent = { keys, covers: (write) => writesOnlyKeys(write, field, keys, isPatch, context) };
  const stored: StoredTest = {
    isAt(spread, path) {
      const read = readStored(spread, context);
      const isThere = read?.path.length === path.length && read.path.every((name, index) => name === path[index]);
      if (!isThere || !isOnlyRead(spread, context)) return false;
      const is = isStoredValue(read, field, site, context, sent);
      if (typeof is === 'string') return is === 'yes';
      if (acceptsDoubts) doubts.add(is.perhaps);
      return acceptsDoubts;
    },
    isAny: (spread) => readStored(spread, context) !== undefined,
  };
  const form = readPatchOf(value, stored, site, context);
  return form.kind === 'patch' ? { ...form, doubts: [...doubts] } : form;
}

/** Reads a value as a patch of what `stored` says is the stored one. */
export function readPatchOf(value: ts.Expression, stored: StoredTest, site: Site, context: Context): PatchForm {
  const form = readForm(value, stored, site, context);
  return form.kind === 'patch' && form.merge.changes.some(wouldLoseComment) ? { kind: 'none' } : form;
}

/** The keys that a value has whatever it spreads: what is stored there isn't sent. Below a literal it may be. */
function keysSetBy(value: ts.Expression, site: Site, context: Context): ReadonlySet<string> {
  const node = unwrap(value);
  const literal = ts.isIdentifier(node) ? literalOfSingleUse(node, site, context) : node;
  const literals = ts.isCallExpression(node) ? node.arguments.map(unwrap) : literal === undefined ? [] : [literal];
  return new Set(
    literals.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) =>
      properties.flatMap((property) => {
        const isSet =
          ts.isShorthandPropertyAssignment(property) ||
          (ts.isPropertyAssignment(property) && !ts.isObjectLiteralExpression(unwrap(property.initializer)));
        return isSet ? (nameText(property.name) ?? []) : [];
      }),
    ),
  );
}

/** The call that sends the value. */
interface Site {
  readonly call: ts.Node;
}

function readForm(value: ts.Expression, stored: StoredTest, site: Site, context: Context): PatchForm {
  const node = unwrap(value);
  if (isHeldToType(node, context)) return { kind: 'none' };
  const removal = readRemoval(node, site, context);
  if (removal !== undefined && stored.isAt(removal.source, [])) {
    const changes: Change[] = [{ kind: 'nulls', node: value, keys: removal.keys }, ...removal.changes];
    return { kind: 'patch', merge: { kind: 'yes', changes }, isEmpty: false, doubts: [] };
  }
  if (ts.isObjectLiteralExpression(node)) return readLiteral(node, stored, site, context);
  if (ts.isCallExpression(node)) return readAssign(node, stored, context);
  const literal = ts.isIdentifier(node) ? literalOfSingleUse(node, site, context) : undefined;
  return literal === undefined || isHeldToType(literal, context)
    ? { kind: 'none' }
    : readLiteral(literal, stored, site, context);
}

function readLiteral(literal: ts.ObjectLiteralExpression, stored: StoredTest, site: Site, context: Context): PatchForm {
  const [first, ...rest] = literal.properties;
  if (first === undefined || !ts.isSpreadAssignment(first)) return { kind: 'none' };
  const elements = elementsMergeable(rest, [], stored, context);
  if (stored.isAt(first.expression, [])) {
    const form = patch([{ kind: 'remove-element', node: first }], elements, rest.length === 0);
    return form.kind === 'unmergeable' ? { ...form, apart: readApart(first, rest, stored, context) } : form;
  }
  const removal = readRemoval(first.expression, site, context);
  if (removal === undefined || !stored.isAt(removal.source, [])) return { kind: 'none' };
  const keys = keysLeftOut(removal, rest);
  const change: Change =
    keys.length === 0 ? { kind: 'remove-element', node: first } : { kind: 'nulls', node: first, keys };
  return patch([change, ...removal.changes], elements, false);
}

/**
 * The properties behind the stored value one by one; undefined where one of those that don't merge is no plain
 * property.
 */
function readApart(
  spread: ts.SpreadAssignment,
  rest: readonly ts.ObjectLiteralElementLike[],
  stored: StoredTest,
  context: Context,
): Apart | undefined {
  const changes: Change[] = [{ kind: 'remove-element', node: spread }];
  const unknown: ts.Node[] = [];
  const offending: { readonly node: ts.Node; readonly why: 'null' | 'object' }[] = [];
  for (const element of rest) {
    const merge = elementsMergeable([element], [], stored, context);
    if (merge.kind === 'no') {
      if (merge.why === 'other' || ts.isSpreadAssignment(element)) return undefined;
      offending.push({ node: merge.node, why: merge.why });
      continue;
    }
    changes.push(...merge.changes);
    if (merge.kind === 'unknown') unknown.push(...merge.nodes);
  }
  return changes.some(wouldLoseComment) ? undefined : { changes, unknown, offending };
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
function readAssign(call: ts.CallExpression, stored: StoredTest, context: Context): PatchForm {
  const [target, base, ...sources] = call.arguments;
  if (
    !isObjectAssign(call, context.unit) ||
    target === undefined ||
    base === undefined ||
    !isEmptyObject(unwrap(target)) ||
    !stored.isAt(base, [])
  )
    return { kind: 'none' };
  const literals = sources.map(unwrap);
  if (!literals.every(ts.isObjectLiteralExpression)) return { kind: 'none' };
  const rest = allMergeable(literals.map((literal) => elementsMergeable(literal.properties, [], stored, context)));
  const [only, ...others] = sources;
  const removal: Change =
    only !== undefined && others.length === 0
      ? { kind: 'replace-by', node: call, by: only }
      : { kind: 'remove-argument', node: base };
  return patch([removal], rest, sources.length === 0);
}

/** The object literal of a `const` in the same function that nothing but this call mentions. */
export function literalOfSingleUse(
  node: ts.Identifier,
  site: Site,
  context: Context,
): ts.ObjectLiteralExpression | undefined {
  const binding = context.unit.scope.bindingOf(node);
  const declaration = binding?.declaration;
  if (
    binding === undefined ||
    declaration === undefined ||
    !isNeverReassigned(binding) ||
    binding.references.length !== 1
  )
    return undefined;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return undefined;
  const literal = unwrap(declaration.initializer);
  return ts.isObjectLiteralExpression(literal) && containerOf(declaration) === containerOf(site.call)
    ? literal
    : undefined;
}
