// What the command is held to, and how the last run stands.

/** @typedef {import('./measure.mjs').Figure} Figure */
/** @typedef {ReadonlyMap<string, Figure>} Figures by name */

/** The names of what the targets look at. */
export const ROWS = {
  floor: '`rg -l updateUser`',
  plain: '`--check --no-types`',
  typed: '`--check`',
  open: '`--check`, and as many files that only types decide',
  astGrep: 'ast-grep, an equivalent rule',
  jscodeshift: 'jscodeshift, a transform by name',
  none: '100 files, none a candidate',
  one: '100 files and one to change',
  staged: '`--check one.ts`',
  stdin: '`--stdin-filepath one.ts`',
};

/** The two limits of memory, in bytes. */
const MEGABYTES = 1e6;

/**
 * @typedef {{ what: string, target: string, of: (large: Figures, small: Figures) => { measured: string, met: boolean } | undefined }} Target
 *   `of` gives undefined where what it looks at wasn't measured
 */

/** @type {readonly Target[]} */
const TARGETS = [
  { what: 'the large tree without types, against `rg -l`', target: '≤ 3 ×', of: (large) => ratio(large, ROWS.plain, ROWS.floor, (value) => value <= 3) },
  { what: "ast-grep's scan of the large tree, against it", target: '≥ 8 ×', of: (large) => ratio(large, ROWS.astGrep, ROWS.plain, (value) => value >= 8) },
  { what: "jscodeshift's runner on the large tree, against it", target: '≥ 80 ×', of: (large) => ratio(large, ROWS.jscodeshift, ROWS.plain, (value) => value >= 80) },
  { what: 'peak memory without types', target: '≤ 400 MB', of: (large) => memory(large, ROWS.plain, 400) },
  { what: 'peak memory with types, as many files that only they decide', target: '≤ 1,200 MB', of: (large) => memory(large, ROWS.open, 1200) },
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
    return `| ${what} | ${target} | ${result === undefined ? 'not measured' : result.measured} | ${result === undefined ? '' : result.met ? 'met' : '**missed**'} |`;
  });
  return ['| | target | measured | |', '|---|---:|---:|---|', ...rows];
}

/** @type {(figures: Figures, name: string, against: string, isMet: (value: number) => boolean) => { measured: string, met: boolean } | undefined} */
function ratio(figures, name, against, isMet) {
  const one = figures.get(name);
  const other = figures.get(against);
  if (one === undefined || other === undefined) return undefined;
  const value = one.seconds / other.seconds;
  return { measured: `${value.toFixed(1)} ×`, met: isMet(value) };
}

/** @type {(figures: Figures, name: string, limit: number) => { measured: string, met: boolean } | undefined} */
function memory(figures, name, limit) {
  const figure = figures.get(name);
  return figure === undefined ? undefined : { measured: `${(figure.bytes / MEGABYTES).toFixed(0)} MB`, met: figure.bytes / MEGABYTES <= limit };
}

/** @type {(figures: Figures, name: string, limit: number) => { measured: string, met: boolean } | undefined} */
function time(figures, name, limit) {
  const figure = figures.get(name);
  return figure === undefined ? undefined : { measured: `${figure.seconds.toFixed(2)} s`, met: figure.seconds <= limit };
}
