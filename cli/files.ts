import { closeSync, existsSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { globSync, isDynamicPattern } from '../project/glob.ts';
import { buildFolderOf, buildOutputByPath } from '../project/build-output.ts';
import { type GitListing, isIgnoredByGit, listGitFiles, maybeListed } from './git.ts';
import { globBase } from './globs.ts';
import { compileIgnore, watchPatterns } from '../project/ignore-patterns.ts';
import { once } from '../transforms/memoize.ts';
import { displayPath, lastName, withForwardSlashes } from '../project/paths.ts';
import { describeReadFailure } from '../project/read.ts';
import type { Rest } from './names-service.ts';
import { mayCallApi } from './other-files.ts';
import { LOOKED_FOR } from './package-context.ts';
import { startPlainSearch } from './plain-files.ts';
import type { Problem, Skip } from './report.ts';
import { READ_EXTENSIONS, SOURCE_EXTENSIONS } from '../project/source-extensions.ts';
import { hasNoExtension, languageOfShebang } from '../transforms/language/shebang.ts';
import { type Survey, surveyRepository, whyNotEntered } from './survey.ts';
import { walkFiles } from './walk.ts';

/** A file to look at. */
export interface SourceFile {
  readonly path: string;
  /** Asked for by name, so it is looked at whatever it is. */
  readonly named: boolean;
}

export interface Collected {
  /** Each path once. */
  readonly files: readonly SourceFile[];
  /** Absolute: files to look at that are nothing by themselves ({@link findPlainFiles}), and none of {@link files}. */
  readonly plain: readonly string[];
  /** Absolute: files that aren't rewritten, and may call the API all the same. */
  readonly others: readonly string[];
  readonly skipped: readonly Skip[];
  readonly problems: readonly Problem[];
  /** Patterns of `--ignore` that left nothing out, where whole folders were asked for. */
  readonly unusedPatterns: readonly string[];
  /** What else there is in the repository; undefined where that isn't known, or not all of it was asked for. */
  readonly findRest: () => Rest | undefined;
  /** Whether a package of the repository, or an installed one, may ask for the SDK. */
  readonly mayPackagesLead: () => boolean;
  /** Whether there may be a configuration file for one of the files. */
  readonly mayBeConfigured: boolean;
  /** Whether one of {@link LOOKED_FOR} may be there, by its absolute path, as far as git says. */
  readonly mayBeThere: (path: string) => boolean;
}

/** What one argument stands for. `named` paths are never skipped for being build output. */
interface Listing extends Pick<GitListing, 'paths' | 'findIgnored' | 'isSearchable' | 'others'> {
  readonly base: string;
  readonly named: boolean;
  /** Those of the paths that are nothing by themselves, as far as that is known. */
  readonly plain: ReadonlySet<string>;
  readonly mayBeThere: (path: string) => boolean;
}

/** Where the files go that are found. */
interface Found {
  readonly files: Map<string, SourceFile>;
  readonly plain: string[];
  readonly others: Set<string>;
  readonly skipped: Map<string, string>;
}

const NONE: ReadonlySet<string> = new Set();

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
  const found: Found = { files: new Map(), plain: [], others: new Set(), skipped: new Map() };
  const { files, others, skipped } = found;
  const problems: Problem[] = [];
  const matches = compileIgnore(ignored, root);
  const watch = watchPatterns(ignored, root);
  const isLeftOut = (file: string): boolean => {
    const isMatch = matches(file);
    if (isMatch) watch.note(file);
    return isMatch;
  };
  let isFolderAsked = false;
  let survey: Survey | undefined;
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
      const isRoot = path === root && existsSync(join(root, '.git'));
      // What is asked for twice is looked at.
      const search = isRoot && paths.length === 1 ? startPlainSearch(root) : undefined;
      const listed = listFolder(path, buildFolderOf(`${shown}/`) !== undefined, fail, root);
      if (isRoot) survey = surveyRepository(root, listed);
      const isPlainSought = survey !== undefined && listed.isSearchable && !survey.mayPackagesLead();
      const plain = isPlainSought ? await search?.found : undefined;
      search?.stop();
      const listing = plain === undefined ? listed : { ...listed, plain };
      listings.push(listing);
      if (!addListing(listing, isLeftOut, found))
        fail(shown, 'no file matched: there is no JavaScript or TypeScript file here to look at');
    } else if (stats?.isFile()) {
      const kind = kindOf(withForwardSlashes(path), path);
      if (kind === 'other' && !isLeftOut(path)) others.add(path);
      if (kind !== 'source') skipped.set(path, 'not a JavaScript or TypeScript file');
      else if (isLeftOut(path)) skipped.set(path, 'left out by --ignore');
      else files.set(path, { path, named: true });
    } else if (stats !== undefined) {
      fail(shown, "can't be read: it is neither a file nor a folder");
    } else if (isDynamicPattern(argument)) {
      const globbed = listGlob(withForwardSlashes(argument), root, fail);
      const areAny = globbed.map((listing) => addListing(listing, isLeftOut, found));
      if (!areAny.includes(true)) fail(argument, 'no file matched this pattern');
    } else {
      fail(shown, 'no such file or folder');
    }
  }

  return {
    files: [...files.values()],
    plain: found.plain,
    others: [...others],
    skipped: [...skipped]
      .filter(([path]) => !files.has(path))
      .map(([path, why]) => ({ path: displayPath(root, path), why })),
    problems,
    // Nothing there is ever looked at, which is what was wanted.
    unusedPatterns: isFolderAsked ? watch.unused().filter((pattern) => !pattern.includes('node_modules')) : [],
    findRest: once(() => restOf(listings, files, survey?.findConfigs())),
    mayPackagesLead: survey?.mayPackagesLead ?? (() => true),
    mayBeConfigured: paths.length > 1 || survey?.isConfigured !== false,
    mayBeThere: (path) => listings.every(({ mayBeThere }) => mayBeThere(path)),
  };
}

