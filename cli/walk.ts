import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { repositoryOf } from './git.ts';
import { withForwardSlashes } from '../project/paths.ts';
import { describeReadFailure } from '../project/read.ts';

/** The rules of one .gitignore; they hold for paths below `folder`. */
interface IgnoreRules {
  readonly folder: string;
  readonly matcher: Ignore;
}

export interface Walked {
  /** Relative to the folder walked, with forward slashes. */
  readonly files: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly message: string }[];
}

const NEVER_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/**
 * Lists the files below `folder` without git, leaving out what its .gitignore files do. Links to folders are listed
 * like files, not followed.
 *
 * @param options.honourParents whether the .gitignore files above `folder`, up to the repository's root, count as well
 */
export function walkFiles(folder: string, options: { readonly honourParents: boolean }): Walked {
  const files: string[] = [];
  const unreadable: { path: string; message: string }[] = [];
  const visit = (current: string, inherited: readonly IgnoreRules[]): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(current, { withFileTypes: true });
    } catch (error) {
      unreadable.push({ path: current, message: describeReadFailure(error) });
      return;
    }
    const own = entries.some((entry) => entry.name === '.gitignore') ? readRules(current, '.gitignore') : undefined;
    const rules = own === undefined ? inherited : [...inherited, own];
    for (const entry of entries) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) {
        if (!NEVER_ENTERED.has(entry.name) && !isIgnored(`${path}/`, rules)) visit(path, rules);
      } else if ((entry.isFile() || entry.isSymbolicLink()) && !isIgnored(path, rules)) {
        files.push(withForwardSlashes(relative(folder, path)));
      }
    }
  };
  visit(folder, options.honourParents ? rulesAbove(folder) : []);
  return { files, unreadable };
}

/** Whether `path` is a link to a folder. */
export function isLinkToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The deepest .gitignore that says anything about a path decides. */
function isIgnored(path: string, rules: readonly IgnoreRules[]): boolean {
  for (const { folder, matcher } of rules.toReversed()) {
    const verdict = matcher.test(withForwardSlashes(path.slice(folder.length + 1)));
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

function rulesAbove(folder: string): IgnoreRules[] {
  const repository = repositoryOf(folder);
  if (repository === undefined) return [];
  const rules: IgnoreRules[] = [];
  for (let current = folder; current !== repository; current = dirname(current)) {
    const found = readRules(dirname(current), '.gitignore');
    if (found !== undefined) rules.unshift(found);
  }
  const excluded = readRules(repository, join('.git', 'info', 'exclude'));
  return excluded === undefined ? rules : [excluded, ...rules];
}

function readRules(folder: string, file: string): IgnoreRules | undefined {
  try {
    return { folder: folder === '/' ? '' : folder, matcher: ignore().add(readFileSync(join(folder, file), 'utf8')) };
  } catch {
    return undefined;
  }
}
