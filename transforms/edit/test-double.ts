import type { DoublePlan } from '../decide/test-doubles/decide-doubles.ts';
import type { Edit } from '../finding.ts';
import { layoutAt } from './layout.ts';
import { inserting } from './make-edits.ts';
import { renameKeyEdit } from './rename.ts';

/** Writes down what becomes of a test double. */
export function writeDouble(plan: DoublePlan): Edit[] {
  switch (plan.kind) {
    case 'rename-double':
      return [renameKeyEdit(plan.nameNode, plan.method)];
    case 'add-doubles': {
      const { node } = plan.definition;
      const { startsLine, newline, indent } = layoutAt(node);
      const gap = startsLine ? `${newline}${indent}` : ' ';
      return [inserting(node.end, plan.methods.map((method) => `,${gap}${method}: ${plan.value}`).join(''))];
    }
  }
}
