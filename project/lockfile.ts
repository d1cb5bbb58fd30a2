import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './jsonc.ts';
import { withForwardSlashes } from './paths.ts';
import { allows } from './versions.ts';

/**
 * What is asked of a lock file: the version that `package`, wanted as `range` by the package.json in `importer`, was
 * resolved to.
 */
export interface LockQuestion {
  readonly package: string;
  readonly range: string;
  /** Relative to the lock file's folder, with forward slashes; empty for the folder itself. */
  readonly importer: string;
}

type Lookup = (question: LockQuestion) => string | null;

const LOCK_FILES: readonly { readonly name: string; readonly read: (text: string) => Lookup }[] = [
  { name: 'package-lock.json', read: readNpmLock },
  { name: 'npm-shrinkwrap.json', read: readNpmLock },
  { name: 'pnpm-lock.yaml', read: readPnpmLock },
  { name: 'yarn.lock', read: readYarnLock },
  { name: 'bun.lock', read: readBunLock },
];

/**
 * Finds versions in node_modules and, where they aren't installed, in the nearest lock file; each file is read once.
 * A version outside of the range is another package.json's, or was installed before this one was edited: the search
 * goes on.
 */
export function createVersionFinder(): (packageName: string, range: string, folder: string) => string | null {
  const lookups = new Map<string, Lookup>();
  const lookupIn = (path: string, read: (text: string) => Lookup): Lookup => {
    let lookup = lookups.get(path);
    if (lookup === undefined) {
      lookup = read(readOrEmpty(path));
      lookups.set(path, lookup);
    }
    return lookup;
  };
  return (packageName, range, folder) => {
    const isMeant = (version: string | null): version is string => version !== null && allows(range, version) !== false;
    for (let current = folder; ; current = dirname(current)) {
      const installed = installedVersion(join(current, 'node_modules', packageName, 'package.json'));
      if (isMeant(installed)) return installed;
      for (const { name, read } of LOCK_FILES) {
        const path = join(current, name);
        if (!existsSync(path)) continue;
        const importer = withForwardSlashes(relative(current, folder));
        const locked = lookupIn(path, read)({ package: packageName, range, importer });
        if (isMeant(locked)) return locked;
      }
      if (existsSync(join(current, '.git')) || dirname(current) === current) return null;
    }
  };
}

function readOrEmpty(path: string): string {
  // An error takes longer than a question.
  if (!existsSync(path)) return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function installedVersion(path: string): string | null {
  const text = readOrEmpty(path);
  const parsed = text === '' ? undefined : parseJson(text, 'json');
  return parsed?.ok === true && isJsonObject(parsed.value) ? versionIn(parsed.value) : null;
}

function versionIn(value: JsonValue | undefined): string | null {
  const version = isJsonObject(value) ? value['version'] : undefined;
  return typeof version === 'string' ? version : null;
}

/** npm: versions 2 and 3 list every folder below node_modules; version 1 nests packages. */
function readNpmLock(text: string): Lookup {
  const parsed = parseJson(text, 'json');
  const lock: JsonObject = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const folders = lock['packages'];
  const nested = lock['dependencies'];
  return ({ package: name, importer }) => {
    if (isJsonObject(folders)) {
      const segments = importer === '' ? [] : importer.split('/');
      for (let length = segments.length; length >= 0; length--) {
        const found = versionIn(folders[[...segments.slice(0, length), 'node_modules', name].join('/')]);
        if (found !== null) return found;
      }
      return null;
    }
    return isJsonObject(nested) ? versionIn(nested[name]) : null;
  };
}

/**
 * pnpm: the package's lines below the importer (versions 6 and 9), or the top-level lists (5, or without a workspace).
 */
function readPnpmLock(text: string): Lookup {
  const lines = text.split(/\r?\n/);
  return ({ package: name, importer }) => {
    const importers = lines.indexOf('importers:');
    const heads = [importer === '' ? '.' : importer].flatMap((path) => [`  ${path}:`, `  '${path}':`]);
    const start = importers === -1 ? -1 : lines.findIndex((line, index) => index > importers && heads.includes(line));
    if (importers !== -1 && start === -1) return null;
    const indent = importers === -1 ? '' : '    ';
    for (let at = start + 1; at < lines.length; at++) {
      const line = lines[at] ?? '';
      // A line further out than the importer's own lists ends it.
      if (importers !== -1 && line.trim() !== '' && !line.startsWith(indent)) return null;
      if (importers === -1 && /^(?:packages|snapshots):/.test(line)) return null;
      const entry = /^\s+(?:'([^']+)'|"([^"]+)"|([^\s:'"]+)):\s*(\S*)/.exec(line);
      if (entry === null || (entry[1] ?? entry[2] ?? entry[3]) !== name) continue;
      const inline = plainVersion(entry[4] ?? '');
      if (inline !== null) return inline;
      for (const next of lines.slice(at + 1, at + 3)) {
        const version = plainVersion(/^\s+version:\s*(\S+)/.exec(next)?.[1] ?? '');
        if (version !== null) return version;
      }
    }
    return null;
  };
}

/** yarn, 1 and later: an entry lists the ranges that it answers, its version is on a line of its own below. */
function readYarnLock(text: string): Lookup {
  const versions = new Map<string, string>();
  let keys: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\S.*:$/.test(line)) {
      keys = line.slice(0, -1).replaceAll('"', '').split(/,\s*/);
      continue;
    }
    const version = /^\s+version:?\s+"?([^"\s]+)"?$/.exec(line)?.[1];
    if (version !== undefined) for (const key of keys) versions.set(key, version);
    if (version !== undefined) keys = [];
  }
  return ({ package: name, range }) => versions.get(`${name}@${range}`) ?? versions.get(`${name}@npm:${range}`) ?? null;
}

/** bun's text format: `"name": ["name@version", …]`, with the workspace's name before it where versions differ. */
function readBunLock(text: string): Lookup {
  return ({ package: name }) => {
    const escaped = name.replaceAll(/[/.]/g, '\\$&');
    return new RegExp(`"${escaped}":\\s*\\["${escaped}@([^"]+)"`).exec(text)?.[1] ?? null;
  };
}

/** `6.39.1(next@15.0.0)` and `4.1.1_hash` without what follows the version. */
function plainVersion(text: string): string | null {
  return /^['"]?(\d+\.\d+\.\d+(?:-[\w.-]+?)?)(?:[(_'"].*)?$/.exec(text)?.[1] ?? null;
}
