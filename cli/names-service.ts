import { readFileSync } from 'node:fs';
import { displayPath } from '../project/paths.ts';
import { checkBytes, decode, searchedText } from '../project/text.ts';
import { mayNameService, specifiersIn } from '../transforms/prefilter.ts';

/** What there is in a repository beside the files to look at, as far as it matters to imports, by absolute paths. */
export interface Rest {
  /** Sources that nobody edits, that were left out, or that git ignores, but for those that are nothing by themselves. */
  readonly sources: readonly string[];
  /** What says where imports lead: each package.json and tsconfig.json. */
  readonly configs: readonly string[];
}

/** Whether a file leads to the service, by its text and by what it imports, however far. */
export type LeadsToService = (path: string, text: string) => boolean;

/**
 * Whether a source file may name the service, or leads to it by a way that leaves the repository. Where none does, no
 * file of a repository leads to the service, and none has to be followed.
 *
 * @param text of the bytes, by {@link searchedText}
 * @param path absolute
 * @param root of the repository
 */
export function mayLeadToService(
  bytes: Buffer,
  text: string,
  path: string,
  root: string,
  leadsToService: LeadsToService,
): boolean {
  if (mayNameService(displayPath(root, path)) || mayNameService(text)) return true;
  const leaves = (part: string): boolean => leavesRepository(part, path, root) || entersInstalled(part);
  // A path may stand there that isn't the name of a module.
  if (!leaves(text) || !specifiersIn(text, true).some((specifier) => leaves(`"${specifier}"`))) return false;
  const check = checkBytes(bytes);
  return check.kind === 'text' && leadsToService(path, decode(bytes, check.encoding).text);
}

/** The same for all that isn't looked at. */
export function mayRestLeadToService(
  { sources, configs }: Rest,
  root: string,
  leadsToService: LeadsToService,
): boolean {
  return (
    sources.some((path) =>
      mayBeTrueOf(path, (bytes) => {
        const text = searchedText(bytes);
        return text !== undefined && mayLeadToService(bytes, text, path, root, leadsToService);
      }),
    ) ||
    configs.some((path) =>
      mayBeTrueOf(
        path,
        // Nuxt gives its modules' composables to every file. An alias never leads into node_modules.
        (bytes) => {
          const text = bytes.toString('latin1');
          return (
            text.includes('nuxt') || leavesRepository(text, path, root) || (isManifest(path) && entersInstalled(text))
          );
        },
      ),
    )
  );
}

/**
 * Whether a package of the repository may ask for one of the service's, as far as all of them say.
 *
 * @param manifests absolute paths; undefined where there are others
 */
export function mayPackagesLeadToService(manifests: readonly string[] | undefined, root: string): boolean {
  return (
    manifests?.some((path) =>
      mayBeTrueOf(path, (bytes) => {
        const text = bytes.toString('latin1');
        return mayNameService(text) || leavesRepository(text, path, root);
      }),
    ) ?? true
  );
}

/** Git lists what is deleted, too, and nothing leads there. Of a file that can't be read, nothing is known. */
function mayBeTrueOf(path: string, isTrueOf: (bytes: Buffer) => boolean): boolean {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
  return isTrueOf(bytes);
}

/** Whether a path in a file may lead out of the repository. */
function leavesRepository(text: string, path: string, root: string): boolean {
  const depth = displayPath(root, path).split('/').length - 1;
  // V8 looks for few characters in a third of the time.
  return depth === 0 ? PARENT.test(text) : text.includes('../..') && text.includes(`${'../'.repeat(depth)}..`);
}

/**
 * A pattern of Perl: what it doesn't match in, in a folder of a folder of the repository or deeper, leads neither out
 * of it nor into what is installed.
 */
export const LEAVING_PATTERN = String.raw`\.(?:\./\.\./\.\.|/node_modules/)`;

/** `..` as a path, or the beginning of one. */
const PARENT = /(?<![.\w])\.\.(?=["'`/])/;

/** Whether a path may lead into what is installed, not by the name of a package. */
function entersInstalled(text: string): boolean {
  return text.includes('_mod') && INSTALLED.test(text);
}

const INSTALLED = /(["'`])(?:\.\.?\/)+node_modules\/[^"'`$\n]*\1/;

function isManifest(path: string): boolean {
  return path.endsWith('package.json');
}
