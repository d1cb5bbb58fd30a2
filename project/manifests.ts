import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FIRST_VERSIONS } from '../transforms/api-change.ts';
import { mayBeOfClerk } from '../transforms/knowledge/sdk-types.ts';
import type { FileProblem } from './file-problem.ts';
import { globSync } from './glob.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './jsonc.ts';
import { describeReadFailure, errorCode } from './read.ts';
import { readYaml } from './yaml.ts';
import { createSharedConfigs, type SharedConfig } from './shared-config.ts';

/** A package.json. */
export interface Manifest {
  readonly path: string;
  readonly folder: string;
  readonly name: string | null;
  /** Every package it asks for, of whatever kind, with the range. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** The whole of it; empty where it is broken. */
  readonly json: JsonObject;
  readonly broken: boolean;
}

export interface Manifests {
  /** The package.json files above `folder`, nearest first, up to the root of its repository. */
  chain(folder: string): readonly Manifest[];
  /** The packages of the workspace that `folder` is in, by name. */
  workspacePackages(folder: string): ReadonlyMap<string, Manifest>;
  /** What the configuration file beside the nearest package.json, or above it, says. */
  config(folder: string): SharedConfig;
  /**
   * Whether a package asks for one of the SDK's, or for a package of the workspace or an installed one that does,
   * whatever stands between.
   */
  leadsToSdk(manifest: Manifest): boolean;
}

/** Where the ranges of a package.json are, in the order of which one counts. */
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

export const PNPM_WORKSPACE = 'pnpm-workspace.yaml';

const NO_PACKAGES: ReadonlyMap<string, Manifest> = new Map();

/**
 * Reads package.json files as they are asked for, each once. A broken one is reported once and counts as empty.
 *
 * @param mayBeThere whether a file may be there, by its absolute path, so that most needn't be looked for
 * @param mayAnyLead whether a package of the repository, or an installed one, may ask for the SDK
 */
