import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import type { ModuleLocation, ProjectView } from '../transforms/project.ts';
import { buildFolderOf } from './build-output.ts';
import { createFilesNaming } from './files-naming.ts';
import { isJsonObject, type JsonValue } from './jsonc.ts';
import type { Manifest, Manifests } from './manifests.ts';
import { displayPath, withForwardSlashes } from './paths.ts';
import { createSdkLister, sdkVersionsOf } from './sdk-packages.ts';
import { SOURCE_EXTENSIONS } from './source-extensions.ts';
import { checkBytes, decode } from './text.ts';
import type { Aliases, TsConfigs } from './tsconfig.ts';

const PACKAGE: ModuleLocation = { kind: 'package' };
const UNKNOWN: ModuleLocation = { kind: 'unknown' };

/** What TypeScript takes an extension in an import for, before the file of that very name. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/** What an import without an extension may mean. Declarations come last: they say less than the source beside them. */
const TRIED_EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts'];

/** Ranges that mean a folder rather than the registry. */
const LOCAL_RANGE = /^(?:workspace|file|link|portal):(.*)$/;

/**
 * What the engine asks about the files around the one it analyses, answered from the file system, each question once.
 * Paths it is given and gives are absolute with forward slashes.
 *
 * @param packages what stands for packages of the SDK, beside what the configuration files say
 */
export function createProjectView(
  manifests: Manifests,
  tsConfigs: TsConfigs,
  listSdk = createSdkLister(),
  packages: Readonly<Record<string, string>> = {},
): ProjectView {
  const locations = new Map<string, ModuleLocation>();
  const texts = new Map<string, string | undefined>();
  const listings = new Map<string, readonly string[]>();
  const installing = createInstalling();
  const filesNaming = createFilesNaming();
  const depending = new Map<string, boolean>();
  const dependsOnSdk = (folder: string): boolean => {
    const chain = manifests.chain(folder);
    const standIns = Object.keys({ ...manifests.config(folder).packages, ...packages }).map(packageNameOf);
    // Nothing is known without a package.json, or with a broken one: then a call of the right shape is worth a word.
    return (
      chain.length === 0 ||
      chain.some(
        (manifest) =>
          manifest.broken || manifests.leadsToSdk(manifest) || standIns.some((name) => manifest.dependencies.has(name)),
      )
    );
  };
  return {
    dependsOnSdk: (fileName) => {
      const folder = dirname(resolve(fileName));
      const depends = depending.get(folder) ?? dependsOnSdk(folder);
      depending.set(folder, depends);
      return depends;
    },
    settings: (fileName) => {
      const { packages: shared, frontendReplace, isLeftOut } = manifests.config(dirname(resolve(fileName)));
      return { packages: { ...shared, ...packages }, frontendReplace, isLeftOut: isLeftOut(fileName) };
    },
    resolveModule: (specifier, fromFile) => {
      const folder = dirname(resolve(fromFile));
      const key = `${folder}\0${specifier}`;
      let location = locations.get(key);
      if (location === undefined) {
        location = locate(specifier, folder, { manifests, tsConfigs, installing });
        locations.set(key, location);
      }
      return location;
    },
    readModule: (fileName) => {
      if (!texts.has(fileName)) texts.set(fileName, readText(fileName));
      return texts.get(fileName);
    },
    sourceFiles: (folder) => {
      const files = listings.get(folder) ?? listSources(folder);
      listings.set(folder, files);
      return files;
    },
    filesNaming: (words, fromFile) => {
      const root = manifests.chain(dirname(resolve(fromFile))).at(-1);
      return root === undefined ? undefined : filesNaming(words, root.folder);
    },
    sdkVersions: (fileName) => sdkVersionsOf(manifests.chain(dirname(resolve(fileName))), listSdk),
    checksNull: (fileName) => tsConfigs.checksNull(dirname(resolve(fileName))),
    tellsMissing: (fileName) => tsConfigs.tellsMissing(dirname(resolve(fileName))),
  };
}

