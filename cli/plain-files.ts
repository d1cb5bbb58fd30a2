import { mayBeBuilt, MINIFIED_PATTERN } from '../project/build-output.ts';
import { READ_EXTENSIONS } from '../project/source-extensions.ts';
import { NOT_UTF8_PATTERN } from '../project/text.ts';
import { mayNameService, SERVICE_PATTERNS } from '../transforms/prefilter.ts';
import { listFilesWithout } from './git.ts';
import { LEAVING_PATTERN } from './names-service.ts';

/** Up to here, reading takes no longer than starting git. */
const FEWEST_FILES = 300;

const NONE: ReadonlySet<string> = new Set();

/**
 * Files that are nothing by themselves, where no package depends on the SDK: they are UTF-8, name neither the service
 * nor metadata, lead to no file outside of the repository, and aren't minified. git finds them in a third of the time
 * that Node needs to read them.
 *
 * @param root absolute, of a repository whose files git can search
 * @param files how many there are
 * @param mayMatter whether a file's package says more than that
 * @returns absolute paths: not all such files, and none where git can't tell
 */
export async function findPlainFiles(
  root: string,
  files: number,
  mayMatter: (file: string) => boolean,
): Promise<ReadonlySet<string>> {
  if (files < FEWEST_FILES) return NONE;
  const patterns = [...SERVICE_PATTERNS, LEAVING_PATTERN, NOT_UTF8_PATTERN];
  const names = [...READ_EXTENSIONS].map((extension) => `*${extension}`);
  const found = await Promise.all([
    listFilesWithout(
      root,
      patterns,
      names.filter((name) => !mayBeBuilt(name)),
    ),
    listFilesWithout(root, [...patterns, MINIFIED_PATTERN], names.filter(mayBeBuilt)),
  ]);
  return new Set(
    found
      .flat()
      .filter((path) => IS_DEEP.test(path) && !mayNameService(path))
      .map((path) => `${root}/${path}`)
      .filter((file) => !mayMatter(file)),
  );
}

/** In a folder of a folder, as the pattern for what leaves the repository wants it. */
const IS_DEEP = /\/.*\//;