export function createManifests(
  report: (problem: FileProblem) => void,
  mayBeThere: (path: string) => boolean = () => true,
  mayAnyLead: () => boolean = () => true,
): Manifests {
  const chains = new Map<string, readonly Manifest[]>();
  const files = new Map<string, Manifest | undefined>();
  const workspaces = new Map<string, ReadonlyMap<string, Manifest>>();

  const read = (folder: string): Manifest | undefined => {
    if (!files.has(folder))
      files.set(folder, mayBeThere(`${folder}/package.json`) ? readManifest(folder, report) : undefined);
    return files.get(folder);
  };

  // Asked for every folder, where `join` would take longer than all else.
  const isRepository = (folder: string): boolean => existsSync(`${folder}/.git`);

  const chain = (folder: string): readonly Manifest[] => {
    const known = chains.get(folder);
    if (known !== undefined) return known;
    const own = read(folder);
    const parent = dirname(folder);
    const above = parent === folder || isRepository(folder) ? [] : chain(parent);
    const all = own === undefined ? above : [own, ...above];
    chains.set(folder, all);
    return all;
  };

  const patternsOf = new Map<Manifest, readonly string[]>();
  const workspacePatterns = (manifest: Manifest): readonly string[] => {
    const patterns = patternsOf.get(manifest) ?? readPatterns(manifest, mayBeThere);
    patternsOf.set(manifest, patterns);
    return patterns;
  };

  const workspacePackages = (folder: string): ReadonlyMap<string, Manifest> => {
    // The outermost folder that lists packages is the workspace's root.
    for (const manifest of chain(folder).toReversed()) {
      const patterns = workspacePatterns(manifest);
      if (patterns.length === 0) continue;
      let packages = workspaces.get(manifest.folder);
      if (packages === undefined) {
        packages = findPackages(manifest.folder, patterns, read);
        workspaces.set(manifest.folder, packages);
      }
      return packages;
    }
    return NO_PACKAGES;
  };

  /** The packages that one asks for, as far as they can be read. */
  const dependenciesOf = (manifest: Manifest): Manifest[] => {
    const ofWorkspace = workspacePackages(manifest.folder);
    return [...manifest.dependencies.keys()].flatMap(
      (name) => ofWorkspace.get(name) ?? installed(name, manifest) ?? [],
    );
  };

  const installing = new Map<string, boolean>();
  /** Whether there is anything to look for, which is asked for each dependency. */
  const isInstalling = (folder: string): boolean => {
    const is = installing.get(folder) ?? existsSync(join(folder, 'node_modules'));
    installing.set(folder, is);
    return is;
  };

  const dependencies = new Map<string, Manifest | undefined>();
  const installed = (name: string, manifest: Manifest): Manifest | undefined => {
    for (const { folder } of chain(manifest.folder)) {
      if (!isInstalling(folder)) continue;
      const path = join(folder, 'node_modules', name);
      // A broken one is none of the repository's own.
      if (!dependencies.has(path))
        dependencies.set(
          path,
          readManifest(path, () => undefined),
        );
      const found = dependencies.get(path);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const answers = new Map<Manifest, boolean>();
  const leadsToSdk = (manifest: Manifest): boolean => {
    // Then no workspace has to be read.
    if (!mayAnyLead()) return false;
    const seen = new Set([manifest]);
    for (const each of seen) {
      const answer = answers.get(each);
      if (answer === true || (answer === undefined && asksForSdk(each))) return true;
      // What an installed package asks for is its own business, unless that is the SDK.
      if (answer === undefined && !isInstalled(each))
        for (const dependency of dependenciesOf(each)) seen.add(dependency);
    }
    // Where one doesn't lead there, none of those that it asks for does.
    for (const each of seen) answers.set(each, false);
    return false;
  };

  const configOf = createSharedConfigs(report, mayBeThere);
  return {
    chain,
    workspacePackages,
    config: (folder) => configOf(chain(folder)[0]?.folder ?? folder),
    leadsToSdk(manifest) {
      const answer = answers.get(manifest) ?? leadsToSdk(manifest);
      answers.set(manifest, answer);
      return answer;
    },
  };
}

const asking = new WeakMap<Manifest, boolean>();

/** Whether one of the SDK's packages is among the dependencies. It is asked for every folder, of its manifests. */
export function asksForSdk(manifest: Manifest): boolean {
  const asks =
    asking.get(manifest) ??
    [...manifest.dependencies.keys()].some((name) => Object.hasOwn(FIRST_VERSIONS, name) || mayBeOfClerk(name));
  asking.set(manifest, asks);
  return asks;
}

function isInstalled({ folder }: Manifest): boolean {
  return /[\\/]node_modules[\\/]/.test(folder);
}

function readManifest(folder: string, report: (problem: FileProblem) => void): Manifest | undefined {
  // Most folders have none, and an error takes longer than a question.
  if (!existsSync(`${folder}/package.json`)) return undefined;
  const path = join(folder, 'package.json');
  const broken = { path, folder, name: null, dependencies: new Map<string, string>(), json: {}, broken: true };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    report({ path, message: describeReadFailure(error), line: null, column: null });
    return broken;
  }
  const parsed = parseJson(text, 'json');
  if (!parsed.ok) {
    report({ path, message: `isn't valid JSON: ${parsed.message}`, line: parsed.line, column: parsed.column });
    return broken;
  }
  if (!isJsonObject(parsed.value)) {
    report({ path, message: "isn't a package.json: it holds no object", line: 1, column: 1 });
    return broken;
  }
  return manifestOf(path, parsed.value);
}

/** @param json what the package.json at `path` holds */
export function manifestOf(path: string, json: JsonObject): Manifest {
  return {
    path,
    folder: dirname(path),
    name: stringOrNull(json['name']),
    dependencies: readDependencies(json),
    json,
    broken: false,
  };
}

function readDependencies(json: JsonObject): Map<string, string> {
  const dependencies = new Map<string, string>();
  for (const field of DEPENDENCY_FIELDS) {
    const group = json[field];
    if (!isJsonObject(group)) continue;
    for (const [name, range] of Object.entries(group)) {
      if (typeof range === 'string' && !dependencies.has(name)) dependencies.set(name, range);
    }
  }
  return dependencies;
}

function readPatterns({ json, folder }: Manifest, mayBeThere: (path: string) => boolean): string[] {
  const field = json['workspaces'];
  const listed = strings(isJsonObject(field) ? field['packages'] : field);
  if (listed.length > 0) return listed;
  const path = join(folder, PNPM_WORKSPACE);
  return mayBeThere(path) && existsSync(path) ? pnpmPatterns(path) : [];
}

/** The `packages` of a pnpm-workspace.yaml; none where it can't be read. */
function pnpmPatterns(path: string): string[] {
  try {
    const text = readFileSync(path, 'utf8');
    // Many have other settings only, and what reads YAML takes a while to load.
    if (!text.includes('packages')) return [];
    const settings = readYaml(text) as JsonValue | undefined;
    return isJsonObject(settings) ? strings(settings['packages']) : [];
  } catch {
    return [];
  }
}

function findPackages(
  root: string,
  patterns: readonly string[],
  read: (folder: string) => Manifest | undefined,
): ReadonlyMap<string, Manifest> {
  const manifestPatterns = patterns.map(
    (pattern) => `${pattern.replace(/^(!?)\.\//, '$1').replace(/\/+$/, '')}/package.json`,
  );
  const isOne = patterns.every((pattern) => pattern === '.');
  const found = isOne
    ? [join(root, 'package.json')]
    : globSync(manifestPatterns, {
        cwd: root,
        absolute: true,
        expandDirectories: false,
        ignore: ['**/node_modules/**'],
      });
  const packages = new Map<string, Manifest>();
  for (const path of found.sort()) {
    const manifest = read(dirname(path));
    const name = manifest?.name ?? null;
    if (manifest !== undefined && name !== null && !packages.has(name)) packages.set(name, manifest);
  }
  return packages;
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function stringOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
