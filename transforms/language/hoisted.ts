import { ts } from 'ts-morph';
import { containerOf, contains, loopsAround } from '../tree.ts';
import { declarationAround } from '../syntax.ts';

/**
 * Whether a variable, declared by `var`, may not hold its initialiser where it is mentioned: it belongs to the whole
 * function, in which the declaration's block may not have run, or runs again, for what was made in an earlier turn to
 * see.
 *
 * @param references its mentions, but for the declaring one
 */
export function isHoisted(declaration: ts.Declaration, references: () => readonly ts.Node[]): boolean {
  const variable = declarationAround(declaration);
  if (
    !ts.isVariableDeclaration(variable) ||
    !ts.isVariableDeclarationList(variable.parent) ||
    (variable.parent.flags & ts.NodeFlags.BlockScoped) !== 0
  )
    return false;
  const statement = variable.parent.parent;
  if (!ts.isVariableStatement(statement)) return true;
  const container = containerOf(statement);
  if (references().some((reference) => reference.end <= variable.pos && containerOf(reference) === container))
    return true;
  const { parent: block } = statement;
  if (block === container || block.parent === container || ts.isModuleBlock(block)) return false;
  // In a block of its own, which runs from its start, it is what a `let` would be.
  const isBlock = ts.isBlock(block) || ts.isCaseOrDefaultClause(block);
  return (
    !isBlock || loopsAround(statement).length > 0 || !references().every((reference) => contains(block, reference))
  );
}
