import { ts } from 'ts-morph';
import type { MetadataField } from '../api-change.ts';
import { heldBy, heldOnce } from '../flow/held.ts';
import { nameOfGlobal } from '../language/is-global.ts';
import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import type { MetadataValue } from '../recognise/params/elements.ts';
import type { Origin } from '../recognise/params/metadata-origins.ts';
import { isEmptyObject, isUndefinedLiteral, unwrap, valueOfMember } from '../syntax.ts';
import type { Change } from './decision/change.ts';
import type { Context } from './decision/context.ts';
import { changeOf } from './stored/changes/stored-value-mutations.ts';
import { NOTHING, UNDEFINED } from '../values/kinds/kinds.ts';
import { elementsMergeable, type StoredTest } from './patch/mergeable.ts';
import { pathOf } from '../values/paths/property-paths.ts';
import { readPatchForm, type Patch, type PatchForm } from './patch/patch-form.ts';
import { ifExact, mergesAnything, type Cause, type Decision } from './decision/decision.ts';
import type { CallDecision, Plan } from './decision/plan.ts';
import { readStored } from './stored/fetch/stored-read.ts';
import { kindsOf } from '../values/kinds/possible-kinds.ts';
import { usageAtMost } from '../values/usage/usage.ts';
import type { Unit } from '../language/unit.ts';

/** Which metadata method takes a call's metadata, and what changes in it on the way. */
export interface MetadataCall {
  readonly method: string;
  readonly changes: readonly Change[];
}

/** @param isAtCall whether the metadata is evaluated at the call, and not in a variable before it */
export function decideMetadataCall(
  site: UpdateCall,
  elements: readonly MetadataValue[],
  isAtCall: boolean,
  context: Context,
): Decision<MetadataCall> {
  return site.change.replace === null
    ? decideFrontend(site, elements, isAtCall, context)
    : decideBackend(site, site.change.replace, elements, context);
}

/** Params that aren't taken apart. */
interface WholeParams {
  readonly fields: readonly MetadataField[];
  readonly changes?: readonly Change[];
  readonly origins?: readonly Origin[];
}

/** Params as a whole that hold metadata and nothing else: the call only changes its name. */
export function decideWholeParams(
  site: UpdateCall,
  { fields, changes = [], origins = [] }: WholeParams,
  context: Context,
): CallDecision {
  const { change, params } = site;
  if (change.replace !== null)
    return { kind: 'rewrite', plan: { kind: 'rename', site, method: change.replace, changes }, causes: [] };
  if (fields.some((field) => !change.fields.some((known) => known === field)))
    return { kind: 'refusal', causes: [{ code: 'not-writable-from-browser', node: params }] };
  const plan: Plan = { kind: 'rename', site, method: change.merge, changes };
  return ifExact({ kind: 'rewrite', plan, causes: mergesAnything(params, origins) }, context.options.exact);
}

/** docs/semantics.md, "Which method: backend". */
function decideBackend(
  site: UpdateCall,
  replace: string,
  elements: readonly MetadataValue[],
  context: Context,
): Decision<MetadataCall> {
  const merged = mergePatches(
    elements.map(({ value, field }) => value && readPatchForm(value, field, site, context.unit)),
    context,
  );
  return merged === undefined
    ? { kind: 'rewrite', plan: { method: replace, changes: [] }, causes: [] }
    : { kind: 'rewrite', plan: { method: site.change.merge, changes: merged.changes }, causes: merged.causes };
}

/** What becomes of values that are merged. */
export interface Merged {
  readonly changes: readonly Change[];
  readonly causes: readonly Cause[];
  /** Whether nothing may be written, since a merge would do something else whatever happens. */
  readonly isRefused?: boolean;
}

/** The values of a call, or a request, that are all patches of what is stored; undefined where it has to replace. */
export function mergePatches(
  forms: readonly (PatchForm | undefined)[],
  { options }: Pick<Context, 'options'>,
): Merged | undefined {
  const patches = forms.flatMap((form) => (form?.kind === 'patch' && !form.isEmpty ? [form] : []));
  if (patches.length === 0 || patches.length < forms.length) return undefined;
  const merged = patches.map(mergedPatch);
  const causes = merged.flatMap((one) => one.causes);
  if (causes.length > 0 && options.exact === true) return undefined;
  return { changes: merged.flatMap(({ changes }) => changes), causes };
}

/** What becomes of a value that is a patch of what is stored. */
export function mergedPatch({ doubts, merge }: Patch): Merged {
  return { changes: merge.changes, causes: [...doubts, ...(merge.kind === 'unknown' ? mayMerge(merge.nodes) : [])] };
}

/** Fields that the browser's update never took. */
export function refuseNeverAccepted(
  values: readonly MetadataValue[],
  { change }: UpdateCall,
): Decision<never> | undefined {
  const causes = values
    .filter(({ field }) => !change.fields.includes(field))
    .map(({ node }): Cause => ({ code: 'not-writable-from-browser', node }));
  return causes.length === 0 ? undefined : { kind: 'refusal', causes };
}

