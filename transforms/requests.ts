import type { ts } from 'ts-morph';
import { decideRequest, type RequestDecision } from './decide/http/request.ts';
import type { Context } from './decide/context.ts';
import { IGNORED, placeOf, reasonsOf, refused, verdictOfRewrite } from './describe.ts';
import { writeRequest } from './edit/request.ts';
import type { Finding } from './finding.ts';
import type { FindingList } from './finding-list.ts';
import { ENDPOINTS } from './http-api.ts';
import type { AnalyzeOptions } from './options.ts';
import { findDescribed, type DescribedRequest } from './recognise/http/described-requests.ts';
import type { ModuleGraph } from './recognise/source/modules.ts';
import { findRequests, type ApiRequest } from './recognise/http/requests.ts';
import { isSilenced } from './recognise/source/silence.ts';

/** Adds the requests that are sent without the SDK. One that is moved or changed by a call around it stays as it is. */
export function addRequests(findings: FindingList, graph: ModuleGraph, context: Context, options: AnalyzeOptions): void {
  const { unit } = context;
  const { updates, sent } = findRequests(unit, graph);
  for (const described of findDescribed(unit, graph, sent)) findings.add(describedFinding(described, unit.source, options));
  for (const request of updates) {
    const decision = decideRequest(request, graph, context);
    const finding = requestFinding(request, decision, unit.source, options);
    const isMoved = findings.overlapping(finding).length > 0;
    findings.add(isMoved ? requestFinding(request, { kind: 'refusal', causes: [{ code: 'request-described', node: request.node }] }, unit.source, {}) : finding);
  }
}

function describedFinding({ node, surface, fields }: DescribedRequest, source: ts.SourceFile, options: AnalyzeOptions): Finding {
  const base = { ...placeOf(node, surface, source), kind: 'http' as const, method: `PATCH ${ENDPOINTS[surface].path}`, fields };
  return { ...base, ...(isSilenced(node, source) ? IGNORED : refused(node, [{ code: 'request-described', node }], source, options)) };
}

function requestFinding({ node, surface, body }: ApiRequest, decision: RequestDecision, source: ts.SourceFile, options: AnalyzeOptions): Finding {
  const { path } = ENDPOINTS[surface];
  const base = { ...placeOf(node, surface, source), kind: 'http' as const, method: `PATCH ${path}`, fields: body.fields };
  if (isSilenced(node, source)) return { ...base, ...IGNORED };
  if (decision.kind === 'refusal') return { ...base, ...refused(node, decision.causes, source, options) };
  const { plan, causes } = decision;
  return { ...base, target: `${plan.method} ${path}/metadata`, verdict: verdictOfRewrite(causes), reasons: reasonsOf(causes, source), edits: writeRequest(plan, source) };
}
