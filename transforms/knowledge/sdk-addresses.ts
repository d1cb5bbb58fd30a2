import { FIRST_VERSIONS, SUCCESSORS } from '../api-change.ts';
import type { SdkVersion } from '../project.ts';
import { isSdkModule } from './sdk-types.ts';

/** A package of the SDK as an address names it. */
export interface AddressedPackage {
  readonly name: string;
  /** As written: `5`, `5.1.0`, `latest`; undefined where there is none. */
  readonly version: string | undefined;
}

const REGISTRY = /^(?:npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(?:\/|$)/;
const URL_OF_PACKAGE = /^(?:https?:)?\/\/[^?#]*?[/:](@clerk\/[a-z-]+)(?:@([^/?#]+))?(?=[/?#]|$)/;

/**
 * The package of the SDK that an address gives: `npm:@clerk/backend@2`, `https://esm.sh/@clerk/clerk-js@5`; undefined
 * where it is none.
 */
export function addressedPackage(address: string): AddressedPackage | undefined {
  const [, name, version] = REGISTRY.exec(address) ?? URL_OF_PACKAGE.exec(address) ?? [];
  return name !== undefined && isSdkModule(name) ? { name, version } : undefined;
}

/** What an address says of the version, held against the first one that has the new methods. */
export function versionOf({ name, version = 'latest' }: AddressedPackage): SdkVersion {
  const first = FIRST_VERSIONS[name] ?? null;
  const successor = SUCCESSORS[name];
  const later = successor === undefined ? undefined : (FIRST_VERSIONS[successor] ?? undefined);
  const upgrade = first !== null ? `${name}@^${first}` : later === undefined ? null : `${String(successor)}@^${later}`;
  return { name, version, upgrade: first === null || isBefore(version, first) ? upgrade : null };
}

/**
 * Whether every version that is asked for is older: `5` and `~6.15.0` are older than `6.16.1`; of `6` it isn't known.
 */
function isBefore(version: string, first: string): boolean {
  const asked = /^[v~^=]?(\d+(?:\.\d+)*)/.exec(version);
  if (asked?.[1] === undefined) return false;
  // `^6.2.0` allows all of 6, `~6.2.0` all of 6.2.
  const fixed = asked[1].split('.').slice(0, version.startsWith('^') ? 1 : version.startsWith('~') ? 2 : 3);
  const wanted = first.split('.');
  const at = fixed.findIndex((part, index) => part !== wanted[index]);
  return at !== -1 && Number(fixed[at]) < Number(wanted[at] ?? 0);
}
