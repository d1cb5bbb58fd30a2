import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../project/jsonc.ts';
import { judgeSdkPackage, versionOf } from '../../project/sdk-package.ts';
import { FIRST_VERSIONS } from '../../transforms/api-change.ts';
import { LONE_FILE, type ModuleLocation, type ProjectView, type SdkVersion } from '../../transforms/project.ts';
import { mayBeOfClerk } from '../../transforms/knowledge/sdk-types.ts';
import type { SourceText } from './engine-messages.ts';
import { isSource } from './source-names.ts';

/** Where the tabs are for the engine; nothing is there. */
const ROOT = '/code';

/** What an import without an extension may mean, in the order in which it is tried. */
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts'];
/** The source extensions that a written JavaScript extension may stand for. */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** What a tab is called towards the engine. */
export function placeOf(path: string): string {
  return `${ROOT}/${path}`;
}

/**
 * What the engine may ask about the tabs around one: imports by a path, by `paths` of a tab `tsconfig.json`, or by `@/`
 * and `~/` where there is none; and what a tab `package.json` asks for. One file alone is a file on its own.
 */
export function projectOfTabs(files: readonly SourceText[]): ProjectView {
  const texts = new Map(files.map(({ path, text }) => [placeOf(path), text]));
  const sources = files.filter(({ path }) => isSource(path)).map(({ path }) => placeOf(path));
  const asked = askedFor(texts.get(`${ROOT}/package.json`));
  const names = asked?.map(([name]) => name);
  const dependsOnSdk = (): boolean =>
    names?.some((name) => Object.hasOwn(FIRST_VERSIONS, name) || mayBeOfClerk(name)) ?? true;
  const sdkVersions = (): readonly SdkVersion[] =>
    (asked ?? [])
      .filter(([name]) => Object.hasOwn(FIRST_VERSIONS, name))
      .map(([name, range]) => versionOf(judgeSdkPackage(name, range, null)));
  if (sources.length < 2) return { ...LONE_FILE, dependsOnSdk, sdkVersions };
  const { compilerOptions } = readObject(texts.get(`${ROOT}/tsconfig.json`));
  const aliases = aliasesOf(compilerOptions);
  return {
    dependsOnSdk,
    sdkVersions,
    resolveModule: (specifier, fromFile) => locate(specifier, fromFile, texts, aliases, names ?? []),
    readModule: (fileName) => texts.get(fileName),
    sourceFiles: (folder) => sources.filter((file) => isListed(file, folder)),
    filesNaming: (words) => sources.filter((file) => words.some((word) => texts.get(file)?.includes(word) === true)),
    checksNull: () => !isJsonObject(compilerOptions) || compilerOptions['strict'] !== false,
    tellsMissing: () => isJsonObject(compilerOptions) && compilerOptions['exactOptionalPropertyTypes'] === true,
  };
}

function locate(
  specifier: string,
  fromFile: string,
  texts: ReadonlyMap<string, string>,
  aliases: readonly Alias[],
  asked: readonly string[],
): ModuleLocation {
  const paths = /^\.{1,2}(?:\/|$)/.test(specifier)
    ? [join(folderOf(fromFile), specifier)]
    : aliases.flatMap((alias) => targetsOf(alias, specifier));
  for (const path of paths) {
    const fileName = findSource(path, texts);
    if (fileName !== undefined) return { kind: 'file', fileName };
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return specifier.startsWith('node:') || asked.includes(name) ? { kind: 'package' } : { kind: 'unknown' };
}

function findSource(path: string, texts: ReadonlyMap<string, string>): string | undefined {
  const [extension = ''] = /\.[^./]+$/.exec(path) ?? [];
  const bare = path.slice(0, path.length - extension.length);
  return [
    ...(isSource(path) ? [path] : []),
    ...(WRITTEN_AS[extension] ?? []).map((other) => bare + other),
    ...EXTENSIONS.map((other) => path + other),
    ...EXTENSIONS.map((other) => `${path}/index${other}`),
  ].find((candidate) => texts.has(candidate));
}

/** `@/*` and where it leads. */
interface Alias {
  readonly pattern: string;
  readonly targets: readonly string[];
}

/** What most projects have, for tabs without a tsconfig.json. */
const USUAL: readonly Alias[] = ['@/*', '~/*'].map((pattern) => ({
  pattern,
  targets: [`${ROOT}/src/*`, `${ROOT}/app/*`, `${ROOT}/*`],
}));

function aliasesOf(options: JsonValue | undefined): readonly Alias[] {
  if (!isJsonObject(options) || !isJsonObject(options['paths'])) return USUAL;
  const base = typeof options['baseUrl'] === 'string' ? join(ROOT, options['baseUrl']) : ROOT;
  return Object.entries(options['paths']).map(([pattern, targets]) => ({
    pattern,
    targets: Array.isArray(targets) ? targets.map((target) => join(base, String(target))) : [],
  }));
}

function targetsOf({ pattern, targets }: Alias, specifier: string): string[] {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === specifier ? [...targets] : [];
  if (!specifier.startsWith(before) || !specifier.endsWith(after)) return [];
  const matched = specifier.slice(before.length, specifier.length - after.length);
  return targets.map((target) => target.replace('*', () => matched));
}

/** The packages that a package.json asks for, with their ranges; undefined where there is none, or a broken one. */
function askedFor(text: string | undefined): [string, string][] | undefined {
  const parsed = text === undefined ? undefined : parseJson(text, 'json');
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) return undefined;
  const manifest = parsed.value;
  return DEPENDENCY_FIELDS.flatMap((field) => {
    const group = manifest[field];
    if (!isJsonObject(group)) return [];
    return Object.entries(group).map(([name, range]): [string, string] => [
      name,
      typeof range === 'string' ? range : '',
    ]);
  });
}

function readObject(text: string | undefined): JsonObject {
  const parsed = text === undefined ? undefined : parseJson(text, 'jsonc');
  return parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : {};
}

/** `name.ts` and `folder/index.ts`. */
function isListed(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`) && /^(?:[^/]+|[^/]+\/index\.[^/]+)$/.test(file.slice(folder.length + 1));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** `to` as seen from `folder`, without `.` and `..`. */
function join(folder: string, to: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${to}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
