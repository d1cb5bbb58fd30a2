import { METADATA_FIELDS } from '../transforms/api-change.ts';
import type { ProjectView } from '../transforms/project.ts';
import { mayNameService, type Searched, specifiersIn } from '../transforms/prefilter.ts';
import { SOURCE_EXTENSIONS } from './source-extensions.ts';

/**
 * @param view of the files around
 * @param readText a file's text, which is asked for once; undefined where it can't be read
 * @param show a file's path as far as it says what the file is about: not where the whole repository lies
 * @returns whether a file may have findings although its package doesn't depend on the SDK: it names the service, or
 *   imports a file that does, however far, or one whose objects come without an import. Only texts are looked at:
 *   nothing is parsed.
 */
export function createLeadsToService(
  view: Pick<ProjectView, 'resolveModule' | 'settings'>,
  readText: (fileName: string) => string | undefined,
  show: (fileName: string) => string = (fileName) => fileName,
): (fileName: string, text: string) => boolean {
  const answers = new Map<string, boolean>();
  const imports = new Map<string, readonly string[]>();

  /** What a file leads to by its own text; undefined where that is the service. */
  const leadsTo = (fileName: string, text: string, isStart: boolean): readonly string[] | undefined => {
    if (mayNameService(show(fileName)) || mayNameService(text)) return undefined;
    // A module's composables come without an import, and so do the application's own.
    if (COMPOSABLE.test(text) && view.resolveModule('nuxt', fileName).kind === 'package') return undefined;
    return specifiersIn(text, isStart).flatMap((specifier) => {
      const location = view.resolveModule(specifier, fileName);
      return location.kind === 'file' ? [location.fileName] : [];
    });
  };
  const ofModule = (fileName: string): readonly string[] | undefined => {
    const known = imports.get(fileName);
    if (known !== undefined) return known;
    const text = readText(fileName);
    const found = text === undefined ? [] : leadsTo(fileName, text, false);
    if (found !== undefined) imports.set(fileName, found);
    return found;
  };

  /** Whether one of the files leads there. Where none does, none of those on the way does. */
  const doesAnyLead = (files: readonly string[]): boolean => {
    /** Each file, and by which it was reached. */
    const reached = new Map<string, string | undefined>(files.map((file) => [file, undefined]));
    // The map grows while it is gone through.
    for (const [file] of reached) {
      const answer = answers.get(file);
      if (answer === false) continue;
      const found = answer === true ? undefined : ofModule(file);
      if (found === undefined) {
        for (let at: string | undefined = file; at !== undefined; at = reached.get(at)) answers.set(at, true);
        return true;
      }
      for (const next of found) if (!reached.has(next)) reached.set(next, file);
    }
    for (const file of reached.keys()) answers.set(file, false);
    return false;
  };

  return (fileName, text) => {
    if (mayMatterByItself(view, fileName, text)) return true;
    const found = leadsTo(fileName, text, true);
    return found === undefined || doesAnyLead(found);
  };
}

/** Whether such a file may have findings, or be worth a word, wherever it leads. */
export function mayMatterByItself(view: Pick<ProjectView, 'settings'>, fileName: string, text: Searched): boolean {
  return mayMatterByText(fileName, text) || hasPackages(view, fileName);
}

/** The same as far as its name and its text say. */
export function mayMatterByText(fileName: string, text: Searched): boolean {
  return (
    // Components, and scripts without an extension, are few.
    !SOURCE.test(fileName) ||
    // What names a metadata field may be worth a word all the same.
    (text.includes(PART_OF_FIELD) && METADATA_FIELDS.some((field) => text.includes(field)))
  );
}

/** Whether packages are said to stand for the SDK, in the folder of a file. */
export function hasPackages(view: Pick<ProjectView, 'settings'>, fileName: string): boolean {
  return Object.keys(view.settings?.(fileName).packages ?? {}).length > 0;
}

/** V8 takes longer to optimise `extname` than all files take. */
const SOURCE = new RegExp(String.raw`[^/\\](?:${[...SOURCE_EXTENSIONS].join('|').replaceAll('.', String.raw`\.`)})$`);

/** V8 looks for up to six characters in a third of the time. */
const PART_OF_FIELD = 'Metada';

/** What Nuxt modules give to every file. */
const COMPOSABLE = /\buse(?:Auth|Clerk|Organization|Session|SignIn|SignUp|User)\b/;
