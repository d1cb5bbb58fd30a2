import { dirname, join } from 'node:path';
import type { Searched } from '../transforms/prefilter.ts';
import type { ProjectView } from '../transforms/project.ts';
import { findingInManifest, type LackingCall, type ManifestFinding } from './lacking-sdks.ts';
import type { FileProblem } from '../project/file-problem.ts';
import { createManifests, type Manifest, PNPM_WORKSPACE } from '../project/manifests.ts';
import { createLeadsToService, hasPackages, mayMatterByText } from '../project/leads-to-service.ts';
import { once } from '../transforms/memoize.ts';
import { displayPath, withForwardSlashes } from '../project/paths.ts';
import { createProjectView, readText } from '../project/view.ts';
import type { Problem, SdkRow } from './report.ts';
import { CONFIG_NAME } from '../project/shared-config.ts';
import { createSdkLister, manifestOfSdk, sdkVersionsOf } from '../project/sdk-packages.ts';
import { createTsConfigs } from '../project/tsconfig.ts';

/** What is looked for in each folder. */
export const LOOKED_FOR: ReadonlySet<string> = new Set(['package.json', PNPM_WORKSPACE, CONFIG_NAME]);

/** What the run knows of the packages that its files are in. */
export interface Surroundings {
  readonly view: ProjectView;
  /** Whether a configuration file leaves a file out. */
  readonly isLeftOut: (file: string) => boolean;
  /** Reads the tsconfig that holds for a file, so that a broken one is known even where no import asks for it. */
  readTsConfigFor(file: string): void;
  /**
   * The SDK packages that `files` use, as asked for by the nearest package.json above each that asks for any (in a
   * workspace that may be the root's), whether there is any of either, and which files may have findings as far as
   * their packages say.
   */
  inspectPackages(files: readonly string[]): {
    readonly sdk: readonly SdkRow[];
    readonly dependency: 'yes' | 'no' | 'no-manifest';
    readonly mayMatter: (file: string) => boolean;
  };
  /**
   * Whether a file may have findings, as far as its package and its text say, which passed the scan; undefined where
   * that is for what it imports to say.
   */
  readonly mayMatter: (file: string, text: Searched) => boolean | undefined;
  /** Whether what it imports says so. */
  readonly leadsToService: (file: string, text: string) => boolean;
  /** Whether the SDK of a file's package lacks the new methods for sure. */
  readonly lacksNewMethods: (file: string) => boolean;
  /** The findings of calls that need a newer SDK, one in each package.json. */
  findLackingSdks(calls: readonly (LackingCall & { readonly file: string })[]): readonly ManifestFinding[];
  /**
   * The name of the package that a file belongs to, or else its folder; null where there is no package.json above it.
   */
  packageOf(file: string): string | null;
  /** Each broken file once; grows as more is read. */
  readonly problems: readonly Problem[];
  /** What else is worth a word, as sentences without a full stop; grows as more is read. */
  readonly notes: readonly string[];
}

/**
 * @param mayBeThere whether one of {@link LOOKED_FOR} may be there, by its absolute path
 * @param mayAnyLead whether a package of the repository, or an installed one, may ask for the SDK
 */
export function createSurroundings(
  root: string,
  project: string | null,
  packages: Readonly<Record<string, string>>,
  mayBeThere?: (path: string) => boolean,
  mayAnyLead?: () => boolean,
): Surroundings {
  const problems = new Map<string, Problem>();
  const report = (problem: FileProblem) =>
    problems.set(problem.path, { ...problem, path: displayPath(root, problem.path) });
  const manifests = createManifests(report, mayBeThere, mayAnyLead);
  const notes = new Set<string>();
  const tsConfigs = createTsConfigs(project, report, (config, extended) => {
    notes.add(
      `${displayPath(root, config)} extends ${extended}, which isn't there. Install the dependencies first, so that types and path aliases are known`,
    );
  });
  const listSdk = createSdkLister();
  const view = createProjectView(manifests, tsConfigs, listSdk, packages);
  const leadsToService = createLeadsToService(view, readText, (file) => displayPath(root, file));
  const configOf = askOfFolder((folder) => manifests.config(folder));
  const mayMatterByFolder = askOfFolder(
    (_, file) => view.dependsOnSdk(file) || hasPackages(view, withForwardSlashes(file)),
  );
  return {
    view,
    mayMatter: (file, text) => mayMatterByFolder(file) || mayMatterByText(withForwardSlashes(file), text) || undefined,
    leadsToService: (file, text) => leadsToService(withForwardSlashes(file), text),
    isLeftOut: (file) => configOf(file).isLeftOut(file),
    readTsConfigFor: (file) => {
      tsConfigs.aliasesFor(dirname(file));
    },
    inspectPackages: (files) => {
      const folders = [...new Set(files.map(askOfFolder((folder) => folder)))];
      // The folders of a package have one list of manifests.
      const folderOf = new Map(folders.map((folder) => [manifests.chain(folder), folder]));
      const chains = [...folderOf.keys()];
      const mayAnyMatter = once(() => [...folderOf.values()].some((folder) => mayMatterByFolder(join(folder, 'any'))));
      const asking = chains.map(manifestOfSdk).filter((manifest) => manifest !== undefined);
      return {
        sdk: [...new Set(asking)].flatMap((manifest) =>
          listSdk(manifest).map((sdk) => ({ ...sdk, manifest: displayPath(root, manifest.path) })),
        ),
        dependency: chains.every((chain) => chain.length === 0) ? 'no-manifest' : asking.length > 0 ? 'yes' : 'no',
        mayMatter: (file) => mayAnyMatter() && mayMatterByFolder(file),
      };
    },
    lacksNewMethods: (file) =>
      sdkVersionsOf(manifests.chain(dirname(file)), listSdk).some(({ upgrade }) => upgrade !== null),
    findLackingSdks: (calls) => {
      const byManifest = new Map<Manifest, [LackingCall, ...LackingCall[]]>();
      for (const call of calls) {
        const manifest = manifestOfSdk(manifests.chain(dirname(call.file)));
        const known = manifest === undefined ? undefined : byManifest.get(manifest);
        if (known !== undefined) known.push(call);
        else if (manifest !== undefined) byManifest.set(manifest, [call]);
      }
      return [...byManifest].map(([manifest, all]) => findingInManifest(manifest, all, listSdk(manifest), root));
    },
    packageOf: (file) => {
      const [nearest] = manifests.chain(dirname(file));
      return nearest === undefined ? null : (nearest.name ?? displayPath(root, nearest.folder));
    },
    get notes() {
      return [...notes];
    },
    get problems() {
      return [...problems.values()];
    },
  };
}

/**
 * What is asked for each file and is the same for all of a folder, which mostly come one after the other: the name of a
 * folder is made, and looked up, only where another one begins.
 */
function askOfFolder<T>(ask: (folder: string, file: string) => T): (file: string) => T {
  let last: { readonly folder: string; readonly answer: T } | undefined;
  return (file) => {
    if (file.lastIndexOf('/') !== last?.folder.length || !file.startsWith(last.folder)) {
      const folder = dirname(file);
      last = { folder, answer: ask(folder, file) };
    }
    return last.answer;
  };
}
