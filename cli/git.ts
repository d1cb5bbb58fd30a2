import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { once } from '../transforms/memoize.ts';
import { lastName, withForwardSlashes } from '../project/paths.ts';
import { errorCode } from '../project/read.ts';
import type { Repository } from './report.ts';

/** What a git hook puts into the environment about its own repository; we may be asking about another. */
const HOOK_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
];

/** Why a file isn't written where there is no git, as the end of a sentence that starts with the file. */
export const NO_REPOSITORY = "isn't in a git repository, so a rewrite couldn't be undone; use --force to write it";

/** Paths per call, far below any system's limit for a command line. */
const PATHS_PER_CALL = 400;

type GitResult = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly why: string };

export interface GitListing {
  /** Relative to the folder, with forward slashes, each once; a repository inside ends in a slash. */
  readonly paths: readonly string[];
  /** What git ignores, but for what is installed in node_modules; undefined where git refuses. */
  readonly findIgnored: () => readonly string[] | undefined;
  /** Those of the paths that git tracks. */
  readonly tracked: readonly string[];
  /** Whether git, asked to search what it tracks, reads the files themselves, and not what it keeps of some. */
  readonly isSearchable: boolean;
  /** What else there is, ignored or not; a folder without anything tracked is one entry, and ends in a slash. */
  readonly others: readonly string[];
}

/**
 * The files below `folder` that git tracks, or doesn't track and doesn't ignore.
 *
 * @returns undefined where there is no git, no repository, or git refuses
 */
export function listGitFiles(folder: string): GitListing | undefined {
  const listed = git(folder, ['ls-files', '-z', '-v', '--cached', '--others', '--directory', '--no-empty-directory']);
  if (!listed.ok) return undefined;
  const tracked: string[] = [];
  const others: string[] = [];
  let isSearchable = true;
  for (const entry of splitNul(listed.output)) {
    const isTracked = !entry.startsWith('?');
    // What is left out of a sparse checkout, or assumed to be unchanged, has another letter.
    isSearchable &&= !isTracked || entry.startsWith('H');
    (isTracked ? tracked : others).push(entry.slice(2));
  }
  const uninstalled = others.filter((path) => !/(?:^|\/)node_modules\/$/.test(path));
  if (uninstalled.length === 0)
    return { paths: [...new Set(tracked)], findIgnored: () => [], tracked, isSearchable, others };
  const some = uninstalled.length > PATHS_PER_CALL ? [] : ['--', ...uninstalled];
  const untracked = git(folder, ['--literal-pathspecs', 'ls-files', '-z', '--others', '--exclude-standard', ...some]);
  if (!untracked.ok) return undefined;
  const paths = new Set([...splitNul(untracked.output), ...tracked]);
  const findIgnored = once(() => {
    const all = git(folder, ['--literal-pathspecs', 'ls-files', '-z', '--others', '--exclude=node_modules/', ...some]);
    return all.ok ? splitNul(all.output).filter((path) => !paths.has(path)) : undefined;
  });
  return { paths: [...paths], findIgnored, tracked, isSearchable, others };
}

/**
 * What git's listing of a folder says of names that are looked for in each folder: whether there may be such a file, by
 * its absolute path. Where the listing doesn't tell, there may be.
 *
 * @param base the folder that was listed, absolute
 * @param names lower case: not every file system tells them apart
 */
export function maybeListed(
  base: string,
  { tracked, others }: Pick<GitListing, 'tracked' | 'others'>,
  names: ReadonlySet<string>,
): (path: string) => boolean {
  /** Of these, git lists all that there is. */
  const folders = once(() => foldersOf(tracked));
  const isSought = new RegExp(`(?:^|/)(?:${[...names].join('|').replaceAll('.', String.raw`\.`)})$`, 'i');
  const listed = new Set(
    [...tracked, ...others].filter((path) => isSought.test(path)).map((path) => path.toLowerCase()),
  );
  return (path) => {
    const below = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
    if (below === undefined || !names.has(lastName(below))) return true;
    return !folders().has(below.slice(0, Math.max(below.lastIndexOf('/'), 0))) || listed.has(below.toLowerCase());
  };
}

/** The folders that files are in, and those around them; `` for the one that paths start at. */
function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  const add = (path: string): void => {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    if (folders.has(folder)) return;
    folders.add(folder);
    if (folder !== '') add(folder);
  };
  paths.forEach(add);
  return folders;
}

/**
 * The files that git tracks below `folder`, has read, and found none of some patterns in. Several such searches may be
 * under way at once.
 *
 * @param patterns Perl's, one of which is enough; they see bytes, a line at a time, without its end
 * @param names such as `*.ts`, one of which a file has to match
 * @param stop ends it
 * @returns relative to the folder; none where git can't search, or not by such patterns, or was stopped
 */
export async function listFilesWithout(
  folder: string,
  patterns: readonly string[],
  names: readonly string[],
  stop?: AbortSignal,
): Promise<readonly string[]> {
  const args = [
    'grep',
    '--files-without-match',
    '-z',
    '--text',
    '--perl-regexp',
    // Each further one takes more of the processor than it saves of the clock's time; a second git saves more.
    '--threads=1',
    // What somebody may have configured.
    '--no-color',
    '--no-full-name',
    '--no-recurse-submodules',
    '--no-textconv',
    ...patterns.flatMap((pattern) => ['-e', pattern]),
    '--',
    ...names,
  ];
  const found = await gitMeanwhile(folder, args, stop);
  return found === undefined ? [] : splitNul(found);
}

