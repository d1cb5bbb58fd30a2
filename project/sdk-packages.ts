import { FIRST_VERSIONS } from '../transforms/api-change.ts';
import type { SdkVersion } from '../transforms/project.ts';
import { createVersionFinder } from './lockfile.ts';
import { asksForSdk, type Manifest } from './manifests.ts';
import { judgeSdkPackage, type SdkPackage, versionOf } from './sdk-package.ts';

/**
 * Of the package.json files above a file, nearest first, the one that says which SDK it uses. A broken one may well ask
 * for the SDK, so it ends the search.
 */
export function manifestOfSdk(chain: readonly Manifest[]): Manifest | undefined {
  return chain.find((manifest) => manifest.broken || asksForSdk(manifest));
}

/** @returns lists the SDK packages that a package.json asks for; each file is read once */
export function createSdkLister(): (manifest: Manifest) => readonly SdkPackage[] {
  const findVersion = createVersionFinder();
  const known = new Map<string, readonly SdkPackage[]>();
  return (manifest) => {
    const found = known.get(manifest.path) ?? listSdkPackages(manifest, findVersion);
    known.set(manifest.path, found);
    return found;
  };
}

/** The same for the engine: of what the package.json files above a file ask for, nearest first. */
export function sdkVersionsOf(chain: readonly Manifest[], listSdk: ReturnType<typeof createSdkLister>): SdkVersion[] {
  const manifest = manifestOfSdk(chain);
  return manifest === undefined ? [] : listSdk(manifest).map(versionOf);
}

function listSdkPackages(
  { dependencies, folder }: Manifest,
  findVersion: ReturnType<typeof createVersionFinder>,
): SdkPackage[] {
  return [...dependencies]
    .filter(([name]) => Object.hasOwn(FIRST_VERSIONS, name))
    .map(([name, range]) => judgeSdkPackage(name, range, findVersion(name, range, folder)));
}
