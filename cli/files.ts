import { closeSync, existsSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { globSync, isDynamicPattern } from '../project/glob.ts';
import { buildFolderOf, buildOutputByPath } from '../project/build-output.ts';
import { isIgnoredByGit, listGitFiles, maybeListed } from './git.ts';
import { globBase } from './globs.ts';
import { compileIgnore, watchPatterns } from '../project/ignore-patterns.ts';
import { CONFIG_NAME } from '../project/shared-config.ts';
import { once } from '../project/once.ts';
import { displayPath, lastName, withForwardSlashes } from '../project/paths.ts';
import { describeReadFailure } from '../project/read.ts';
import { mayCallApi } from './other-files.ts';
import { LOOKED_FOR } from './package-context.ts';
import type { Problem, Skip } from './report.ts';
import { READ_EXTENSIONS, SOURCE_EXTENSIONS } from '../project/source-extensions.ts';
import { hasNoExtension, languageOfShebang } from '../transforms/language/shebang.ts';
import { isLinkToFolder, walkFiles } from './walk.ts';

/** A file to look at. */
export interface SourceFile {
  readonly path: string;
  /** Asked for by name, so it is looked at whatever it is. */
  readonly named: boolean;
}

export interface Collected {
  /** Each path once. */
  readonly files: readonly SourceFile[];
  /** Absolute: files that aren't rewritten, and may call the API all the same. */
  readonly others: readonly string[];
  readonly skipped: readonly Skip[];
  readonly problems: readonly Problem[];
  /** Patterns of `--ignore` that left nothing out, where whole folders were asked for. */
  readonly unusedPatterns: readonly string[];
  /** What else there is in the repository; undefined where that isn't known, or not all of it was asked for. */
  readonly findRest: () => Rest | undefined;
  /** Whether there may be a configuration file for one of the files. */
  readonly mayBeConfigured: boolean;
  /** Whether one of {@link LOOKED_FOR} may be there, by its absolute path, as far as git says. */
  readonly mayBeThere: (path: string) => boolean;
}

/** What there is in a repository beside the files to look at, as far as it matters to imports, by absolute paths. */
export interface Rest {
  /** Sources that nobody edits, or that were left out. */
  readonly sources: readonly string[];
  /** What says where imports lead: each package.json and tsconfig.json. */
  readonly configs: readonly string[];
  /** What says which packages there are; undefined where some are installed, which say so, too. */
  readonly manifests: readonly string[] | undefined;
  /** Whether git can be asked which files hold a word, those to look at included. */
  readonly isSearchable: boolean;
}

/** What one argument stands for. `named` paths are never skipped for being build output. */
interface Listing {
  readonly base: string;
  readonly named: boolean;
  /** Relative to the base, with forward slashes. */
  readonly paths: readonly string[];
  /** Whether there is no other source file below the base, but for what is installed. */
  readonly isAll: boolean;
  readonly isSearchable: boolean;
  /** What else there is, as git lists it. */
  readonly others: readonly string[];
  readonly mayBeThere: (path: string) => boolean;
}

/**
 * Finds the files that the arguments of the command stand for.
 *
 * @param paths files, folders and globs as written
 * @param root absolute; relative arguments start here, and so do the paths in what is returned as skipped or wrong
 * @param ignored patterns of `--ignore`
 */
export async function collectFiles(
  paths: readonly string[],
  root: string,
  ignored: readonly string[],
): Promise<Collected> {
  const files = new Map<string, SourceFile>();
  const others = new Set<string>();
  const skipped = new Map<string, string>();
  const problems: Problem[] = [];
  const matches = compileIgnore(ignored, root);
  const watch = watchPatterns(ignored, root);
  const isLeftOut = (file: string): boolean => {
    const isMatch = matches(file);
    if (isMatch) watch.note(file);
    return isMatch;
  };
  let isFolderAsked = false;
  let findRest = (): Rest | undefined => undefined;
  let mayBeConfigured = true;
  const listings: Listing[] = [];
  const fail = (path: string, message: string) => problems.push({ path, message, line: null, column: null });

  for (const argument of paths) {
    const path = resolve(root, argument);
    const shown = displayPath(root, path);
    const stats = statOf(path);
    if (stats instanceof Error) {
      fail(shown, describeReadFailure(stats));
    } else if (stats?.isDirectory()) {
      isFolderAsked = true;
      const listing = await listFolder(path, buildFolderOf(`${shown}/`) !== undefined, fail, root);
      listings.push(listing);
      if (!addListing(listing, isLeftOut, files, skipped, others))
        fail(shown, 'no file matched: there is no JavaScript or TypeScript file here to look at');
      if (path === root && existsSync(join(root, '.git'))) {
        findRest = once(() => restOf(listing, files));
        mayBeConfigured = paths.length > 1 || !listing.isAll || [listing.paths, listing.others].some(holdsConfig);
      }
    } else if (stats?.isFile()) {
      const kind = kindOf(withForwardSlashes(path), path);
      if (kind === 'other' && !isLeftOut(path)) others.add(path);
      if (kind !== 'source') skipped.set(path, 'not a JavaScript or TypeScript file');
      else if (isLeftOut(path)) skipped.set(path, 'left out by --ignore');
      else files.set(path, { path, named: true });
    } else if (stats !== undefined) {
      fail(shown, "can't be read: it is neither a file nor a folder");
    } else if (isDynamicPattern(argument)) {
      const globbed = await listGlob(withForwardSlashes(argument), root, fail);
      const found = globbed.map((listing) => addListing(listing, isLeftOut, files, skipped, others));
      if (!found.includes(true)) fail(argument, 'no file matched this pattern');
    } else {
      fail(shown, 'no such file or folder');
    }
  }

  return {
    files: [...files.values()],
    others: [...others],
    skipped: [...skipped]
      .filter(([path]) => !files.has(path))
      .map(([path, why]) => ({ path: displayPath(root, path), why })),
    problems,
    // Nothing there is ever looked at, which is what was wanted.
    unusedPatterns: isFolderAsked ? watch.unused().filter((pattern) => !pattern.includes('node_modules')) : [],
    findRest,
    mayBeConfigured,
    mayBeThere: (path) => listings.every(({ mayBeThere }) => mayBeThere(path)),
  };
}

/** Not every file system tells small letters from others. */
const CONFIG_FILE = new RegExp(`(?:^|/)${CONFIG_NAME.replaceAll('.', String.raw`\.`)}$`, 'i');

function holdsConfig(paths: readonly string[]): boolean {
  return paths.some((path) => CONFIG_FILE.test(path));
}

/** @param files those to look at, by their absolute paths */
function restOf(
  { base, paths, isAll, isSearchable, others }: Listing,
  files: ReadonlyMap<string, SourceFile>,
): Rest | undefined {
  if (!isAll || !paths.every((path) => isKnown(path, base))) return undefined;
  const absolute = (path: string): string => `${base}/${path}`;
  return {
    sources: paths
      .filter((path) => SOURCE_EXTENSIONS.has(extensionOf(path)))
      .map(absolute)
      .filter((file) => !files.has(file)),
    configs: paths.filter((path) => CONFIG.test(path)).map(absolute),
    manifests: [paths, others].some((list) => list.some((path) => path.includes('node_modules')))
      ? undefined
      : [...paths, ...others].filter((path) => MANIFEST.test(path)).map(absolute),
    isSearchable,
  };
}

/** What a repository inside, or a link to a folder, has is unknown. */
function isKnown(path: string, base: string): boolean {
  const name = lastName(path);
  // Only a name without an extension is worth a system call; other folders than those fail to be read.
  if (name.includes('.') && !path.endsWith('/')) return name !== '.gitmodules';
  const file = `${base}/${path}`;
  return whyNotEntered(file) === undefined && lstatSync(file, { throwIfNoEntry: false })?.isDirectory() !== true;
}

const MANIFEST = /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml)$/;
const CONFIG = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/;

