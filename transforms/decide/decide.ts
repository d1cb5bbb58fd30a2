import { readParams, type ParamElement, type Params } from '../recognise/params.ts';
import type { UpdateCall } from '../recognise/calls.ts';
import type { MetadataField } from '../api-change.ts';
import type { Context } from './context.ts';
import { decideMetadataCall, type MetadataElement } from './metadata-call.ts';
import type { Decision } from './plan.ts';
import { planSplit } from './split.ts';
import { unusedFetches } from './unused.ts';

/** What is to be done with a call, and the metadata fields that it writes. */
export interface Decided {
  readonly fields: readonly MetadataField[];
  readonly decision: Decision;
}

/** Decides about one call; undefined where it provably carries no metadata and so is nobody's business. */
export function decide(site: UpdateCall, context: Context): Decided | undefined {
  const params = readParams(site.params, site.surface, context.unit);
  if (params.kind === 'none') return undefined;
  const fields = params.kind === 'literal' ? metadataIn(params.elements).map(({ field }) => field) : [];
  if (site.receiver === undefined) return { fields, decision: { kind: 'refusal', causes: [{ code: 'receiver-unproven', node: site.callee.object }] } };
  return { fields, decision: decideParams(site, params, context) };
}

function decideParams(site: UpdateCall, params: Exclude<Params, { kind: 'none' }>, context: Context): Decision {
  if (params.kind === 'hidden') return { kind: 'refusal', causes: [{ code: 'may-carry-metadata', node: params.node }] };
  const { literal, elements } = params;
  const hidden = elements.filter((element) => element.kind === 'hidden');
  if (hidden.length > 0) return { kind: 'refusal', causes: hidden.map(({ node }) => ({ code: 'may-carry-metadata', node })) };
  const metadata = decideMetadataCall(site, metadataIn(elements), context);
  if (metadata.kind === 'refusal') return metadata;
  const { method, changes } = metadata;
  const causes = [...metadata.causes, ...unusedFetches(changes, context)];
  const usesReceiverAgain = changes.some((change) => change.kind === 'clear-keys');
  const isAlone = elements.every((element) => element.kind === 'metadata');
  if (isAlone && !usesReceiverAgain) return { kind: 'rewrite', plan: { kind: 'rename', site, method, changes }, causes };
  const plan = planSplit(site, literal, elements, method, changes, context);
  if (plan === undefined) return { kind: 'refusal', causes: [{ code: 'cannot-split', node: site.call }] };
  return { kind: 'rewrite', plan: isAlone && plan.bound.length === 0 ? { kind: 'rename', site, method, changes } : plan, causes };
}

function metadataIn(elements: readonly ParamElement[]): MetadataElement[] {
  return elements.filter((element) => element.kind === 'metadata');
}
