import { createManifests } from '../project/manifests.ts';
import { createTsConfigs } from '../project/tsconfig.ts';
import { createProjectView } from '../project/view.ts';
import type { ProjectView } from '../transforms/project.ts';

/**
 * How long what was read of other files is taken for true, in milliseconds: an editor keeps ESLint running while they
 * change.
 */
const LIFETIME = 3000;

let current: { readonly view: ProjectView; readonly since: number } | undefined;

/**
 * What the file system says of the files around the linted ones, as the command sees them. Broken manifests are no
 * concern of a lint rule.
 */
export function createFileView(): ProjectView {
  const now = performance.now();
  if (current === undefined || now - current.since > LIFETIME) {
    const ignoreProblem = (): void => undefined;
    current = {
      view: createProjectView(createManifests(ignoreProblem), createTsConfigs(null, ignoreProblem)),
      since: now,
    };
  }
  return current.view;
}
