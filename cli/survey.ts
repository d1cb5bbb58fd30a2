import { lstatSync } from 'node:fs';
import { once } from '../transforms/memoize.ts';
import { lastName } from '../project/paths.ts';
import { CONFIG_NAME } from '../project/shared-config.ts';
import type { GitListing } from './git.ts';
import { mayPackagesLeadToService } from './names-service.ts';
import { isLinkToFolder } from './walk.ts';

/** What the names of a repository's files say of it. */
export interface Survey {
  /** What says where imports lead, by absolute paths: each package.json and tsconfig.json. */
  readonly configs: readonly string[];
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
  { paths, isAll, others }: Pick<GitListing, 'paths' | 'isAll' | 'others'>,
): Survey | undefined {
  const telling = paths.filter((path) => TELLING.test(path));
  if (!isAll || !telling.every((path) => isKnown(path, root))) return undefined;
  const all = [...telling, ...others.filter((path) => TELLING.test(path))];
  const absolute = (path: string): string => `${root}/${path}`;
  // What is installed says which packages there are, too.
  const isInstalled = all.some((path) => path.includes('node_modules'));
  return {
    configs: telling.filter((path) => CONFIG.test(path)).map(absolute),
    isConfigured: all.some((path) => lastName(path).toLowerCase() === CONFIG_NAME),
    mayPackagesLead: once(
      () => isInstalled || mayPackagesLeadToService(all.filter((path) => MANIFEST.test(path)).map(absolute), root),
    ),
  };
}

const MANIFEST = /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml)$/;
const CONFIG = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/;

/** What any of the questions is about; most paths are none of it. Not every file system tells small letters. */
const TELLING = new RegExp(
  String.raw`${MANIFEST.source}|${CONFIG.source}|(?:^|/)(?:${CONFIG_NAME.replaceAll('.', String.raw`\.`)}|\.gitmodules|[^/.]+)$|node_modules|/$`,
  'i',
);

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
