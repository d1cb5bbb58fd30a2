import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import { isInTemplate, startsWithLocal } from '../language/template.ts';
import type { Unit } from '../language/unit.ts';
import type { Decided } from './decide.ts';

/** A call in a component's markup is never rewritten: what has room in an attribute is for a person to decide. */
export function leftInTemplate(site: UpdateCall, decided: Decided | undefined, unit: Unit): Decided | undefined {
  if (decided === undefined || !isInTemplate(site.call, unit)) return decided;
  const { fields, decision } = decided;
  const node = site.callee.object;
  if (startsWithLocal(node, unit))
    return fields.length === 0
      ? undefined
      : { fields, decision: { kind: 'refusal', causes: [{ code: 'receiver-unproven', node }] } };
  if (site.receiver === undefined) return decided;
  return {
    fields,
    decision: {
      kind: 'refusal',
      causes: [{ code: 'in-template', node: site.call }, ...(decision.kind === 'refusal' ? decision.causes : [])],
    },
  };
}
