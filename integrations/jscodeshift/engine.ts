/** What is loaded only for a file that is worth parsing, built as a CommonJS file of its own. */
import { createManifests, type FileProblem } from '../../project/manifests.ts';
import { createTsConfigs } from '../../project/tsconfig.ts';
import { createProjectView } from '../../project/view.ts';
import type { Analyzer } from '../../transforms/plan-rewrite.ts';
import type { ProjectView } from '../../transforms/project.ts';

export { analyze, findSyntaxProblem } from '../../transforms/analyze.ts';

export interface Engine extends Analyzer {
  readonly readSurroundings: typeof readSurroundings;
}

/** The files around those that are transformed, read as the engine asks for them. */
export function readSurroundings(report: (problem: FileProblem) => void): ProjectView {
  return createProjectView(createManifests(report), createTsConfigs(null, report));
}
