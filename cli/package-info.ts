import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PACKAGE_NAME = 'clerk-metadata-codemod';

export interface PackageInfo {
  readonly version: string;
  /** The folder that the package is installed in, absolute. */
  readonly folder: string;
  /** As package.json has them. */
  readonly homepage: unknown;
  readonly repository: unknown;
}

/**
 * Reads the package's own package.json: one folder up from the built command, and also from its source.
 *
 * @throws Error where the installation has no readable package.json
 */
export function readPackageInfo(): PackageInfo {
  return (known ??= findPackageInfo());
}

let known: PackageInfo | undefined;

function findPackageInfo(): PackageInfo {
  let folder = import.meta.dirname;
  for (;;) {
    const manifest = readOwnManifest(folder);
    if (manifest !== undefined) return { ...manifest, folder };
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`the installation of ${PACKAGE_NAME} has no package.json; install it again`);
    folder = parent;
  }
}

function readOwnManifest(folder: string): Omit<PackageInfo, 'folder'> | undefined {
  const path = join(folder, 'package.json');
  // The folder of the built command has none, and an error takes longer than a question.
  if (!existsSync(path)) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const { name, version, homepage, repository } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return name === PACKAGE_NAME && typeof version === 'string' ? { version, homepage, repository } : undefined;
}