/** Undefined: there is nothing of that name. */
function statOf(path: string): Stats | Error | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Fail = (path: string, message: string) => unknown;

async function listFolder(folder: string, named: boolean, fail: Fail, root: string): Promise<Listing> {
  const tracked = await listGitFiles(folder);
  if (tracked !== undefined && (tracked.paths.length > 0 || !(await isIgnoredByGit(folder))))
    return {
      base: folder,
      named,
      paths: tracked.paths,
      isAll: tracked.isAll,
      isSearchable: tracked.isSearchable,
      others: tracked.others,
      mayBeThere: maybeListed(folder, tracked, LOOKED_FOR),
    };
  // Without git, or asked by name for a folder that git ignores, whose own ignore files still hold.
  const walked = walkFiles(folder, { honourParents: tracked === undefined });
  for (const { path, message } of walked.unreadable) fail(displayPath(root, path), message);
  return {
    base: folder,
    named,
    paths: walked.files,
    isAll: false,
    isSearchable: false,
    others: [],
    mayBeThere: () => true,
  };
}

async function listGlob(pattern: string, root: string, fail: Fail): Promise<Listing[]> {
  const base = resolve(root, globBase(pattern));
  if (statOf(base) === undefined) return [];
  const named = buildFolderOf(`${displayPath(root, base)}/`) !== undefined;
  const settings = {
    cwd: root,
    absolute: true,
    dot: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  };
  const matched = new Set(globSync(pattern, settings).map((path) => displayPath(base, path)));
  if (matched.size > 0) {
    const listing = await listFolder(base, named, fail, root);
    return [{ ...listing, paths: listing.paths.filter((path) => matched.has(path)) }];
  }
  const folders = globSync(pattern, { ...settings, onlyDirectories: true });
  return Promise.all(folders.map((folder) => listFolder(resolve(folder), named, fail, root)));
}

