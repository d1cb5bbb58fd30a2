/** Whether a version, or every version of a range, is new enough. */
import type SemVer from 'semver/classes/semver.js';
import gte from 'semver/functions/gte.js';
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import gtr from 'semver/ranges/gtr.js';
import minVersion from 'semver/ranges/min-version.js';
import validRange from 'semver/ranges/valid.js';

/** A range of releases allows their prereleases, too: what is installed is asked about, not what to install. */
const OPTIONS = { includePrerelease: true };

/** Whether `version` is `required` or newer; undefined where `version` isn't one. */
export function isAtLeast(version: string, required: string): boolean | undefined {
  return valid(version) === null || valid(required) === null ? undefined : gte(version, required);
}

/**
 * Whether every version that `range` allows is `required` or newer; undefined where the range doesn't say (a tag, a
 * URL, `catalog:`).
 */
export function allowsOnly(range: string, required: string): boolean | undefined {
  const lowest = lowestOf(range);
  return lowest === undefined ? undefined : isAtLeast(lowest.version, required);
}

/** Whether `range` allows `version`; undefined where either doesn't say (a tag, a URL, `catalog:`). */
export function allows(range: string, version: string): boolean | undefined {
  const known = readRange(range);
  return known === undefined || valid(version) === null ? undefined : satisfies(version, known, OPTIONS);
}

/** Whether no version that `range` allows is `version` or newer; false where the range doesn't say. */
export function allowsOnlyBefore(range: string, version: string): boolean {
  const known = readRange(range);
  return known !== undefined && valid(version) !== null && gtr(version, known, OPTIONS);
}

/** The major number, of a version or of a range's lowest version. */
export function majorOf(versionOrRange: string): number | undefined {
  return lowestOf(versionOrRange)?.major;
}

/** The lowest version of a range; undefined where it names none, as in `<7`. */
function lowestOf(range: string): SemVer | undefined {
  const known = readRange(range);
  const lowest = known === undefined ? null : minVersion(known, OPTIONS.includePrerelease);
  return lowest === null || lowest.compareMain('0.0.0') === 0 ? undefined : lowest;
}

/** A range without the protocol in front of it; undefined where it is none. */
function readRange(range: string): string | undefined {
  return validRange(range.replace(/^(?:workspace:|npm:(?:@?[^@]+@)?)/, ''), OPTIONS) ?? undefined;
}
