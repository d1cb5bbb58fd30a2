/**
 * What semver says of versions and ranges. It takes longer to load than all else of a small run, so the build makes it
 * a file of its own, which is loaded when it is first asked.
 */
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
export function isVersionAtLeast(version: string, required: string): boolean | undefined {
  return valid(version) === null || valid(required) === null ? undefined : gte(version, required);
}

/** Whether every version that `range` allows is `required` or newer; undefined where the range doesn't say. */
export function rangeAllowsOnly(range: string, required: string): boolean | undefined {
  const lowest = lowestOf(range);
  return lowest === undefined ? undefined : isVersionAtLeast(lowest.version, required);
}

/** Whether `range` allows `version`; undefined where either doesn't say. */
export function rangeAllows(range: string, version: string): boolean | undefined {
  const known = validRange(range, OPTIONS);
  return known === null || valid(version) === null ? undefined : satisfies(version, known, OPTIONS);
}

/** Whether no version that `range` allows is `version` or newer; false where the range doesn't say. */
export function rangeAllowsOnlyBefore(range: string, version: string): boolean {
  const known = validRange(range, OPTIONS);
  return known !== null && valid(version) !== null && gtr(version, known, OPTIONS);
}

/** The major number of a range's lowest version. */
export function majorOfLowest(range: string): number | undefined {
  return lowestOf(range)?.major;
}

/** The lowest version of a range; undefined where it names none, as in `<7`. */
function lowestOf(range: string): SemVer | undefined {
  const known = validRange(range, OPTIONS);
  const lowest = known === null ? null : minVersion(known, OPTIONS.includePrerelease);
  return lowest === null || lowest.compareMain('0.0.0') === 0 ? undefined : lowest;
}
