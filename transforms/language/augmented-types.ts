import { ts } from 'ts-morph';
import { walk } from '../syntax.ts';
import type { ModuleGraph } from './modules.ts';
import type { Unit } from './unit.ts';

/** A type that files of the repository add to one of a package's or of the language's, and where. */
export interface Addition {
  readonly members: readonly ts.TypeElement[];
  readonly unit: Unit;
}

/**
 * What `declare module 'express' { interface Request { … } }` and `declare global` add to the types of that name, in
 * any file.
 *
 * @returns undefined where one of these files can't be read
 */
export function additionsTo(name: string, unit: Unit, graph: ModuleGraph): readonly Addition[] | undefined {
  const files = graph.project.filesNaming?.(['declare module', 'declare global'], unit.fileName) ?? [unit.fileName];
  const additions: Addition[] = [];
  for (const file of files) {
    if (graph.project.readModule(file)?.includes(`interface ${name}`) === false) continue;
    const other = graph.load(file);
    if (other === undefined) return undefined;
    walk(other.source, (node) => {
      const isAdded = ts.isInterfaceDeclaration(node) && node.name.text === name && ts.isModuleBlock(node.parent);
      if (isAdded) additions.push({ members: [...node.members], unit: other });
      return undefined;
    });
  }
  return additions;
}