/** What says where a specifier leads. */
interface Places {
  readonly manifests: Manifests;
  readonly tsConfigs: TsConfigs;
  /** The node_modules folders of a folder and of those above. */
  readonly installing: (folder: string) => readonly string[];
}

function locate(specifier: string, folder: string, places: Places): ModuleLocation {
  if (/^\.{0,2}\/|^\.{1,2}$/.test(specifier)) return fileLocation(sourceAt(resolve(folder, specifier)));
  const aliased = firstOf(places.tsConfigs.aliasesFor(folder), (aliases) => resolveAlias(specifier, aliases));
  if (aliased !== undefined) return fileLocation(aliased);
  if (specifier.startsWith('#')) return locatePrivateImport(specifier, folder, places);
  if (isBuiltin(specifier)) return PACKAGE;
  return locatePackage(specifier, folder, places);
}

function fileLocation(path: string | undefined): ModuleLocation {
  return path === undefined ? UNKNOWN : { kind: 'file', fileName: withForwardSlashes(path) };
}

function resolveAlias(specifier: string, aliases: Aliases): string | undefined {
  for (const { pattern, targets } of aliases.paths) {
    const matched = matchPattern(pattern, specifier);
    if (matched === undefined) continue;
    // As in TypeScript, the first pattern that matches is the only one.
    return firstOf(targets, (target) => sourceOfRepository(target.replace('*', () => matched)));
  }
  return aliases.baseUrl === null ? undefined : sourceOfRepository(join(aliases.baseUrl, specifier));
}

/** A target in node_modules is a package's own business. */
function sourceOfRepository(path: string): string | undefined {
  return path.split(/[\\/]/).includes('node_modules') ? undefined : sourceAt(path);
}

/** What the star of `pattern` stands for in `specifier`; an empty string where there is no star and they are equal. */
function matchPattern(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === specifier ? '' : undefined;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const fits =
    specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after);
  return fits ? specifier.slice(before.length, specifier.length - after.length) : undefined;
}

/** `#name`, by the `imports` of the nearest package.json. */
function locatePrivateImport(specifier: string, folder: string, places: Places): ModuleLocation {
  const manifest = places.manifests.chain(folder)[0];
  for (const target of manifest === undefined ? [] : targetsIn(manifest.json['imports'], specifier)) {
    const found = target.startsWith('.')
      ? fileLocation(sourceOfBuild(resolve(manifest?.folder ?? folder, target), manifest?.folder ?? folder))
      : locate(target, folder, places);
    if (found.kind !== 'unknown') return found;
  }
  return UNKNOWN;
}

function locatePackage(specifier: string, folder: string, { manifests, installing }: Places): ModuleLocation {
  const name = packageNameOf(specifier);
  const chain = manifests.chain(folder);
  const subpath = specifier === name ? '.' : `.${specifier.slice(name.length)}`;
  const local = manifests.workspacePackages(folder).get(name) ?? chain.find((manifest) => manifest.name === name);
  if (local !== undefined) return fileLocation(entryOf(local, subpath));
  const asking = chain.find((manifest) => manifest.dependencies.has(name));
  const range = asking?.dependencies.get(name);
  if (asking === undefined || range === undefined) return isInstalled(name, installing(folder)) ? PACKAGE : UNKNOWN;
  const target = LOCAL_RANGE.exec(range)?.[1];
  if (target === undefined) return PACKAGE;
  const linked = manifests.chain(resolve(asking.folder, target))[0];
  return fileLocation(linked?.folder === resolve(asking.folder, target) ? entryOf(linked, subpath) : undefined);
}

