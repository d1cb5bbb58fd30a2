import { decideRequest, type RequestDecision, type RequestPlan } from './decide/http/decide-request.ts';
import { describeDecision, describeRefusal, type FindingBase, type Written } from './describe.ts';
import { writeRequest } from './edit/write-request.ts';
import type { Finding } from './finding.ts';
import type { FindingList } from './finding-list.ts';
import type { Surface } from './api-change.ts';
import { ENDPOINTS } from './http-api.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { findDescribed, type DescribedRequest } from './recognise/http/described-requests.ts';
import { findRequests, type ApiRequest } from './recognise/http/requests.ts';
import type { Unit } from './language/unit.ts';

/** Adds the requests that are sent without the SDK. One that is moved or changed by a call around it stays as it is. */
export function addRequests(findings: FindingList, unit: Unit, options: AnalyzeOptions): void {
  const { updates, sent } = findRequests(unit);
  for (const described of findDescribed(unit, sent)) findings.add(describedFinding(described, options));
  for (const request of updates) {
    const decision = decideRequest(request, { unit, options });
    const finding = requestFinding(request, decision, options);
    const isMoved = findings.overlapping(finding).length > 0;
    findings.add(
      isMoved
        ? requestFinding(request, { kind: 'refusal', causes: [{ code: 'request-described', node: request.node }] }, {})
        : finding,
    );
  }
}

function describedFinding({ node, surface, fields }: DescribedRequest, options: AnalyzeOptions): Finding {
  return describeRefusal(node, baseOf(surface, fields), 'request-described', options);
}

function requestFinding(
  { node, surface, body }: ApiRequest,
  decision: RequestDecision,
  options: AnalyzeOptions,
): Finding {
  const write = (plan: RequestPlan): Written => ({
    target: `${plan.method} ${ENDPOINTS[surface].path}/metadata`,
    edits: writeRequest(plan),
  });
  return describeDecision(node, baseOf(surface, body.fields), decision, write, options);
}

function baseOf(surface: Surface, fields: Finding['fields']): FindingBase {
  return { kind: 'http', surface, method: `PATCH ${ENDPOINTS[surface].path}`, fields };
}
