import { mayBeBuilt, MINIFIED_PATTERN } from '../project/build-output.ts';
import { SOURCE_EXTENSIONS } from '../project/source-extensions.ts';
import { NOT_UTF8_PATTERN } from '../project/text.ts';
import { mayNameService, SERVICE_PATTERNS } from '../transforms/prefilter.ts';
import { listFilesWithout } from './git.ts';
import { LEAVING_PATTERN } from './names-service.ts';

/** Up to here, reading takes no longer than starting git. */
const FEWEST_FILES = 300;

const PATTERNS = [...SERVICE_PATTERNS, LEAVING_PATTERN, NOT_UTF8_PATTERN];
const NAMES = [...SOURCE_EXTENSIONS].map((extension) => `*${extension}`);

/**
 * Sources that are nothing by themselves, where no package depends on the SDK: they are UTF-8, name neither the service
 * nor metadata, lead to no file outside of the repository, and aren't minified. git finds them in a third of the time
 * that Node needs to read them.
 *
 * @param root absolute, of a repository whose files git can search
 * @param files how many there are
 * @returns paths relative to it: not all such files, and none where git can't tell
 */
export function findPlainFiles(root: string, files: number): ReadonlySet<string> {
  if (files < FEWEST_FILES) return new Set();
  const found = [
    ...listFilesWithout(
      root,
      PATTERNS,
      NAMES.filter((name) => !mayBeBuilt(name)),
    ),
    ...listFilesWithout(root, [...PATTERNS, MINIFIED_PATTERN], NAMES.filter(mayBeBuilt)),
  ];
  const isNamed = mayNameService(found.join('\n'));
  return new Set(found.filter((path) => IS_DEEP.test(path) && !(isNamed && mayNameService(path))));
}

/** In a folder of a folder, as the pattern for what leaves the repository wants it. */
const IS_DEEP = /\/.*\//;
