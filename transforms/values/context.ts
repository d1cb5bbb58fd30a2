import type { AnalyzeOptions } from '../analyze-options.ts';
import type { ProjectView } from '../project.ts';
import { createModuleGraph, type ModuleGraph } from '../language/modules.ts';
import { createTracer, type Tracer } from '../recognise/trace/trace.ts';
import type { Unit } from '../language/unit.ts';
import type { TypeOracle } from '../type-oracle.ts';

/** What the decisions about one file share. */
export interface Context {
  readonly unit: Unit;
  /** The files around. */
  readonly graph: ModuleGraph;
  readonly tracer: Tracer;
  readonly options: Pick<AnalyzeOptions, 'exact' | 'frontendReplace'>;
}

/** The same decisions with what types say of the file, too. */
export function withTypes(
  context: Context,
  types: TypeOracle,
  project: ProjectView,
  packages: AnalyzeOptions['packages'],
): Context {
  const unit: Unit = { ...context.unit, types };
  const graph = createModuleGraph(project, unit, packages);
  return { ...context, unit, graph, tracer: createTracer(graph) };
}
