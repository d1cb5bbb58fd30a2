import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { generatedAliases } from './generated-aliases.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './jsonc.ts';
import type { FileProblem } from './file-problem.ts';
import { describeReadFailure, errorCode } from './read.ts';

/** How a tsconfig maps bare specifiers to files. */
export interface Aliases {
  /** Absolute; bare specifiers are files below it. Null: they aren't. */
  readonly baseUrl: string | null;
  /** In the order in which they are tried. Targets are absolute, with at most one `*`, as the pattern. */
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

export interface TsConfigs {
  /**
   * The aliases that hold in `folder`, strongest first: of its nearest tsconfig.json or jsconfig.json, then of the
   * projects this refers to.
   */
  aliasesFor(folder: string): readonly Aliases[];
  /**
   * Whether null and undefined are told apart from other values in `folder`, as far as is known: by its nearest
   * tsconfig.json, or the projects this refers to.
   */
  checksNull(folder: string): boolean;
  /** Whether one of the same projects asks for `exactOptionalPropertyTypes`. */
  tellsMissing(folder: string): boolean;
}

/**
 * Reads tsconfig files as they are asked for, each once. A broken one is reported once and counts as empty;
 * one that is extended but isn't there (not installed, not generated yet) counts as empty, too.
 *
 * @param project the tsconfig that holds everywhere, absolute; null: the nearest one does
 * @param tellMissing told of each tsconfig that is extended and isn't there: what extends it (absolute), and how
 */
export function createTsConfigs(
  project: string | null,
  report: (problem: FileProblem) => void,
  tellMissing: TellMissing = () => undefined,
): TsConfigs {
  const files = new Map<string, JsonObject | undefined>();
  const nearest = new Map<string, string | undefined>();
  const aliases = new Map<string, readonly Aliases[]>();
  const checked = new Map<string, boolean>();

  const read = (path: string): JsonObject | undefined => {
    if (!files.has(path)) files.set(path, readConfig(path, report));
    return files.get(path);
  };

  const findNearest = (folder: string): string | undefined => {
    if (nearest.has(folder)) return nearest.get(folder);
    const own = ['tsconfig.json', 'jsconfig.json']
      .map((name) => join(folder, name))
      .find((path) => read(path) !== undefined);
    const found = own ?? (dirname(folder) === folder ? undefined : findNearest(dirname(folder)));
    nearest.set(folder, found);
    return found;
  };

  const projectsOf = (path: string): readonly string[] => {
    const referred = objects(read(path)?.['references']).map((reference) => reference['path']);
    return referred
      .filter((target) => typeof target === 'string')
      .map((target) => projectFile(resolve(dirname(path), target)));
  };

  const aliasesOf = (path: string): readonly Aliases[] => {
    let found = aliases.get(path);
    if (found === undefined) {
      found = [path, ...projectsOf(path)]
        .map((file) => effectiveAliases(file, read, tellMissing))
        .filter((item) => item !== undefined);
      aliases.set(path, found);
    }
    return found;
  };

  const configFor = (folder: string): string | undefined => project ?? findNearest(folder);

  return {
    aliasesFor: (folder) => {
      const path = configFor(folder);
      return path === undefined ? [] : aliasesOf(path);
    },
    checksNull: (folder) => {
      const path = configFor(folder);
      if (path === undefined) return true;
      const known = checked.get(path) ?? checksNull([path, ...projectsOf(path)], read);
      checked.set(path, known);
      return known;
    },
    tellsMissing: (folder) => {
      const path = configFor(folder);
      const projects = path === undefined ? [] : [path, ...projectsOf(path)];
      return projects.some((file) => optionsOf(file, read).said('exactOptionalPropertyTypes') === true);
    },
  };
}

type ReadConfig = (path: string) => JsonObject | undefined;

type TellMissing = (config: string, extended: string) => void;

/**
 * Follows `extends`: what a config says itself is stronger than what it extends, and a later one than an earlier one.
 */
function effectiveAliases(path: string, read: ReadConfig, tellMissing: TellMissing): Aliases | undefined {
  let baseUrl: string | undefined;
  let paths:
    | { readonly table: Readonly<Record<string, JsonValue | readonly string[] | undefined>>; readonly folder: string }
    | undefined;
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const config = read(file);
    if (config === undefined) return;
    const options = config['compilerOptions'];
    if (isJsonObject(options)) {
      const own = options['baseUrl'];
      if (baseUrl === undefined && typeof own === 'string') baseUrl = resolve(dirname(file), fillConfigDir(own, path));
      if (paths === undefined && isJsonObject(options['paths']))
        paths = { table: options['paths'], folder: dirname(file) };
    }
    for (const extended of stringList(config['extends']).toReversed()) {
      const target = extendedFile(extended, dirname(file));
      if (target !== undefined) visit(target);
      else {
        const generated = generatedAliases(extended, dirname(file));
        if (generated === undefined) tellMissing(file, extended);
        paths ??= generated;
      }
    }
  };
  visit(path);
  if (baseUrl === undefined && paths === undefined) return undefined;
  const from = baseUrl ?? paths?.folder ?? dirname(path);
  const rows = Object.entries(paths?.table ?? {}).map(([pattern, targets]) => ({
    pattern,
    targets: stringList(targets).map((target) => resolve(from, fillConfigDir(target, path))),
  }));
  return { baseUrl: baseUrl ?? null, paths: rows.sort((a, b) => specificity(b.pattern) - specificity(a.pattern)) };
}

