/** As much of semantic versioning as it takes to say whether a version, or every version of a range, is new enough. */

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly prerelease: string;
}

/** Whether `version` is `required` or newer; undefined where `version` isn't one. */
export function isAtLeast(version: string, required: string): boolean | undefined {
  const given = readVersion(version);
  const wanted = readVersion(required);
  return given === undefined || wanted === undefined ? undefined : compareVersions(given, wanted) >= 0;
}

/** Whether every version that `range` allows is `required` or newer; undefined where the range doesn't say (a tag, a URL, `catalog:`). */
export function allowsOnly(range: string, required: string): boolean | undefined {
  const wanted = readVersion(required);
  if (wanted === undefined) return undefined;
  const plain = range.replace(/^(?:workspace:|npm:(?:@?[^@]+@)?)/, '').trim();
  const lowest = plain.split('||').map((alternative) => lowestOf(alternative.trim()));
  const known = lowest.filter((version) => version !== undefined);
  if (known.length < lowest.length) return undefined;
  return known.every((version) => compareVersions(version, wanted) >= 0);
}

/** The major number, of a version or of a range's lowest version. */
export function majorOf(versionOrRange: string): number | undefined {
  return lowestOf(versionOrRange.trim())?.numbers[0];
}

function lowestOf(range: string): Version | undefined {
  // `a - b`, `>=a <b`, `^a`, `~a`, `a`, `a.x`: the lower bound is written first.
  const comparator = /^(?:\^|~>?|>=?|=|v)?\s*v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:-([\w.-]+))?(?:\+[\w.-]+)?(?=$|\s)/.exec(range);
  if (comparator === null) return undefined;
  const [, major, minor, patch, prerelease] = comparator;
  return { numbers: [Number(major), number(minor), number(patch)], prerelease: prerelease ?? '' };
}

function number(part: string | undefined): number {
  return part === undefined || /[xX*]/.test(part) ? 0 : Number(part);
}

function readVersion(text: string): Version | undefined {
  return /^v?\d+\.\d+\.\d+/.test(text) ? lowestOf(text) : undefined;
}

function compareVersions(a: Version, b: Version): number {
  for (const index of [0, 1, 2] as const) {
    const difference = a.numbers[index] - b.numbers[index];
    if (difference !== 0) return difference;
  }
  if (a.prerelease === b.prerelease) return 0;
  // A prerelease comes before its release; two of one release are compared as texts, which is enough here.
  if (a.prerelease === '') return 1;
  if (b.prerelease === '') return -1;
  return a.prerelease < b.prerelease ? -1 : 1;
}