function packageNameOf(specifier: string): string {
  const segments = specifier.split('/');
  return segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * Whether `name` is in one of the node_modules folders, and is a package of its own rather than a link into the
 * repository.
 */
function isInstalled(name: string, installing: readonly string[]): boolean {
  const path = installing
    .map((folder) => join(folder, name))
    .find((found) => statSync(found, { throwIfNoEntry: false }) !== undefined);
  return path !== undefined && realpathSync(path).split(/[\\/]/).includes('node_modules');
}

/** The node_modules folders of a folder and of those above, nearest first: most have none, and all are asked often. */
function createInstalling(): (folder: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return function installing(folder): readonly string[] {
    let all = known.get(folder);
    if (all === undefined) {
      const own = join(folder, 'node_modules');
      const above = dirname(folder) === folder ? [] : installing(dirname(folder));
      all = existsSync(own) ? [own, ...above] : above;
      known.set(folder, all);
    }
    return all;
  };
}

/** The source file that a package of the repository gives for `subpath` (`.` or `./…`). */
function entryOf(manifest: Manifest, subpath: string): string | undefined {
  const { json, folder } = manifest;
  const exported = json['exports'];
  const targets =
    exported !== undefined
      ? targetsIn(isSubpathTable(exported) ? exported : { '.': exported }, subpath)
      : subpath === '.'
        ? ['source', 'module', 'main', 'types'].map((field) => json[field]).filter((value) => typeof value === 'string')
        : [];
  const direct = subpath === '.' ? ['.', './src'] : [subpath, `./src/${subpath.slice(2)}`];
  // What isn't exported can't be imported, but a path that only the build will make is better looked for than lost.
  return firstOf([...targets, ...direct], (target) => sourceOfBuild(resolve(folder, target), folder));
}

function isSubpathTable(exported: JsonValue): boolean {
  return isJsonObject(exported) && Object.keys(exported).some((key) => key.startsWith('.'));
}

/** Every string that an `exports` or `imports` table gives for `key`, whatever the condition, in its order. */
function targetsIn(table: JsonValue | undefined, key: string): string[] {
  if (!isJsonObject(table)) return [];
  const patterns = Object.keys(table).sort(
    (a, b) => Number(a.includes('*')) - Number(b.includes('*')) || b.length - a.length,
  );
  for (const pattern of patterns) {
    const matched = matchPattern(pattern, key);
    if (matched !== undefined) return leaves(table[pattern]).map((target) => target.replaceAll('*', () => matched));
  }
  return [];
}

function leaves(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(leaves);
  return isJsonObject(value) ? Object.values(value).flatMap(leaves) : [];
}

/** `path`, or where `path` is what a build makes, the source it is most likely made from. */
function sourceOfBuild(path: string, packageFolder: string): string | undefined {
  const below = displayPath(packageFolder, path);
  const buildFolder = buildFolderOf(below) ?? /^(?:lib|esm|cjs|es)\//.exec(below)?.[0].slice(0, -1);
  if (buildFolder === undefined || !below.startsWith(`${buildFolder}/`)) return sourceAt(path);
  const inside = below
    .slice(buildFolder.length + 1)
    .replace(/^(?:esm|cjs|es|types)\//, '')
    .replace(/\.d\.([cm]?)ts$/, '.$1js');
  return firstOf([`src/${inside}`, inside], (source) => sourceAt(join(packageFolder, source))) ?? sourceAt(path);
}

/** The source file that a path in an import means, by TypeScript's rules. */
function sourceAt(path: string): string | undefined {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  const renamed = (SOURCES_OF[extension] ?? []).map((source) => stem + source);
  const written = SOURCE_EXTENSIONS.has(extension) ? [path] : [];
  const found = [...renamed, ...written, ...TRIED_EXTENSIONS.map((added) => path + added)].find(isFile);
  // Most paths that are no file are no folder either.
  if (found !== undefined || !existsSync(path)) return found;
  return TRIED_EXTENSIONS.map((added) => join(path, `index${added}`)).find(isFile);
}

function listSources(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    if (isFile(path)) return SOURCE_EXTENSIONS.has(extname(name)) ? [withForwardSlashes(path)] : [];
    const index = TRIED_EXTENSIONS.map((added) => join(path, `index${added}`)).find(isFile);
    return index === undefined ? [] : [withForwardSlashes(index)];
  });
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** The decoded text of a file, without its byte order mark; undefined where it can't be read. */
export function readText(fileName: string): string | undefined {
  try {
    const bytes = readFileSync(fileName);
    const check = checkBytes(bytes);
    return check.kind === 'text' ? decode(bytes, check.encoding).text : undefined;
  } catch {
    return undefined;
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