/** Whether git ignores `folder`, an absolute path inside a repository. */
export function isIgnoredByGit(folder: string): boolean {
  return git(dirname(folder), ['check-ignore', '-q', '--', folder]).ok;
}

/** The folder of the repository that `folder` is in, absolute; undefined where it is in none. */
export function repositoryOf(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/**
 * What `folder` is part of. Outside of a repository, it stands for itself.
 *
 * @param folder absolute
 * @param isNamed whether anybody will read what others call the repository; where nobody does, git isn't started for
 *   it, and the name is that of its folder
 */
export function identifyRepository(folder: string, isNamed: boolean): Repository {
  const repository = repositoryOf(folder);
  if (repository === undefined) return { name: basename(folder) || folder, path: '' };
  const remote = isNamed ? git(repository, ['config', '--get', 'remote.origin.url']) : undefined;
  const name = remote?.ok === true ? nameInAddress(remote.output.trim()) : undefined;
  return { name: name ?? basename(repository), path: withForwardSlashes(relative(repository, folder)) };
}

/**
 * `owner/name` of an address such as `git@host:owner/name.git` or `https://user:token@host/owner/name`, and nothing
 * else of it.
 */
function nameInAddress(address: string): string | undefined {
  return /[/:]([^/:@]+\/[^/:@]+?)(?:\.git)?\/?$/.exec(address)?.[1];
}

/**
 * Which of `files` git could not bring back after they were written, and why, as the end of a sentence that starts with
 * the file.
 *
 * @param files absolute real paths (no symbolic links)
 */
export function findUnsafeToWrite(files: readonly string[]): Map<string, string> {
  const unsafe = new Map<string, string>();
  const byRepository = new Map<string, string[]>();
  const repositories = new Map<string, string | undefined>();
  for (const file of files) {
    const folder = dirname(file);
    if (!repositories.has(folder)) repositories.set(folder, repositoryOf(folder));
    const repository = repositories.get(folder);
    if (repository === undefined) unsafe.set(file, NO_REPOSITORY);
    else byRepository.set(repository, [...(byRepository.get(repository) ?? []), file]);
  }
  for (const [repository, members] of byRepository) {
    for (let start = 0; start < members.length; start += PATHS_PER_CALL) {
      findUnsafeInRepository(repository, members.slice(start, start + PATHS_PER_CALL), unsafe);
    }
  }
  return unsafe;
}

function findUnsafeInRepository(repository: string, files: readonly string[], unsafe: Map<string, string>): void {
  const paths = files.map((file) => withForwardSlashes(relative(repository, file)));
  const tracked = git(repository, ['--literal-pathspecs', 'ls-files', '-z', '--', ...paths]);
  const changed = git(repository, [
    '--literal-pathspecs',
    'diff',
    '--name-only',
    '--no-ext-diff',
    '-z',
    'HEAD',
    '--',
    ...paths,
  ]);
  const trackedPaths = new Set(tracked.ok ? splitNul(tracked.output) : []);
  const changedPaths = new Set(changed.ok ? splitNul(changed.output) : []);
  files.forEach((file, index) => {
    const path = paths[index] ?? '';
    if (!tracked.ok)
      unsafe.set(
        file,
        `can't be checked for uncommitted changes (${tracked.why}); use --force to write it all the same`,
      );
    else if (!trackedPaths.has(path) || !changed.ok)
      unsafe.set(file, "isn't committed to git; commit it, or use --force to write it");
    else if (changedPaths.has(path))
      unsafe.set(file, 'has uncommitted changes; commit or stash them, or use --force to write it');
  });
}

/** The entries of an answer, each of which ends in a zero. */
function splitNul(output: string): string[] {
  return output === '' ? [] : output.slice(0, -1).split('\0');
}

/** Runs git, and waits for it: what takes a short answer in pieces takes longer. */
function git(cwd: string, args: readonly string[]): GitResult {
  // Loaded here, since it takes a tenth of a small run, and one of named files has no use for it.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout, stderr, error } = spawnSync('git', args, settingsIn(cwd));
  if (status === 0 && error === undefined) return { ok: true, output: stdout };
  if (errorCode(error) === 'ENOENT') return { ok: false, why: "git isn't installed" };
  return { ok: false, why: error?.message ?? stderr.trim().split('\n')[0] ?? '' };
}

/** What git answers, while others may run; undefined where it fails, can't be started, or is stopped. */
async function gitMeanwhile(cwd: string, args: readonly string[], signal?: AbortSignal): Promise<string | undefined> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  try {
    return (await promisify(execFile)('git', args, { ...settingsIn(cwd), signal })).stdout;
  } catch {
    return undefined;
  }
}

function settingsIn(cwd: string) {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
  for (const name of HOOK_VARIABLES) Reflect.deleteProperty(env, name);
  return { cwd, env, maxBuffer: Infinity, encoding: 'utf8' } as const;
}
