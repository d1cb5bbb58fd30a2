import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { createCheckerOracle } from '../../transforms/engine.ts';
import { hasNoExtension } from '../../transforms/language/shebang.ts';
import type { TypeOracle } from '../../transforms/type-oracle.ts';
import { createProjectFinder, type TypeProject } from './find-project.ts';

/** A file whose types are wanted. */
export interface TypedFile {
  /** Absolute, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Files that share a program, and the one of each that knows its types. */
export interface TypedGroup<F extends TypedFile> {
  /** The tsconfig, absolute. */
  readonly config: string;
  readonly files: readonly F[];
  /** Builds the program and its checker, in the place of what was built before. This is what takes long. */
  readonly readProgram: () => void;
  /** From now on there are no types. */
  readonly dropProgram: () => void;
  /** Undefined where there is no program, or it holds another text for the file. */
  readonly oracleFor: (file: F) => TypeOracle | undefined;
}

/** Is told what keeps types from being used, for people, at most once per tsconfig. */
export type TellTypeProblem = (config: string, why: string) => void;

/**
 * Groups files by the project that their types come from. A group's program is let go when the next group is asked for,
 * so that never more than one is in memory. Files that belong to no project have no types, and neither have those whose
 * project was found by itself and has nothing installed: what their types import would be `any`.
 *
 * @param given the tsconfig that holds everywhere, absolute; null: the nearest one of each file does
 */
export function* groupByProject<F extends TypedFile>(
  files: readonly F[],
  given: string | null,
  tell: TellTypeProblem,
): Generator<TypedGroup<F>> {
  const finder = createProjectFinder(given);
  const groups = new Map<TypeProject, F[]>();
  const broken = new Set<string>();
  for (const file of files) {
    const found = finder.projectOf(file.path);
    if (found.kind === 'found' && isPart(file, found.project)) {
      const group = groups.get(found.project);
      if (group === undefined) groups.set(found.project, [file]);
      else group.push(file);
    } else if (found.kind === 'broken' && !broken.has(found.config)) {
      broken.add(found.config);
      tell(found.config, `is broken, so types are not used: ${found.why}`);
    }
  }
  for (const [project, members] of groups) {
    if (given === null && !hasDependencies(project.config))
      tell(
        project.config,
        'has no node_modules beside or above it, so types are not used; with the dependencies installed more can be proved',
      );
    else yield groupOf(project, members, tell);
  }
}

/** A script that isn't type-checked would be read for nothing; without an extension the compiler takes none. */
function isPart({ path, text }: TypedFile, { options }: TypeProject): boolean {
  if (hasNoExtension(path)) return false;
  return !/\.[cm]?jsx?$/i.test(path) || options.checkJs === true || /^\s*\/\/\/?\s*@ts-check\b/m.test(text);
}

function groupOf<F extends TypedFile>(project: TypeProject, files: readonly F[], tell: TellTypeProblem): TypedGroup<F> {
  let program: ts.Program | undefined;
  return {
    config: project.config,
    files,
    readProgram: () => {
      program = undefined;
      program = tryProgram(project, files, tell);
      program?.getTypeChecker();
    },
    dropProgram: () => {
      program = undefined;
    },
    oracleFor: (file) => {
      const source = program?.getSourceFile(file.path);
      return program === undefined || source?.text !== file.text
        ? undefined
        : createCheckerOracle({ ts, program, source });
    },
  };
}

function tryProgram(project: TypeProject, files: readonly TypedFile[], tell: TellTypeProblem): ts.Program | undefined {
  try {
    return createProgram(project, files);
  } catch (error) {
    tell(
      project.config,
      `gives no program, so types are not used: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

/** The files themselves, what they import, and what the project declares for everybody. */
function createProgram({ options, files }: TypeProject, wanted: readonly TypedFile[]): ts.Program {
  const allowJs = options.allowJs === true || wanted.some(({ path }) => /\.[cm]?jsx?$/i.test(path));
  const project = new Project({
    compilerOptions: { ...options, allowJs },
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  });
  for (const file of files) if (declaresGlobals(file)) project.addSourceFileAtPathIfExists(file);
  for (const { path, text } of wanted) project.createSourceFile(path, text, { overwrite: true });
  return project.getProgram().compilerObject;
}

/** Whether a file adds to what others see without an import. */
function declaresGlobals(file: string): boolean {
  if (/\.d\.[cm]?ts$/.test(file)) return true;
  try {
    return /\bdeclare\s+(?:global|module)\b/.test(readFileSync(file, 'latin1'));
  } catch {
    return false;
  }
}

function hasDependencies(config: string): boolean {
  for (let folder = dirname(config); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) return true;
    if (dirname(folder) === folder) return false;
  }
}
