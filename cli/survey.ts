import { lstatSync } from 'node:fs';
import { once } from '../transforms/memoize.ts';
import { lastName } from '../project/paths.ts';
import { CONFIG_NAME } from '../project/shared-config.ts';
import type { GitListing } from './git.ts';
import { mayPackagesLeadToService } from './names-service.ts';
import { isLinkToFolder } from './walk.ts';

/** What the names of a repository's files say of it. */
export interface Survey {
  /**
   * What says where imports lead, those that git ignores included, by absolute paths: each package.json and
   * tsconfig.json. undefined where there may be others.
   */
  readonly findConfigs: () => readonly string[] | undefined;
  /** Whether there may be a configuration file. */
  readonly isConfigured: boolean;
  /** Whether a package of the repository, or an installed one, may ask for the SDK. */
  readonly mayPackagesLead: () => boolean;
}

/**
 * Looks through the names of a repository's files.
 *
 * @param root absolute, of the repository
 * @returns undefined where there may be files that git didn't list
 */
export function surveyRepository(
  root: string,
  { paths, findIgnored, others }: Pick<GitListing, 'paths' | 'findIgnored' | 'others'>,
): Survey | undefined {
  const telling = paths.filter((path) => TELLING.test(path));
  if (!areKnown(telling, root)) return undefined;
  const all = [...telling, ...others.filter((path) => TELLING.test(path))];
  const findIgnoredTelling = once(() => {
    const ignored = findIgnored()?.filter((path) => TELLING.test(path));
    return ignored !== undefined && areKnown(ignored, root) ? ignored : undefined;
  });
  const thoseOf = (pattern: RegExp, some: readonly string[]): string[] =>
    some.filter((path) => pattern.test(path)).map((path) => `${root}/${path}`);
  // What is installed says which packages there are, too.
  const isInstalled = all.some((path) => path.includes('node_modules'));
  return {
    findConfigs: () => {
      const ignored = findIgnoredTelling();
      return ignored && thoseOf(CONFIG, [...telling, ...ignored]);
    },
    isConfigured: all.some((path) => lastName(path).toLowerCase() === CONFIG_NAME || IS_UNLISTED.test(path)),
    mayPackagesLead: once(() => {
      if (isInstalled || mayPackagesLeadToService(thoseOf(MANIFEST, all), root)) return true;
      const ignored = findIgnoredTelling();
      return ignored === undefined || mayPackagesLeadToService(thoseOf(MANIFEST, ignored), root);
    }),
  };
}

/** A folder that git doesn't track: it may hold what git ignores. */
const IS_UNLISTED = /(?<!(?:^|\/)node_modules)\/$/;

const MANIFEST = /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml)$/;
const CONFIG = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/;

/** What any of the questions is about; most paths are none of it. Not every file system tells small letters. */
const TELLING = new RegExp(
  String.raw`${MANIFEST.source}|${CONFIG.source}|(?:^|/)(?:${CONFIG_NAME.replaceAll('.', String.raw`\.`)}|\.gitmodules|[^/.]+)$|node_modules|/$`,
  'i',
);

function areKnown(telling: readonly string[], root: string): boolean {
  return telling.every((path) => isKnown(path, root));
}

/** What a repository inside, or a link to a folder, has is unknown. */
function isKnown(path: string, root: string): boolean {
  const name = lastName(path);
  // Only a name without an extension is worth a system call; other folders than those fail to be read.
  if (name.includes('.') && !path.endsWith('/')) return name !== '.gitmodules';
  const file = `${root}/${path}`;
  return whyNotEntered(file) === undefined && lstatSync(file, { throwIfNoEntry: false })?.isDirectory() !== true;
}

/** What git lists as one entry and a walk doesn't follow: repositories inside this one, links to folders. */
export function whyNotEntered(file: string): string | undefined {
  if (file.endsWith('/')) return 'a git repository of its own; run the command there';
  // Only a name without an extension is worth a system call.
  if (lastName(file).includes('.')) return undefined;
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && isLinkToFolder(file) ? "a symbolic link to a folder; links aren't followed" : undefined;
}
