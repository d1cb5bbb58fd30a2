// What the command is held to, and how the last run stands.

/** @typedef {import('./measure.mjs').Figure} Figure */
/** @typedef {ReadonlyMap<string, Figure>} Figures by name */

/** The names of what the targets look at. */
export const ROWS = {
  floor: '`rg -l updateUser`',
  plain: '`--check --no-types`',
  typed: '`--check`',
  open: '`--check`, and as many files that only types decide',
  reading: "git's listing, and every file read in Node",
  parsing: "… and those with a word parsed by TypeScript's parser",
  astGrep: 'ast-grep, an equivalent rule',
  jscodeshift: 'jscodeshift, a transform by name',
  nothing: 'Node, doing nothing',
  typescript: 'Node, loading TypeScript',
  none: '100 files, none a candidate',
  one: '100 files and one to change',
  staged: '`--check one.ts`',
  stdin: '`--stdin-filepath one.ts`',
};

/** The two limits of memory, in bytes. */
const MEGABYTES = 1e6;

/**
 * @typedef {{ what: string, target: string, of: (large: Figures, small: Figures) => Result | undefined }} Target
 *   `of` gives undefined where what it looks at wasn't measured
 * @typedef {{ measured: string, met: boolean | undefined }} Result `met` is undefined of what is only there to compare
 */

/** @type {readonly Target[]} */
const TARGETS = [
  {
    what: 'the large tree without types, against `rg -l`',
    target: '≤ 3 ×',
    of: (large) => ratio(large, ROWS.plain, ROWS.floor, (value) => value <= 3),
  },
  {
    what: '… by what only reads and parses, and proves nothing',
    target: '2.7 to 3.0 × there',
    of: (large) => ratio(large, ROWS.parsing, ROWS.floor, () => undefined),
  },
  {
    what: "ast-grep's scan of the large tree, against it",
    target: '≥ 8 ×',
    of: (large) => ratio(large, ROWS.astGrep, ROWS.plain, (value) => value >= 8),
  },
  {
    what: "jscodeshift's runner on the large tree, against it",
    target: '≥ 80 ×',
    of: (large) => ratio(large, ROWS.jscodeshift, ROWS.plain, (value) => value >= 80),
  },
  { what: 'peak memory without types', target: '≤ 400 MB', of: (large) => memory(large, ROWS.plain, 400) },
  {
    what: 'peak memory with types, as many files that only they decide',
    target: '≤ 1,200 MB',
    of: (large) => memory(large, ROWS.open, 1200),
  },
  { what: '100 files, one to change', target: '≤ 0.35 s', of: (_, small) => time(small, ROWS.one, 0.35) },
  { what: '100 files, none a candidate', target: '≤ 0.12 s', of: (_, small) => time(small, ROWS.none, 0.12) },
  { what: '`--check` on one staged file', target: '≤ 0.3 s', of: (_, small) => time(small, ROWS.staged, 0.3) },
  { what: '`--stdin-filepath`', target: '≤ 0.3 s', of: (_, small) => time(small, ROWS.stdin, 0.3) },
];

/**
 * A Markdown table of the targets.
 *
 * @param {Figures} large of the largest tree
 * @param {Figures} small of the small runs
 * @returns {string[]} its lines
 */
export function targetLines(large, small) {
  const rows = TARGETS.map(({ what, target, of }) => {
    const result = of(large, small);
    return (
      `| ${what} | ${target} | ${result === undefined ? 'not measured' : result.measured} | ` +
      `${result === undefined ? '' : result.met === undefined ? 'to compare' : result.met ? 'met' : '**missed**'} ` +
      '|'
    );
  });
  return ['| | target | measured | |', '|---|---:|---:|---|', ...rows, ...calibration(small)];
}

/** What loading TypeScript takes on the machine whose seconds the targets are, in seconds. */
const LOADING_THERE = 0.17;

/** @param {Figures} small */
function calibration(small) {
  const [nothing, loading] = [small.get(ROWS.nothing), small.get(ROWS.typescript)];
  if (nothing === undefined || loading === undefined) return [];
  const here = loading.seconds - nothing.seconds;
  return [
    '',
    `Loading TypeScript takes ${here.toFixed(2)} s here, and ${LOADING_THERE.toFixed(2)} s on the ` +
      `machine that the targets in seconds are from: ${(here / LOADING_THERE).toFixed(1)} times as long.`,
  ];
}

/**
 * @type {(figures: Figures, name: string, against: string, isMet: (value: number) => boolean | undefined) => Result |
 * undefined}
 */
function ratio(figures, name, against, isMet) {
  const one = figures.get(name);
  const other = figures.get(against);
  if (one === undefined || other === undefined) return undefined;
  const value = one.seconds / other.seconds;
  return { measured: `${value.toFixed(1)} ×`, met: isMet(value) };
}

/** @type {(figures: Figures, name: string, limit: number) => Result | undefined} */
function memory(figures, name, limit) {
  const figure = figures.get(name);
  return figure === undefined
    ? undefined
    : { measured: `${(figure.bytes / MEGABYTES).toFixed(0)} MB`, met: figure.bytes / MEGABYTES <= limit };
}

/** @type {(figures: Figures, name: string, limit: number) => Result | undefined} */
function time(figures, name, limit) {
  const figure = figures.get(name);
  return figure === undefined
    ? undefined
    : { measured: `${figure.seconds.toFixed(2)} s`, met: figure.seconds <= limit };
}
