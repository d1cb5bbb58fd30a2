import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSdkModule } from '../transforms/knowledge/sdk-types.ts';
import { FRONTEND_REPLACE, type FrontendReplace } from '../transforms/settings.ts';
import type { FileProblem } from './file-problem.ts';
import { compileIgnore } from './ignore-patterns.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './jsonc.ts';
import { describeReadFailure } from './read.ts';

export const CONFIG_NAME = 'clerk-metadata.config.json';

/** What the configuration file says to all hosts. */
export interface SharedConfig {
  /** Packages of one's own that hand out what one of the SDK's packages exports: the name, and the SDK's package. */
  readonly packages: Readonly<Record<string, string>>;
  readonly frontendReplace: FrontendReplace | undefined;
  /** Whether a file, by its absolute path, is left out. */
  readonly isLeftOut: (file: string) => boolean;
}

export const NO_CONFIG: SharedConfig = { packages: {}, frontendReplace: undefined, isLeftOut: () => false };

/**
 * @param mayBeThere whether a file may be there, by its absolute path
 * @returns finds the configuration file in a folder or above it, up to the root of its repository, and reads it once.
 *   One that can't be used is reported once, and says nothing.
 */
export function createSharedConfigs(
  report: (problem: FileProblem) => void,
  mayBeThere: (path: string) => boolean,
): (folder: string) => SharedConfig {
  const known = new Map<string, SharedConfig>();
  const find = (folder: string): SharedConfig => {
    const path = join(folder, CONFIG_NAME);
    if (mayBeThere(path) && existsSync(path)) return readConfig(path, report);
    const parent = dirname(folder);
    return parent === folder || existsSync(join(folder, '.git')) ? NO_CONFIG : configOf(parent);
  };
  const configOf = (folder: string): SharedConfig => {
    const config = known.get(folder) ?? find(folder);
    known.set(folder, config);
    return config;
  };
  return configOf;
}

function readConfig(path: string, report: (problem: FileProblem) => void): SharedConfig {
  const refuse = (message: string, line: number | null = null, column: number | null = null): SharedConfig => {
    report({ path, message, line, column });
    return NO_CONFIG;
  };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(describeReadFailure(error));
  }
  const parsed = parseJson(text, 'json');
  if (!parsed.ok) return refuse(`isn't valid JSON: ${parsed.message}`, parsed.line, parsed.column);
  if (!isJsonObject(parsed.value)) return refuse('has to hold an object', 1, 1);
  const problem = problemIn(parsed.value);
  return problem === undefined ? configIn(parsed.value, dirname(path)) : refuse(problem);
}

/**
 * What is wrong with a configuration, as the end of a sentence that starts with the file; undefined where nothing is.
 */
function problemIn(json: JsonObject): string | undefined {
  const unknown = Object.keys(json).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `has an unknown key '${unknown}': there are ${KEYS.join(', ')}`;
  const { packages, ignore, frontendReplace } = json;
  if (packages !== undefined && !isJsonObject(packages))
    return `needs an object as 'packages', such as { "@acme/auth": "@clerk/backend" }`;
  const wrong = Object.entries(packages ?? {})
    .map(([name, sdk]) => problemOfPackage(name, sdk))
    .find((problem) => problem !== undefined);
  if (wrong !== undefined) return `can't be used: ${wrong}`;
  if (ignore !== undefined && !(Array.isArray(ignore) && ignore.every((pattern) => typeof pattern === 'string')))
    return `needs a list of patterns as 'ignore', such as ["**/generated/**"]`;
  if (frontendReplace !== undefined && !FRONTEND_REPLACE.some((value) => value === frontendReplace))
    return `needs one of ${FRONTEND_REPLACE.join(', ')} as 'frontendReplace'`;
  return undefined;
}

const KEYS: readonly string[] = ['packages', 'ignore', 'frontendReplace', '$schema'];

/**
 * What is wrong with a package of one's own that is said to stand for one of the SDK's, as a sentence without a full
 * stop; undefined where nothing is.
 */
export function problemOfPackage(name: string, sdk: JsonValue | undefined): string | undefined {
  if (name === '') return 'a package has no name';
  if (typeof sdk !== 'string' || !isSdkModule(sdk))
    return `'${name}' can't stand for ${JSON.stringify(sdk)}, which is no package of the SDK: name one such as @clerk/backend`;
  return undefined;
}

function configIn({ packages, ignore, frontendReplace }: JsonObject, folder: string): SharedConfig {
  const patterns = Array.isArray(ignore)
    ? ignore.filter((pattern): pattern is string => typeof pattern === 'string')
    : [];
  return {
    packages: Object.fromEntries(
      Object.entries(isJsonObject(packages) ? packages : {}).flatMap(([name, sdk]) =>
        typeof sdk === 'string' ? [[name, sdk]] : [],
      ),
    ),
    frontendReplace: FRONTEND_REPLACE.find((value) => value === frontendReplace),
    isLeftOut: compileIgnore(patterns, folder),
  };
}
