/** Whether a version, or every version of a range, is new enough. */
import {
  isVersionAtLeast,
  majorOfLowest,
  rangeAllows,
  rangeAllowsOnly,
  rangeAllowsOnlyBefore,
} from './semver-ranges.ts';

/** Whether `version` is `required` or newer; undefined where `version` isn't one. */
export function isAtLeast(version: string, required: string): boolean | undefined {
  const [own, other] = [releaseOf(version), releaseOf(required)];
  return own === undefined || other === undefined ? isVersionAtLeast(version, required) : compare(own, other) >= 0;
}

/**
 * Whether every version that `range` allows is `required` or newer; undefined where the range doesn't say (a tag, a
 * URL, `catalog:`).
 */
export function allowsOnly(range: string, required: string): boolean | undefined {
  const written = withoutProtocol(range);
  const [plain, release] = [plainRange(written), releaseOf(required)];
  if (plain === undefined || release === undefined) return rangeAllowsOnly(written, required);
  const order = compare(plain.lowest, release);
  return order > 0 || (order === 0 && !plain.hasPrereleases);
}

/** Whether `range` allows `version`; undefined where either doesn't say (a tag, a URL, `catalog:`). */
export function allows(range: string, version: string): boolean | undefined {
  const written = withoutProtocol(range);
  const [plain, release] = [plainRange(written), releaseOf(version)];
  if (plain === undefined || release === undefined) return rangeAllows(written, version);
  return compare(release, plain.lowest) >= 0 && compare(release, plain.end) < 0;
}

/** Whether no version that `range` allows is `version` or newer; false where the range doesn't say. */
export function allowsOnlyBefore(range: string, version: string): boolean {
  const written = withoutProtocol(range);
  const [plain, release] = [plainRange(written), releaseOf(version)];
  if (plain === undefined || release === undefined) return rangeAllowsOnlyBefore(written, version);
  return compare(release, plain.end) >= 0;
}

/** The major number, of a version or of a range's lowest version. */
export function majorOf(versionOrRange: string): number | undefined {
  const written = withoutProtocol(versionOrRange);
  const plain = plainRange(written);
  return plain === undefined ? majorOfLowest(written) : plain.lowest[0];
}

function withoutProtocol(range: string): string {
  return range.replace(/^(?:workspace:|npm:(?:@?[^@]+@)?)/, '');
}

type Release = readonly [major: number, minor: number, patch: number];

/** Of releases, what is from `lowest` on and before `end`. */
interface PlainRange {
  readonly lowest: Release;
  readonly end: Release;
  /** Whether prereleases of `lowest` are allowed. */
  readonly hasPrereleases: boolean;
}

const NUMBER = String.raw`(0|[1-9]\d{0,8})`;
const PLAIN_RANGE = new RegExp(String.raw`^([~^]?)${NUMBER}(?:\.${NUMBER}(?:\.${NUMBER})?)?$`);

/** `1.2.3`; undefined for what only semver knows. */
function releaseOf(version: string): Release | undefined {
  const plain = /^\d/.test(version) ? plainRange(version) : undefined;
  return plain?.hasPrereleases === false ? plain.lowest : undefined;
}

/**
 * `1.2.3`, `^1.2` or `~1`, which nearly every range is, from major 1 on; undefined for what only semver knows. Below
 * it, `^` says something else.
 */
function plainRange(range: string): PlainRange | undefined {
  const [, sign = '', ...parts]: readonly (string | undefined)[] = PLAIN_RANGE.exec(range) ?? [];
  const [major = 0, minor, patch] = parts.map((part) => (part === undefined ? undefined : Number(part)));
  if (major === 0) return undefined;
  const lowest: Release = [major, minor ?? 0, patch ?? 0];
  const hasPrereleases = patch === undefined;
  if (sign === '^' || minor === undefined) return { lowest, end: [major + 1, 0, 0], hasPrereleases };
  if (sign === '~' || patch === undefined) return { lowest, end: [major, minor + 1, 0], hasPrereleases };
  return { lowest, end: [major, minor, patch + 1], hasPrereleases };
}

function compare(a: Release, b: Release): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
