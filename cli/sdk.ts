import { FIRST_VERSIONS, SUCCESSORS } from '../transforms/api-change.ts';
import type { Manifest } from '../project/manifests.ts';
import { displayPath } from '../project/paths.ts';
import type { SdkRow } from './report.ts';
import { allowsOnly, isAtLeast } from './versions.ts';

/**
 * Holds the SDK packages that the manifests ask for against the first versions that have the new methods.
 *
 * @param findVersion the version of a package that is installed for a package.json in a folder, or locked; null where neither is known
 */
export function listSdkPackages(
  manifests: Iterable<Manifest>,
  root: string,
  findVersion: (packageName: string, range: string, folder: string) => string | null,
): SdkRow[] {
  const rows: SdkRow[] = [];
  for (const manifest of manifests) {
    for (const [name, range] of manifest.dependencies) {
      if (!Object.hasOwn(FIRST_VERSIONS, name)) continue;
      const required = FIRST_VERSIONS[name] ?? null;
      const installed = findVersion(name, range, manifest.folder);
      const ok = isNewEnough(range, installed, required);
      rows.push({
        package: name,
        range,
        installed,
        required,
        ok,
        manifest: displayPath(root, manifest.path),
        upgrade: ok === true ? null : upgradeOf(name, required),
      });
    }
  }
  return rows;
}

function isNewEnough(range: string, installed: string | null, required: string | null): boolean | null {
  if (required === null) return false;
  return (installed === null ? undefined : isAtLeast(installed, required)) ?? allowsOnly(range, required) ?? null;
}

/** What to install instead, as `package@range`; null where no version of it or of its successor has the new methods. */
function upgradeOf(name: string, required: string | null): string | null {
  if (required !== null) return `${name}@^${required}`;
  const successor = SUCCESSORS[name];
  const version = successor === undefined ? null : (FIRST_VERSIONS[successor] ?? null);
  return successor === undefined || version === null ? null : `${successor}@^${version}`;
}
