import { ts } from 'ts-morph';
import type { AnalyzeOptions } from '../options.ts';
import type { ProjectView } from '../project.ts';
import { createModuleGraph } from '../recognise/source/modules.ts';
import { createTracer, type Tracer } from '../recognise/trace/trace.ts';
import type { Unit } from '../recognise/source/unit.ts';
import type { TypeOracle } from '../type-oracle.ts';

/** What the decisions about one file share. */
export interface Context {
  readonly unit: Unit;
  readonly tracer: Tracer;
  readonly options: Pick<AnalyzeOptions, 'exact' | 'frontendReplace'>;
  /** Gives a name for use at `node` that nothing in the file has: `base` itself, or `base` with the first number that is free. */
  readonly freshName: (base: string, node: ts.Node) => string;
  /** Gives the name by which a global can be reached, whatever the file declares. */
  readonly globalName: (name: string) => string;
  /** Takes back the names that were given for use at `node`. */
  readonly takeNames: (node: ts.Node) => readonly string[];
  /** Gives names that were taken back again. */
  readonly giveNames: (node: ts.Node, names: readonly string[]) => void;
}

export function createContext(unit: Unit, tracer: Tracer, options: AnalyzeOptions): Context {
  const given = new Map<ts.Node, Map<string, ts.Node>>();
  return {
    unit,
    tracer,
    options,
    freshName(base, node) {
      const owner = outermostFunction(node);
      const taken = given.get(owner) ?? new Map<string, ts.Node>();
      given.set(owner, taken);
      let name = base;
      for (let suffix = 2; taken.has(name) || unit.scope.mentions(name); suffix += 1) name = `${base}${String(suffix)}`;
      taken.set(name, node);
      return name;
    },
    globalName: (name) => (unit.scope.declares(name) ? `globalThis.${name}` : name),
    takeNames(node) {
      const taken = given.get(outermostFunction(node));
      const names = [...(taken ?? [])].filter(([, at]) => at === node).map(([name]) => name);
      for (const name of names) taken?.delete(name);
      return names;
    },
    giveNames(node, names) {
      for (const name of names) given.get(outermostFunction(node))?.set(name, node);
    },
  };
}

/** The same decisions with what types say of the file, too. */
export function withTypes(context: Context, types: TypeOracle, project: ProjectView, packages: AnalyzeOptions['packages']): Context {
  const unit: Unit = { ...context.unit, types };
  return { ...context, unit, tracer: createTracer(createModuleGraph(project, unit, packages)) };
}

/** The function around all others at `node`, or the file: names given in one function don't get in the way of another's. */
function outermostFunction(node: ts.Node): ts.Node {
  let outermost: ts.Node = node.getSourceFile();
  for (let current = node; !ts.isSourceFile(current); current = current.parent) if (ts.isFunctionLike(current)) outermost = current;
  return outermost;
}