/** Sorts a listing's paths into files and skips. Returns whether it had any file to look at. */
function addListing(
  listing: Listing,
  isLeftOut: (file: string) => boolean,
  files: Map<string, SourceFile>,
  skipped: Map<string, string>,
  others: Set<string>,
): boolean {
  let found = false;
  const base = listing.base.endsWith('/') ? listing.base : `${listing.base}/`;
  for (const path of listing.paths) {
    const file = `${base}${path}`;
    const kind = kindOf(path, file);
    if (kind === 'other') {
      if (!isBelowNodeModules(path) && !isLeftOut(file) && buildOutputByPath(path) === undefined) others.add(file);
      continue;
    }
    if (kind === undefined) {
      const why = whyNotEntered(file);
      if (why !== undefined && !isLeftOut(file)) skipped.set(resolve(file), why);
      continue;
    }
    if (isBelowNodeModules(path) || isLeftOut(file)) continue;
    const why = listing.named ? undefined : buildOutputByPath(path);
    if (why === undefined) {
      found = true;
      if (!files.has(file)) files.set(file, { path: file, named: listing.named });
    } else {
      skipped.set(file, why);
    }
  }
  return found;
}

/** What git lists as one entry and a walk doesn't follow: repositories inside this one, links to folders. */
function whyNotEntered(file: string): string | undefined {
  if (file.endsWith('/')) return 'a git repository of its own; run the command there';
  // Only a name without an extension is worth a system call.
  if (lastName(file).includes('.')) return undefined;
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && isLinkToFolder(file) ? "a symbolic link to a folder; links aren't followed" : undefined;
}

/**
 * What a file is, by its name or, without an extension, by its first line: to be rewritten, `other` where it may call
 * the API all the same.
 */
function kindOf(path: string, file: string): 'source' | 'other' | undefined {
  if (READ_EXTENSIONS.has(extensionOf(path))) return 'source';
  if (mayCallApi(path)) return 'other';
  if (!hasNoExtension(path) || path.endsWith('/')) return undefined;
  const beginning = beginningOf(file);
  if (languageOfShebang(beginning) !== undefined) return 'source';
  return beginning.startsWith('#!') ? 'other' : undefined;
}

/** As `extname` has it, for names as git writes them; it takes a fraction of the time, and there are tens of thousands. */
function extensionOf(path: string): string {
  const name = lastName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : '';
}

/** As much of a file as a first line may be long; empty where it can't be read. */
function beginningOf(file: string): string {
  const bytes = Buffer.alloc(LONGEST_SHEBANG);
  let opened: number | undefined;
  try {
    opened = openSync(file, 'r');
    return bytes.toString('latin1', 0, readSync(opened, bytes));
  } catch {
    return '';
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** What Linux reads of it. */
const LONGEST_SHEBANG = 256;

function isBelowNodeModules(path: string): boolean {
  return path.startsWith('node_modules/') || path.includes('/node_modules/');
}