/** Undefined: there is nothing of that name. */
function statOf(path: string): Stats | Error | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Fail = (path: string, message: string) => unknown;

function listFolder(folder: string, named: boolean, fail: Fail, root: string): Listing {
  const tracked = listGitFiles(folder);
  if (tracked !== undefined && (tracked.paths.length > 0 || !isIgnoredByGit(folder)))
    return { ...tracked, base: folder, named, plain: NONE, mayBeThere: maybeListed(folder, tracked, LOOKED_FOR) };
  // Without git, or asked by name for a folder that git ignores, whose own ignore files still hold.
  const walked = walkFiles(folder, { honourParents: tracked === undefined });
  for (const { path, message } of walked.unreadable) fail(displayPath(root, path), message);
  return {
    base: folder,
    named,
    paths: walked.files,
    findIgnored: () => undefined,
    isSearchable: false,
    others: [],
    plain: NONE,
    mayBeThere: () => true,
  };
}

function listGlob(pattern: string, root: string, fail: Fail): Listing[] {
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
    const listing = listFolder(base, named, fail, root);
    return [{ ...listing, paths: listing.paths.filter((path) => matched.has(path)) }];
  }
  const folders = globSync(pattern, { ...settings, onlyDirectories: true });
  return folders.map((folder) => listFolder(resolve(folder), named, fail, root));
}

/** Sorts a listing's paths. Returns whether it had any file to look at. */
function addListing(
  listing: Listing,
  isLeftOut: (file: string) => boolean,
  { files, plain, others, skipped }: Found,
): boolean {
  let found = false;
  const base = listing.base.endsWith('/') ? listing.base : `${listing.base}/`;
  for (const path of listing.paths) {
    const file = `${base}${path}`;
    if (listing.plain.has(path) && buildOutputByPath(path) === undefined && !isLeftOut(file)) {
      plain.push(file);
      continue;
    }
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
  return found || plain.length > 0;
}

/** What isn't looked at: undefined where it isn't known, or where more is ignored than there is to look at. */
function restOf(
  listings: readonly Listing[],
  files: ReadonlyMap<string, SourceFile>,
  configs: readonly string[] | undefined,
): Rest | undefined {
  if (configs === undefined) return undefined;
  const sources: string[] = [];
  for (const { base, paths, plain, findIgnored } of listings) {
    const isSource = (path: string): boolean => SOURCE_EXTENSIONS.has(extensionOf(path));
    const left = paths.filter((path) => !plain.has(path) && isSource(path)).map((path) => `${base}/${path}`);
    const ignored = findIgnored()?.filter(isSource);
    // To read them takes longer then than to follow imports.
    if (ignored === undefined || ignored.length > paths.length) return undefined;
    sources.push(...left.filter((file) => !files.has(file)), ...ignored.map((path) => `${base}/${path}`));
  }
  return { configs, sources };
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
