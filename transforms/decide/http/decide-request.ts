import type { ts } from 'ts-morph';
import { SURFACES } from '../../api-change.ts';
import { ENDPOINTS } from '../../http-api.ts';
import type { BodyField } from '../../recognise/http/request-body.ts';
import type { ApiRequest } from '../../recognise/http/requests.ts';
import type { ReasonCode } from '../../reasons.ts';
import { isEmptyObject, isUndefinedLiteral, unwrap } from '../../syntax.ts';
import type { Change } from '../decision/change.ts';
import type { Context } from '../../values/context.ts';
import { mayBeEmpty, mayMerge } from '../metadata-call.ts';
import { readPatchOf, type PatchForm } from '../patch/patch-form.ts';
import type { Cause, Decision } from '../decision/decision.ts';
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
  if (causes.length > 0 && context.options.exact === true) return { kind: 'refusal', causes };
  const needsMethod = decided.plan.method !== 'PATCH';
  const isWritable = request.endpoint.end !== undefined && (!needsMethod || request.methodSpot !== undefined);
  return isWritable
    ? { kind: 'rewrite', plan: decided.plan, causes }
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
  const asItStands: RequestDecision = { kind: 'rewrite', plan: { request, method: 'PUT', changes: [] }, causes: [] };
  if (request.body.kind !== 'metadata' || request.endpoint.end === undefined) return asItStands;
  const changes: Change[] = [];
  const causes: Cause[] = [];
  for (const element of request.body.elements) {
    const patch = patchOf(element, request, context.unit);
    if (patch.form.kind !== 'patch' || patch.form.isEmpty) return asItStands;
    changes.push(...patch.form.merge.changes);
    causes.push(...patch.causes);
  }
  return causes.length > 0 && context.options.exact === true
    ? asItStands
    : { kind: 'rewrite', plan: { request, method: 'PATCH', changes }, causes };
}

/** The Frontend API: there is only merging. */
function decideMerge(request: ApiRequest, unit: Unit): RequestDecision {
  const { body } = request;
  if (body.kind !== 'metadata') {
    return {
      kind: 'rewrite',
      plan: { request, method: 'PATCH', changes: [] },
      causes: [
        { code: 'replace-becomes-merge', node: request.sent },
        { code: 'empty-clears-nothing', node: request.sent },
      ],
    };
  }
  const changes: Change[] = [];
  const causes: Cause[] = [];
  for (const element of body.elements) {
    const value = element.value === undefined ? undefined : unwrap(element.value);
    // Which keys are stored isn't known here, so none can be set to null.
    if (value !== undefined && isEmptyObject(value))
      return { kind: 'refusal', causes: [{ code: 'empty-clears-nothing', node: value }] };
    const { form, causes: ofPatch } = patchOf(element, request, unit);
    causes.push(...ofPatch);
    if (form.kind === 'patch') {
      changes.push(...form.merge.changes);
    } else if (value === undefined || !isUndefinedLiteral(value)) {
      causes.push(...mergeCauses(form, element, value, unit));
    }
  }
  return { kind: 'rewrite', plan: { request, method: 'PATCH', changes }, causes };
}

function mergeCauses(
  form: Exclude<PatchForm, { kind: 'patch' }>,
  element: BodyField,
  value: ts.Expression | undefined,
  unit: Unit,
): Cause[] {
  if (form.kind === 'unmergeable' && form.why !== 'other')
    return [{ code: form.why === 'null' ? 'null-now-removes' : 'object-now-merges', node: form.node }];
  const node = element.value ?? element.node;
  const replaced: Cause = { code: 'replace-becomes-merge', node };
  return value !== undefined && mayBeEmpty(value, unit)
    ? [replaced, { code: 'empty-clears-nothing', node }]
    : [replaced];
}

interface PatchOfField {
  readonly form: PatchForm;
  /** What is to be said of it. */
  readonly causes: readonly Cause[];
}

function patchOf({ value, field }: BodyField, request: ApiRequest, unit: Unit): PatchOfField {
  if (value === undefined) return { form: { kind: 'none' }, causes: [] };
  const stored = storedInRequest(request, field, unit);
  const form = readPatchOf(value, { path: [], stored, site: { call: request.node }, unit });
  if (form.kind !== 'patch') return { form, causes: [] };
  return { form, causes: [...(form.merge.kind === 'unknown' ? mayMerge(form.merge.nodes) : []), ...stored.notes()] };
}