/** docs/semantics.md, "Which method: frontend". */
function decideFrontend(
  site: UpdateCall,
  elements: readonly MetadataValue[],
  isAtCall: boolean,
  context: Context,
): Decision<MetadataCall> {
  const neverAccepted = refuseNeverAccepted(elements, site);
  if (neverAccepted !== undefined) return neverAccepted;
  const cleared = elements.flatMap(({ value }) => {
    if (value === undefined) return [];
    const node = unwrap(value);
    const held = heldOnce(node, context.unit);
    // At the call itself it is written with the stored keys.
    return isEmptyObject(held ?? node) && !(isAtCall && held === undefined) ? [value] : [];
  });
  if (cleared.length > 0)
    return { kind: 'refusal', causes: cleared.map((node) => ({ code: 'empty-clears-nothing', node })) };
  const decided = elements.map((element) =>
    element.value === undefined
      ? asMerge(element.node)
      : decideFrontendValue({ ...element, value: element.value }, site, isAtCall, context),
  );
  const refused = decided.filter(({ isRefused }) => isRefused === true);
  if (refused.length > 0) return { kind: 'refusal', causes: refused.flatMap(({ causes }) => causes) };
  const changes = decided.flatMap((one) => one.changes);
  const causes = decided.flatMap((one) => one.causes);
  return ifExact({ kind: 'rewrite', plan: { method: site.change.merge, changes }, causes }, context.options.exact);
}

function decideFrontendValue(
  { field, value }: MetadataValue & { readonly value: ts.Expression },
  site: UpdateCall,
  isAtCall: boolean,
  context: Context,
): Merged {
  const node = unwrap(value);
  if (isUndefinedLiteral(node)) return { changes: [], causes: [] };
  const form = readPatchForm(value, field, site, context.unit, context.options.exact !== true);
  if (form.kind === 'patch') return mergedPatch(form);
  if (form.kind === 'null-refused') {
    const merged = mergedPatch(form.patch);
    const causes = form.refused.map((change): Cause => {
      const removed = change.kind === 'nulls' ? change.keys : undefined;
      return { code: 'removal-needs-null', node: change.node, removed };
    });
    return {
      changes: merged.changes,
      causes: [...merged.causes, ...causes],
      isRefused: form.refused.some(({ kind }) => kind !== 'or-else'),
    };
  }
  const cleared = isAtCall && ts.isObjectLiteralExpression(node) ? clearKeys(node, field, context.unit) : undefined;
  const wantsExact =
    isEmptyObject(node) || context.options.exact === true || context.options.frontendReplace === 'null-keys';
  if (cleared !== undefined && wantsExact) {
    const doubt = doubtOfStoredKeys(field, site, context.unit);
    if (doubt === undefined) return { changes: cleared, causes: [] };
    return isEmptyObject(node)
      ? { changes: cleared, causes: [{ code: 'stored-may-change', node: doubt }] }
      : { ...asMerge(value), changes: cleared };
  }
  return mergedAnyway(form, value, context.unit);
}

/** What becomes of a value that isn't a patch, and is merged nevertheless. */
export function mergedAnyway(form: Exclude<PatchForm, Patch>, value: ts.Expression, unit: Unit): Merged {
  if (form.kind === 'unmergeable' && form.why !== 'other') {
    const { changes, unknown, offending } = form.apart ?? {
      changes: [],
      unknown: form.why === 'part' ? [form.node] : [],
      offending: form.why === 'part' ? [] : [{ node: form.node, why: form.why }],
    };
    const causes = offending.map(({ node, why }): Cause => ({
      code: why === 'null' ? 'null-now-removes' : 'object-now-merges',
      node,
    }));
    return { changes, causes: [...causes, ...mayMerge(unknown)] };
  }
  return mayBeEmpty(unwrap(value), unit) ? { changes: [], causes: mergesAnything(value) } : asMerge(value);
}

/** Why the keys of the receiver's field, read at the call, may not be the stored ones: undefined where they are. */
function doubtOfStoredKeys(field: MetadataField, site: UpdateCall, unit: Unit): ts.Node | undefined {
  const read = site.callee.object;
  if (site.receiver === undefined) return read;
  const path = pathOf(read, unit);
  const holders = path === undefined || path.root === 'this' ? [] : [path.root];
  const change = changeOf(
    { field, path: [], subject: site.receiver, read, aliases: [], holders, held: undefined },
    site,
    unit,
  );
  return change === 'no' ? undefined : change === 'yes' ? read : change.perhaps;
}

export function asMerge(node: ts.Node): Merged {
  return { changes: [], causes: [{ code: 'replace-becomes-merge', node }] };
}

/**
 * The full replacement in terms of a merge: every stored key set to null, then the new values, which all have to be
 * mergeable.
 */
function clearKeys(
  literal: ts.ObjectLiteralExpression,
  field: MetadataField,
  unit: Unit,
): readonly Change[] | undefined {
  const stored: StoredTest = { isAt: () => false, isAny: (spread) => readStored(spread, unit) !== undefined };
  const merge = elementsMergeable(literal.properties, { path: [], stored, unit, site: undefined });
  return merge.kind === 'yes'
    ? [{ kind: 'clear-keys', node: literal, field, by: nameOfGlobal('Object', unit) }, ...merge.changes]
    : undefined;
}

/** Whether an object may turn out to have no keys: not where a property is written that is there for certain. */
function mayBeEmpty(node: ts.Expression, unit: Unit): boolean {
  const binding = unit.scope.bindingOf(node);
  const literal = binding !== undefined && usageAtMost(binding, unit) === 'read' ? heldBy(node, unit) : node;
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return true;
  return !literal.properties.some((property) => {
    const value = valueOfMember(property);
    return value !== undefined && (kindsOf(value, unit) & UNDEFINED) === NOTHING;
  });
}

function mayMerge(nodes: readonly ts.Node[]): Cause[] {
  return nodes.map((node) => ({ code: 'value-may-merge', node }));
}
