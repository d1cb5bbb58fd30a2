import { ts } from 'ts-morph';
import type { AnalyzeOptions } from '../../analyze-options.ts';
import type { ProjectView } from '../../project.ts';
import { createModuleGraph } from '../../language/modules.ts';
import { createTracer, type Tracer } from '../../recognise/trace/trace.ts';
import type { Unit } from '../../language/unit.ts';
import { contains, isContainer } from '../../syntax.ts';
import type { TypeOracle } from '../../type-oracle.ts';

/** What the decisions about one file share. */
export interface Context {
  readonly unit: Unit;
  readonly tracer: Tracer;
  readonly options: Pick<AnalyzeOptions, 'exact' | 'frontendReplace'>;
  /**
   * Gives a name for use in the block of `node` that nothing there has, and nothing that is seen from there: `base`
   * itself, or `base` with the first number that is free.
   */
  readonly freshName: (base: string, node: ts.Node) => string;
  /** Gives the name by which a global can be reached, whatever the file declares. */
  readonly globalName: (name: string) => string;
  /** Takes back the names that were given for use at `node`. */
  readonly takeNames: (node: ts.Node) => readonly Given[];
  /** Gives names that were taken back again. */
  readonly giveNames: (names: readonly Given[]) => void;
}

/** A name that was given for use at a node, in the block around it. */
interface Given {
  readonly name: string;
  readonly owner: ts.Node;
  readonly node: ts.Node;
}

export function createContext(unit: Unit, tracer: Tracer, options: AnalyzeOptions): Context {
  const given: Given[] = [];
  return {
    unit,
    tracer,
    options,
    freshName(base, node) {
      const owner = blockOf(node);
      // A name that a block around has been given may be meant inside of this one, and the other way round.
      const isGiven = (name: string): boolean =>
        given.some((other) => other.name === name && (contains(other.owner, owner) || contains(owner, other.owner)));
      const isTaken = (name: string): boolean =>
        isGiven(name) || unit.scope.mentions(name, owner) || unit.scope.bindingSeenFrom(node, name) !== undefined;
      let name = base;
      for (let suffix = 2; isTaken(name); suffix += 1) name = `${base}${String(suffix)}`;
      given.push({ name, owner, node });
      return name;
    },
    globalName: (name) => (unit.scope.declares(name) ? `globalThis.${name}` : name),
    takeNames(node) {
      const taken = given.filter((one) => one.node === node);
      for (const one of taken) given.splice(given.indexOf(one), 1);
      return taken;
    },
    giveNames(names) {
      given.push(...names);
    },
  };
}

/** The same decisions with what types say of the file, too. */
export function withTypes(
  context: Context,
  types: TypeOracle,
  project: ProjectView,
  packages: AnalyzeOptions['packages'],
): Context {
  const unit: Unit = { ...context.unit, types };
  return { ...context, unit, tracer: createTracer(createModuleGraph(project, unit, packages)) };
}

/**
 * Where a `const` beside the statement of `node` is seen: the innermost block, with the parameters that share its
 * names.
 */
function blockOf(node: ts.Node): ts.Node {
  let block = node.parent;
  while (!isContainer(block) && !ts.isBlock(block) && !ts.isCaseBlock(block) && !ts.isModuleBlock(block))
    block = block.parent;
  const { parent } = block;
  return ts.isBlock(block) && (ts.isFunctionLike(parent) || ts.isCatchClause(parent)) ? parent : block;
}
