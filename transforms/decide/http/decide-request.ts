import { SURFACES } from '../../api-change.ts';
import { ENDPOINTS } from '../../http-api.ts';
import type { BodyField } from '../../recognise/http/request-body.ts';
import type { ApiRequest } from '../../recognise/http/requests.ts';
import type { ReasonCode } from '../../reasons.ts';
import { isEmptyObject, isUndefinedLiteral, unwrap } from '../../syntax.ts';
import type { Change } from '../decision/change.ts';
import type { Context } from '../decision/context.ts';
import { asMerge, mergedAnyway, mergedPatch, mergePatches, type Merged } from '../metadata-call.ts';
import { readPatchOf, type PatchForm } from '../patch/patch-form.ts';
import { ifExact, mergesAnything, type Cause, type Decision } from '../decision/decision.ts';
import { storedInRequest } from './request-subject.ts';
import type { Unit } from '../../language/unit.ts';

/** The same request, to the metadata's own endpoint. */
export interface RequestPlan {
  readonly request: ApiRequest;
  readonly method: 'PUT' | 'PATCH';
  readonly changes: readonly Change[];
}

export type RequestDecision = Decision<RequestPlan>;

/** Decides about one request. docs/semantics.md, "Raw HTTP". */
export function decideRequest(request: ApiRequest, context: Context): RequestDecision {
  const refusals = refusalsOf(request);
  if (refusals.length > 0) return { kind: 'refusal', causes: refusals };
  const decided =
    ENDPOINTS[request.surface].replace === null ? decideMerge(request, context.unit) : decideReplace(request, context);
  if (decided.kind === 'refusal') return decided;
  const causes = [...decided.causes, ...causesOfSending(request, decided.plan.method)];
  const needsMethod = decided.plan.method !== 'PATCH';
  const isWritable = request.endpoint.end !== undefined && (!needsMethod || request.methodTarget !== undefined);
  const decision = ifExact({ kind: 'rewrite', plan: decided.plan, causes }, context.options.exact);
  return isWritable || decision.kind === 'refusal'
    ? decision
    : { kind: 'refusal', causes: [{ code: 'request-described', node: request.node }] };
}

function refusalsOf(request: ApiRequest): Cause[] {
  const { body, endpoint, isSure, node, pin, sent, surface } = request;
  const causes: Cause[] = [];
  if (!endpoint.isProven) causes.push({ code: 'request-unproven', node });
  if (pin === 'old') causes.push({ code: 'pinned', node });
  const readOnly =
    surface === 'frontend' && body.fields.some((field) => !SURFACES.frontend.fields.some((known) => known === field));
  if (readOnly) causes.push({ code: 'not-writable-from-browser', node: sent });
  else if (!isSure || body.kind === 'hidden')
    causes.push({ code: 'request-hidden', node: body.kind === 'hidden' ? sent : node });
  else if (body.kind === 'fields' && body.hasGeneral) causes.push({ code: 'request-needs-two', node: sent });
  return causes;
}

/** What is to be said of how the request is sent. */
function causesOfSending({ node, pin, isHooked, retriesPut }: ApiRequest, method: RequestPlan['method']): Cause[] {
  const codes: Readonly<Partial<Record<ReasonCode, boolean>>> = {
    'headers-hidden': pin === 'hidden',
    'request-hooked': isHooked(),
    'put-is-retried': retriesPut && method === 'PUT',
    'refused-until-now': pin === 'new',
  };
  return (Object.keys(codes) as ReasonCode[]).filter((code) => codes[code] === true).map((code) => ({ code, node }));
}

/** The backend: replacing is always the same, a patch is stripped. */
function decideReplace(request: ApiRequest, context: Context): RequestDecision {
  const { body, endpoint } = request;
  const elements = body.kind === 'metadata' && endpoint.end !== undefined ? body.elements : [];
  const merged = mergePatches(
    elements.map((element) => patchOf(element, request, context.unit)),
    context,
  );
  return merged === undefined
    ? { kind: 'rewrite', plan: { request, method: 'PUT', changes: [] }, causes: [] }
    : { kind: 'rewrite', plan: { request, method: 'PATCH', changes: merged.changes }, causes: merged.causes };
}

/** The Frontend API: there is only merging. */
function decideMerge(request: ApiRequest, unit: Unit): RequestDecision {
  const { body, sent } = request;
  if (body.kind !== 'metadata')
    return { kind: 'rewrite', plan: { request, method: 'PATCH', changes: [] }, causes: mergesAnything(sent) };
  // Which keys are stored isn't known here, so none can be set to null.
  const cleared = body.elements.find(({ value }) => value !== undefined && isEmptyObject(unwrap(value)))?.value;
  if (cleared !== undefined)
    return { kind: 'refusal', causes: [{ code: 'empty-clears-nothing', node: unwrap(cleared) }] };
  const merged = body.elements.map((element) => mergedField(element, request, unit));
  return {
    kind: 'rewrite',
    plan: { request, method: 'PATCH', changes: merged.flatMap(({ changes }) => changes) },
    causes: merged.flatMap(({ causes }) => causes),
  };
}

function mergedField(element: BodyField, request: ApiRequest, unit: Unit): Merged {
  const { node, value } = element;
  if (value === undefined) return asMerge(node);
  const form = patchOf(element, request, unit);
  if (form.kind === 'patch') return mergedPatch(form);
  if (isUndefinedLiteral(unwrap(value))) return { changes: [], causes: [] };
  // The spread stays where something behind it doesn't merge.
  return mergedAnyway(form.kind === 'unmergeable' ? { ...form, apart: undefined } : form, value, unit);
}

function patchOf({ value, field }: BodyField, request: ApiRequest, unit: Unit): PatchForm {
  if (value === undefined) return { kind: 'none' };
  const stored = storedInRequest(request, field, unit);
  const form = readPatchOf(value, { path: [], stored, site: { call: request.node }, unit });
  return form.kind === 'patch' ? { ...form, doubts: stored.doubts() } : form;
}
