import { FIRST_VERSIONS, SUCCESSORS } from '../transforms/api-change.ts';
import type { SdkVersion } from '../transforms/project.ts';
import { allowsOnly, allowsOnlyBefore, isAtLeast } from './versions.ts';

/** A package of the SDK that a package.json asks for, held against the first version that has the new methods. */
export interface SdkPackage {
  readonly package: string;
  readonly range: string;
  /** From node_modules or a lock file; null where neither has one that the range allows. */
  readonly installed: string | null;
  /** The first version with the new methods; null where no version has them. */
  readonly required: string | null;
  /** Null where neither the installed version nor the range tells. */
  readonly ok: boolean | null;
  /** What to move to, as `package@range`; null where nothing needs to be done, or nothing can be. */
  readonly upgrade: string | null;
}

/**
 * What is known of a package of the SDK.
 *
 * @param installed its version in node_modules or a lock file; null where neither has one
 */
export function judgeSdkPackage(name: string, range: string, installed: string | null): SdkPackage {
  const required = FIRST_VERSIONS[name] ?? null;
  const ok = isNewEnough(range, installed, required);
  return { package: name, range, installed, required, ok, upgrade: ok === true ? null : upgradeOf(name, required) };
}

/** The same for the engine. */
export function versionOf(sdk: SdkPackage): SdkVersion {
  return { name: sdk.package, version: sdk.installed ?? sdk.range, upgrade: isOutdated(sdk) ? sdk.upgrade : null };
}

/** Whether it lacks the new methods for sure: a range may allow versions with and without them. */
export function isOutdated({ range, installed, required, ok }: SdkPackage): boolean {
  return ok === false && (installed !== null || required === null || allowsOnlyBefore(range, required));
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
