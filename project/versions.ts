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
  const lowest = alternativesOf(range).map(lowestOf);
  const known = lowest.filter((version) => version !== undefined);
  if (known.length < lowest.length) return undefined;
  return known.every((version) => compareVersions(version, wanted) >= 0);
}

/** Whether `range` allows `version`; undefined where either doesn't say (a tag, a URL, `catalog:`). */
export function allows(range: string, version: string): boolean | undefined {
  const given = readVersion(version);
  if (given === undefined) return undefined;
  const answers = alternativesOf(range).map((alternative) => meetsAll(given, alternative));
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

/** Whether no version that `range` allows is `version` or newer; false where the range doesn't say. */
export function allowsOnlyBefore(range: string, version: string): boolean {
  const wanted = readVersion(version);
  // What an alternative allows lies between two bounds, without a gap.
  return wanted !== undefined && alternativesOf(range).every((alternative) => {
    const lowest = lowestOf(alternative);
    return lowest !== undefined && compareVersions(lowest, wanted) < 0 && meetsAll(wanted, alternative) === false;
  });
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

/** The ranges between `||`, without the protocol in front. */
function alternativesOf(range: string): string[] {
  const plain = range.replace(/^(?:workspace:|npm:(?:@?[^@]+@)?)/, '');
  return plain.split('||').map((alternative) => alternative.trim());
}

/** One comparator: an operator, then a version whose later parts may be missing or a star. */
const COMPARATOR = /(\^|~>?|>=?|<=?|=|)\s*v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:-([\w.-]+))?(?:\+[\w.-]+)?(?=$|\s)/g;

/** Whether `given` meets every comparator of a range without `||`; undefined where there is more to it than comparators. */
function meetsAll(given: Version, range: string): boolean | undefined {
  if (range === '') return true;
  const comparators = range.replace(/^(\S+)\s+-\s+(\S+)$/, '>=$1 <=$2');
  if (comparators.replaceAll(COMPARATOR, '').trim() !== '') return undefined;
  return [...comparators.matchAll(COMPARATOR)].every(([, operator = '', ...parts]) => meets(given, operator, parts));
}

function meets(given: Version, operator: string, [major, minor, patch, prerelease]: readonly (string | undefined)[]): boolean {
  const written = [major, minor, patch].findIndex((part) => part === undefined || /[xX*]/.test(part));
  const known = written === -1 ? 3 : written;
  if (known === 0) return true;
  const wanted: Version = { numbers: [number(major), number(minor), number(patch)], prerelease: prerelease ?? '' };
  const isBefore = (bound: Version) => compareVersions(given, bound) < 0;
  switch (operator) {
    case '>=':
      return !isBefore(wanted);
    case '>':
      return known === 3 ? compareVersions(given, wanted) > 0 : !isBefore(nextOf(wanted, known));
    case '<':
      return isBefore({ ...wanted, prerelease: wanted.prerelease === '' ? '0' : wanted.prerelease });
    case '<=':
      return known === 3 ? compareVersions(given, wanted) <= 0 : isBefore(nextOf(wanted, known));
    case '^': {
      // The first part that isn't zero stays.
      const first = wanted.numbers.findIndex((part) => part > 0) + 1;
      return !isBefore(wanted) && isBefore(nextOf(wanted, first === 0 || first > known ? known : first));
    }
    case '~':
    case '~>':
      return !isBefore(wanted) && isBefore(nextOf(wanted, Math.min(known, 2)));
    default:
      return known === 3 ? compareVersions(given, wanted) === 0 : !isBefore(wanted) && isBefore(nextOf(wanted, known));
  }
}

/** The end of all versions that share the first `parts` numbers of `version`; prereleases of what comes then lie behind it too. */
function nextOf({ numbers: [major, minor, patch] }: Version, parts: number): Version {
  if (parts === 1) return { numbers: [major + 1, 0, 0], prerelease: '0' };
  return { numbers: parts === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1], prerelease: '0' };
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