/**
 * Whether each of the projects that says so asks for it; where none does, what the installed compiler does, `strict`
 * since TypeScript 6.
 */
function checksNull(projects: readonly string[], read: ReadConfig): boolean {
  const said = projects.map((path) => nullChecksOf(path, read)).filter((value) => value !== undefined);
  return said.length > 0 ? !said.includes(false) : installedMajor(dirname(projects[0] ?? ''), 'typescript') >= 6;
}

/** What a config and those that it extends say; where one of those isn't there, most ask for all checks. */
function nullChecksOf(path: string, read: ReadConfig): boolean | undefined {
  const { said, isWhole } = optionsOf(path, read);
  return said('strictNullChecks') ?? said('strict') ?? (isWhole ? undefined : true);
}

interface Options {
  readonly said: (name: string) => boolean | undefined;
  /** Whether each config that is extended is there. */
  readonly isWhole: boolean;
}

/** The compiler options that are switched on or off by a config and by those that it extends. */
function optionsOf(path: string, read: ReadConfig): Options {
  const seen = new Set<string>();
  let isWhole = true;
  /** What is said of options, the strongest first. */
  const options: JsonObject[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const config = read(file);
    if (isJsonObject(config?.['compilerOptions'])) options.push(config['compilerOptions']);
    for (const extended of stringList(config?.['extends']).toReversed()) {
      const target = extendedFile(extended, dirname(file));
      if (target === undefined) isWhole = false;
      else visit(target);
    }
  };
  visit(path);
  return {
    said: (name) => options.map((own) => own[name]).find((value): value is boolean => typeof value === 'boolean'),
    isWhole,
  };
}

/** The major version of a package that is installed for `folder`; 0 where there is none, or where it can't be read. */
function installedMajor(folder: string, name: string): number {
  for (let current = folder; ; current = dirname(current)) {
    const path = join(current, 'node_modules', name, 'package.json');
    if (existsSync(path)) return majorIn(path);
    if (dirname(current) === current) return 0;
  }
}

function majorIn(path: string): number {
  try {
    const parsed = parseJson(readFileSync(path, 'utf8'), 'json');
    return parsed.ok && isJsonObject(parsed.value) && typeof parsed.value['version'] === 'string'
      ? Number.parseInt(parsed.value['version'], 10)
      : 0;
  } catch {
    return 0;
  }
}

/** An exact pattern comes first, then the one with the longest text before its star. */
function specificity(pattern: string): number {
  const star = pattern.indexOf('*');
  return star === -1 ? Number.POSITIVE_INFINITY : star;
}

function fillConfigDir(value: string, path: string): string {
  return value.replace(/^\$\{configDir\}/i, dirname(path));
}

function extendedFile(specifier: string, folder: string): string | undefined {
  const candidates = (base: string) => [base, `${base}.json`, join(base, 'tsconfig.json')];
  if (specifier.startsWith('.') || isAbsolute(specifier)) return candidates(resolve(folder, specifier)).find(isFile);
  for (let current = folder; ; current = dirname(current)) {
    const found = candidates(join(current, 'node_modules', specifier)).find(isFile);
    if (found !== undefined || dirname(current) === current) return found;
  }
}

function projectFile(path: string): string {
  return isFile(path) ? path : join(path, 'tsconfig.json');
}

/** Undefined where there is no such file. */
function readConfig(path: string, report: (problem: FileProblem) => void): JsonObject | undefined {
  // Most folders have none, and an error takes longer than a question.
  if (!existsSync(path)) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EISDIR')
      report({ path, message: describeReadFailure(error), line: null, column: null });
    return undefined;
  }
  const parsed = parseJson(text, 'jsonc');
  if (!parsed.ok) {
    report({
      path,
      message: `is broken, so its path aliases aren't known: ${parsed.message}`,
      line: parsed.line,
      column: parsed.column,
    });
    return {};
  }
  if (isJsonObject(parsed.value)) return parsed.value;
  report({ path, message: "is broken, so its path aliases aren't known: it holds no object", line: 1, column: 1 });
  return {};
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function stringList(value: JsonValue | undefined): string[] {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return items.filter((item): item is string => typeof item === 'string');
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).filter((item): item is JsonObject => isJsonObject(item))
    : [];
}
