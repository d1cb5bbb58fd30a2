import { statSync } from 'node:fs';
import { join } from 'node:path';
import { mayBeBuilt, MINIFIED_PATTERN } from '../project/build-output.ts';
import { SOURCE_EXTENSIONS } from '../project/source-extensions.ts';
import { NOT_UTF8_PATTERN } from '../project/text.ts';
import { mayNameService, SERVICE_PATTERNS } from '../transforms/prefilter.ts';
import { listFilesWithout } from './git.ts';
import { LEAVING_PATTERN, mayPackagesLeadToService } from './names-service.ts';

const PATTERNS = [...SERVICE_PATTERNS, LEAVING_PATTERN, NOT_UTF8_PATTERN];
const NAMES = [...SOURCE_EXTENSIONS].map((extension) => `*${extension}`);
const BUILT = NAMES.filter(mayBeBuilt);
const MARKUP = NAMES.filter((name) => name.endsWith('x'));

/** Which files are searched for which patterns; all searches go on at once, and the last two take about as long. */
const SEARCHES = [
  { patterns: [...PATTERNS, MINIFIED_PATTERN], names: BUILT },
  { patterns: PATTERNS, names: MARKUP },
  { patterns: PATTERNS, names: NAMES.filter((name) => !BUILT.includes(name) && !MARKUP.includes(name)) },
];

/** A search that goes on while others work. */
export interface PlainSearch {
  /** Those that {@link findPlainFiles} finds. */
  readonly found: Promise<ReadonlySet<string>>;
  /** Ends it, where nobody asks for what it finds. */
  readonly stop: () => void;
}

/**
 * Starts to search a repository for what is nothing by itself, if that is likely to be asked for: there are many files,
 * and the manifest at the top doesn't ask for the SDK.
 *
 * @param root absolute, of the repository
 */
export function startPlainSearch(root: string): PlainSearch | undefined {
  if (sizeOf(join(root, '.git/index')) < SMALLEST_INDEX) return undefined;
  if (mayPackagesLeadToService([join(root, 'package.json')], root)) return undefined;
  const controller = new AbortController();
  return {
    found: findPlainFiles(root, controller.signal),
    stop: () => {
      controller.abort();
    },
  };
}

/** git's index of two or three hundred files. Up to here, reading takes no longer than starting git. */
const SMALLEST_INDEX = 20_000;

/** In bytes; without end where that isn't known, as in a working tree whose repository is elsewhere. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return Infinity;
  }
}

/**
 * Sources that are nothing by themselves, where no package depends on the SDK: they are UTF-8, name neither the service
 * nor metadata, lead to no file outside of the repository, and aren't minified. git finds them in a third of the time
 * that Node needs to read them.
 *
 * @param root absolute, of a repository whose files git can search
 * @param stop ends the search
 * @returns paths relative to it: not all such files, and none where git can't tell
 */
export async function findPlainFiles(root: string, stop?: AbortSignal): Promise<ReadonlySet<string>> {
  const found = (
    await Promise.all(SEARCHES.map(({ patterns, names }) => listFilesWithout(root, patterns, names, stop)))
  ).flat();
  const isNamed = mayNameService(found.join('\n'));
  return new Set(found.filter((path) => IS_DEEP.test(path) && !(isNamed && mayNameService(path))));
}

/** In a folder of a folder, as the pattern for what leaves the repository wants it. */
const IS_DEEP = /\/.*\//;
