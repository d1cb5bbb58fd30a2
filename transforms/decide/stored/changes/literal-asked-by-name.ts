import { ts } from 'ts-morph';
import { useOf } from '../../../flow/uses.ts';
import { mentionsInFiles, mentionsOfDefault } from '../../../language/mentions-in-files.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf, wrapped } from '../../../syntax.ts';

/**
 * Whether what a literal holds is only asked for by fixed names: a variable or a module has it, and nobody does anything
 * else with that, such as `Object.values(steps)`.
 */
export function isAskedByName(literal: ts.ObjectLiteralExpression, unit: Unit): boolean {
  const use = useOf(literal);
  const binding = use.kind === 'name' ? unit.scope.bindingOf(use.name) : undefined;
  if (binding === undefined && !ts.isExportAssignment(wrapped(literal).parent)) return false;
  const { mentions, isIncomplete } = binding === undefined ? mentionsOfDefault(unit) : mentionsInFiles(binding, unit);
  return (
    !isIncomplete &&
    mentions.every(({ node }) => {
      const mention = useOf(node);
      if (mention.kind === 'part' || mention.kind === 'method') return accessOf(mention.access)?.name !== undefined;
      return mention.kind === 'asked' || ts.isTypeQueryNode(node.parent);
    })
  );
}
