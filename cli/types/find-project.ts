import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ts } from 'ts-morph';
import { withForwardSlashes } from '../../project/paths.ts';

/** A tsconfig, as far as types are concerned. */
export interface TypeProject {
  /** Absolute. */
  readonly config: string;
  readonly options: ts.CompilerOptions;
  /** What it includes, absolute with forward slashes. */
  readonly files: ReadonlySet<string>;
}

/** `broken`: the tsconfig can't be read, and why. */
export type FoundProject =
  | { readonly kind: 'found'; readonly project: TypeProject }
  | { readonly kind: 'broken'; readonly config: string; readonly why: string }
  | { readonly kind: 'none' };

/** Finds the project of each file, reading each tsconfig once. */
export interface ProjectFinder {
  /** @param file absolute, with forward slashes */
  readonly projectOf: (file: string) => FoundProject;
}

/**
 * The project of a file is its nearest tsconfig.json or jsconfig.json, or, where that only refers to others, the one of
 * those that includes it.
 *
 * @param given the tsconfig that holds everywhere, absolute; null: the nearest one does
 */
export function createProjectFinder(given: string | null): ProjectFinder {
  const known = new Map<string, FoundProject>();
  const read = (config: string): FoundProject => {
    const found = known.get(config) ?? readProject(config);
    known.set(config, found);
    return found;
  };
  return {
    projectOf: (file) => {
      const config = given ?? nearestConfig(dirname(file));
      if (config === undefined) return { kind: 'none' };
      const found = read(config);
      return found.kind === 'found' && !found.project.files.has(file)
        ? (referredProject(config, file, read, new Set()) ?? found)
        : found;
    },
  };
}

function nearestConfig(folder: string): string | undefined {
  const own = ['tsconfig.json', 'jsconfig.json'].map((name) => join(folder, name)).find(isFile);
  return own ?? (dirname(folder) === folder ? undefined : nearestConfig(dirname(folder)));
}

/** The project that includes `file`, of those that a config refers to, however far. */
function referredProject(
  config: string,
  file: string,
  read: (config: string) => FoundProject,
  seen: Set<string>,
): FoundProject | undefined {
  for (const target of referencesOf(config)) {
    if (seen.has(target)) continue;
    seen.add(target);
    const found = read(target);
    if (found.kind === 'found' && found.project.files.has(file)) return found;
    const further = referredProject(target, file, read, seen);
    if (further !== undefined) return further;
  }
  return undefined;
}

function referencesOf(config: string): string[] {
  const { config: json } = ts.readConfigFile(config, readText) as { config?: { references?: unknown } };
  const references: readonly unknown[] = Array.isArray(json?.references) ? json.references : [];
  const paths = references.map((reference) =>
    typeof reference === 'object' && reference !== null && 'path' in reference ? reference.path : undefined,
  );
  return paths
    .filter((path) => typeof path === 'string')
    .map((path) => resolve(dirname(config), path))
    .map((path) => (isFile(path) ? path : join(path, 'tsconfig.json')));
}

function readProject(config: string): FoundProject {
  const problems: ts.Diagnostic[] = [];
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => problems.push(problem),
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  const [problem] = [...problems, ...(parsed?.errors ?? [])].filter(
    ({ category, code }) => category === ts.DiagnosticCategory.Error && !HARMLESS.has(code),
  );
  if (parsed === undefined || problem !== undefined) {
    return {
      kind: 'broken',
      config,
      why: problem === undefined ? 'it cannot be read' : ts.flattenDiagnosticMessageText(problem.messageText, ' '),
    };
  }
  const project = {
    config,
    options: withDefaults(parsed.options, config),
    files: new Set(parsed.fileNames.map(withForwardSlashes)),
  };
  return { kind: 'found', project };
}

/**
 * No inputs were found; the list of files is empty: what a config includes is not what is asked of it here. An
 * `extends` that isn't installed; unknown options.
 */
const HARMLESS: ReadonlySet<number> = new Set([18002, 18003, 5023, 5025, 6046, 6053, 5083]);

/**
 * What the repository's own compiler takes for granted, where that isn't the one that is used here: before TypeScript 6
 * nothing was strict unless asked for.
 */
function withDefaults(options: ts.CompilerOptions, config: string): ts.CompilerOptions {
  const isOlder = majorVersion(config) < 6;
  return {
    ...options,
    ...(isOlder && options.strict === undefined ? { strict: false } : {}),
    ...(isOlder && options.types === undefined ? { types: ['*'] } : {}),
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
    declaration: false,
  };
}

/** Of the TypeScript that is installed for `config`; 0 where there is none. */
function majorVersion(config: string): number {
  try {
    const manifest: unknown = JSON.parse(
      readFileSync(createRequire(config).resolve('typescript/package.json'), 'utf8'),
    );
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
    return Number(version.split('.')[0]);
  } catch {
    return 0;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readText(path: string): string | undefined {
  return ts.sys.readFile(path);
}
