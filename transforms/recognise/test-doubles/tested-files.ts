import { ts } from 'ts-morph';
import { callsIn } from '../../tree.ts';
import { mockedModule } from '../frameworks/mocks.ts';
import type { Unit } from '../../language/unit.ts';

/** A file whose code a test runs. */
export interface TestedFile {
  readonly fileName: string;
  /** The names of the files that import it, among those and the test. */
  readonly importers: ReadonlySet<string>;
}

/** The files of the repository whose code a test runs. */
export interface TestedFiles {
  /** By their names. */
  readonly files: readonly TestedFile[];
  /** Whether all that they import could be told; what comes from packages counts as told. */
  readonly isComplete: boolean;
}

/** Beyond this a test runs the whole application, and what belongs to it can't be told any more. */
const MOST_FILES = 400;

/** Follows a test's imports through the repository, but not into the modules that it mocks. */
export function findTestedFiles(test: Unit): TestedFiles {
  const { project } = test.graph;
  const mocked = mockedFiles(test, (specifier) => fileOf(specifier, test.fileName));
  const found = new Map<string, Set<string>>();
  let isComplete = true;
  const follow = (text: string, fileName: string): void => {
    for (const specifier of importsIn(text)) {
      const location = project.resolveModule(specifier, fileName);
      if (location.kind === 'unknown') isComplete = false;
      if (location.kind !== 'file' || mocked.has(location.fileName) || location.fileName === test.fileName) continue;
      const importers = found.get(location.fileName);
      importers?.add(fileName);
      if (importers !== undefined) continue;
      if (found.size >= MOST_FILES) {
        isComplete = false;
        return;
      }
      found.set(location.fileName, new Set([fileName]));
      const imported = project.readModule(location.fileName);
      if (imported === undefined) isComplete = false;
      else follow(imported, location.fileName);
    }
  };
  follow(test.text, test.fileName);
  const files = [...found].map(([fileName, importers]) => ({ fileName, importers }));
  return { files: files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1)), isComplete };

  function fileOf(specifier: string, from: string): string | undefined {
    const location = project.resolveModule(specifier, from);
    return location.kind === 'file' ? location.fileName : undefined;
  }
}

function importsIn(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The files that don't run, because the test mocks them and its factory doesn't ask for the original. */
function mockedFiles(test: Unit, fileOf: (specifier: string) => string | undefined): Set<string> {
  return new Set(
    callsIn(test.source).flatMap((call) => {
      const mocked = mockedModule(call);
      return mocked === undefined ||
        /importOriginal|importActual|requireActual|\bspy: true/.test(call.getText(test.source))
        ? []
        : (fileOf(mocked.specifier) ?? []);
    }),
  );
}
