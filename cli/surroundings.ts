import { dirname } from 'node:path';
import type { ProjectView } from '../transforms/project.ts';
import { createVersionFinder } from './lockfile.ts';
import { asksForSdk, createManifests, type FileProblem, type Manifest } from './manifests.ts';
import { displayPath } from './paths.ts';
import { createProjectView } from './project.ts';
import type { Problem, SdkRow } from './report.ts';
import { listSdkPackages } from './sdk.ts';
import { createTsConfigs } from './tsconfig.ts';

/** What the run knows of the packages that its files are in. */
export interface Surroundings {
  readonly view: ProjectView;
  /** Reads the tsconfig that holds for a file, so that a broken one is known even where no import asks for it. */
  readTsConfigFor(file: string): void;
  /** The SDK packages that the package.json files of `files` ask for, and whether there is any of either. */
  inspectPackages(files: readonly string[]): { readonly sdk: readonly SdkRow[]; readonly dependency: 'yes' | 'no' | 'no-manifest' };
  /** Each broken file once; grows as more is read. */
  readonly problems: readonly Problem[];
}

export function createSurroundings(root: string, project: string | null): Surroundings {
  const problems = new Map<string, Problem>();
  const report = (problem: FileProblem) => problems.set(problem.path, { ...problem, path: displayPath(root, problem.path) });
  const manifests = createManifests(report);
  const tsConfigs = createTsConfigs(project, report);
  return {
    view: createProjectView(manifests, tsConfigs),
    readTsConfigFor: (file) => {
      tsConfigs.aliasesFor(dirname(file));
    },
    inspectPackages: (files) => {
      const found = new Set<Manifest>();
      for (const folder of new Set(files.map((file) => dirname(file)))) for (const manifest of manifests.chain(folder)) found.add(manifest);
      const asks = [...found].some((manifest) => manifest.broken || asksForSdk(manifest));
      return {
        sdk: listSdkPackages(found, root, createVersionFinder()),
        dependency: found.size === 0 ? 'no-manifest' : asks ? 'yes' : 'no',
      };
    },
    get problems() {
      return [...problems.values()];
    },
  };
}
