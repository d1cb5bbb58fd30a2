// `npm run bench`: the command beside its peers on the same trees in the same run. Prints Markdown; bench/README.md
// keeps the last.
//   npm run bench -- [--sizes 100,1000,10000,40000] [--runs 5] [--no-slow] [--write]
// --write puts what is printed into bench/README.md, --no-slow leaves out all peers but `rg`.
// Wants `rg` on the path; the other peers are installed into bench/ by `npm run bench`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { ROWS, targetLines } from './targets.mjs';
import { makeTree } from './tree.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const CLI = join(HERE, '..', 'dist', 'cli.cjs');

/** The share of files with a call to change, as in the targets. */
const SHARE = 0.01;

const MOST_FOR_TS_MORPH = 10_000;

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000,40000' },
    runs: { type: 'string', default: '5' },
    slow: { type: 'boolean', default: true },
    write: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const sizes = options.sizes.split(',').map(Number);
const runs = Number(options.runs);

/** @typedef {ReadonlyMap<string, import('./measure.mjs').Figure>} Figures by name */

if (spawnSync('rg', ['--version']).error !== undefined)
  throw new Error('rg (ripgrep) is not on the path: apt-get install ripgrep');

const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});

/** @type {string[]} */
const printed = [];
const machine =
  `Node ${process.version}, ${String(availableParallelism())} cores ` +
  `(${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 1e9).toFixed(0)} GB, ${process.platform}`;
print(
  `${new Date().toISOString().slice(0, 10)}, ${machine}. Medians of ${String(runs)} interleaved runs, ` +
    `the highest peak of memory; the system's load was ${(loadavg()[0] ?? 0).toFixed(1)} at the start.`,
);
/** @type {Map<number, Figures>} */
const trees = new Map();
for (const files of sizes) trees.set(files, await benchTree(files));
const small = await benchSingle();
print(
  '\n' +
    '### Growth with the tree\n\n' +
    `| files | ${ROWS.floor} | ${ROWS.plain} | ${ROWS.typed} | per 1,000 files, without types |\n` +
    '|---:|---:|---:|---:|---:|',
);
for (const [files, figures] of trees) {
  const seconds = [ROWS.floor, ROWS.plain, ROWS.typed].map((name) => figures.get(name)?.seconds ?? NaN);
  print(
    `| ${files.toLocaleString('en')} | ${seconds.map((value) => `${value.toFixed(2)} s`).join(' | ')} | ${((1000 * (seconds[1] ?? NaN)) / files).toFixed(3)} s |`,
  );
}
const largest = Math.max(...sizes);
print(`\n### Against the targets, on ${largest.toLocaleString('en')} files\n`);
for (const line of targetLines(trees.get(largest) ?? new Map(), small)) print(line);
if (options.write) {
  const page = join(HERE, 'README.md');
  const [before = '', after = ''] = readFileSync(page, 'utf8').split(/<!-- figures -->.*<!-- end of figures -->/s);
  writeFileSync(page, `${before}<!-- figures -->\n\n${printed.join('\n')}\n\n<!-- end of figures -->${after}`);
}

/**
 * @param {number} files
 * @returns {Promise<Figures>}
 */
async function benchTree(files) {
  const tree = join(folder, String(files));
  const { changing, bytes } = makeTree(tree, { files, share: SHARE });
  print(`\n### ${files.toLocaleString('en')} files, ${(bytes / 1e6).toFixed(1)} MB, ${String(changing)} to change\n`);
  const floor = { name: ROWS.floor, argv: ['rg', '-l', 'updateUser', '.'] };
  const commands = [
    floor,
    { name: ROWS.plain, argv: ours('--check', '--no-types') },
    { name: ROWS.typed, argv: ours('--check') },
    { name: '`--dry-run --no-types --reporter json`', argv: ours('--dry-run', '--no-types', '--reporter', 'json') },
    ...(options.slow ? peers(files, tree) : []),
  ];
  const figures = await measure(commands, { cwd: tree, runs });
  addOpenCalls(tree, changing);
  figures.push(...(await measure([{ name: ROWS.open, argv: ours('--check') }], { cwd: tree, runs })));
  table(figures, floor.name);
  rmSync(tree, { recursive: true });
  return byName(figures);
}

/**
 * Adds as many files whose calls only types can decide, and the SDK's types.
 *
 * @param {string} tree
 * @param {number} count
 */
function addOpenCalls(tree, count) {
  const open = join(tree, 'src', 'open');
  mkdirSync(open, { recursive: true });
  mkdirSync(join(tree, 'node_modules'), { recursive: true });
  symlinkSync(join(HERE, '..', 'node_modules', '@clerk'), join(tree, 'node_modules', '@clerk'));
  writeFileSync(
    join(open, 'directory.ts'),
    "import type { UserResource } from '@clerk/shared/types';\n\n" +
      'export declare const directory: { user: UserResource };\n',
  );
  for (let index = 0; index < count; index++) {
    writeFileSync(
      join(open, `open${String(index)}.ts`),
      "import { directory } from './directory';\n\n" +
        'export const save = (theme: string) => directory.user.update({ unsafeMetadata: { theme } });\n',
    );
  }
}

/**
 * @param {number} files
 * @param {string} tree
 * @returns {import('./measure.mjs').Command[]}
 */
function peers(files, tree) {
  const bin = (/** @type {string} */ name) => join(HERE, 'node_modules', '.bin', name);
  const rounds = files > 5000 ? { atMost: 1 } : {};
  const parser = [process.execPath, join(HERE, 'peers', 'typescript.mjs')];
  return [
    { name: ROWS.reading, argv: parser },
    { name: ROWS.parsing, argv: [...parser, '--parse'] },
    {
      name: ROWS.astGrep,
      argv: [bin('ast-grep'), 'scan', '--rule', join(HERE, 'peers', 'ast-grep.yml'), '--json=stream', '.'],
      ...(files > 5000 ? { atMost: 2 } : {}),
    },
    // Of more it runs out of memory.
    ...(files > MOST_FOR_TS_MORPH
      ? []
      : [{ name: 'ts-morph, plain', argv: [process.execPath, join(HERE, 'peers', 'ts-morph.mjs')], ...rounds }]),
    {
      name: ROWS.jscodeshift,
      argv: [
        bin('jscodeshift'),
        '--dry',
        '--silent',
        '--extensions=ts,tsx,js,jsx,mjs',
        '-t',
        join(HERE, 'peers', 'jscodeshift.cjs'),
        join(tree, 'src'),
      ],
      ...rounds,
    },
  ];
}

/**
 * What a hook and an editor wait for, and what grows.
 *
 * @returns {Promise<Figures>}
 */
async function benchSingle() {
  print('\n### Small runs, and one file that is large\n');
  const tree = join(folder, 'single');
  makeTree(tree, { files: 100, share: 0 });
  const call =
    "import { clerkClient } from '@clerk/nextjs/server';\n\n" +
    'export async function save(id, role) {\n' +
    '  const client = await clerkClient();\n' +
    '  await client.users.updateUser(id, { publicMetadata: { role } });\n' +
    '}\n';
  writeFileSync(join(tree, 'one.ts'), call);
  const extra = join(folder, 'large');
  mkdirSync(extra);
  for (const findings of [250, 500, 1000, 2000])
    writeFileSync(join(extra, `findings-${String(findings)}.ts`), manyCalls(findings));
  for (const megabytes of [1, 5])
    writeFileSync(
      join(extra, `large-${String(megabytes)}.ts`),
      `export const text = [\n${'  "nothing to see here, move along please",\n'.repeat(megabytes * 22_500)}];\n`,
    );
  for (const levels of [250, 500, 2000]) writeFileSync(join(extra, `nested-${String(levels)}.ts`), nested(levels));
  const file = (/** @type {string} */ name) => ({
    name: `\`--check ${name}\``,
    argv: ours('--check', '--no-types', join(extra, name)),
  });
  const figures = await measure(
    [
      { name: ROWS.nothing, argv: [process.execPath, '-e', '0'] },
      {
        name: ROWS.typescript,
        argv: [process.execPath, '-e', `require(${JSON.stringify(join(HERE, 'node_modules', 'typescript'))})`],
      },
      { name: ROWS.none, argv: ours('--check', 'src') },
      { name: ROWS.one, argv: ours('--check') },
      { name: ROWS.staged, argv: ours('--check', 'one.ts') },
      { name: ROWS.stdin, argv: ours('--stdin-filepath', 'one.ts'), input: call },
      ...[
        'findings-250.ts',
        'findings-500.ts',
        'findings-1000.ts',
        'findings-2000.ts',
        'large-1.ts',
        'large-5.ts',
        'nested-250.ts',
        'nested-500.ts',
        'nested-2000.ts',
      ].map(file),
    ],
    { cwd: tree, runs },
  );
  table(figures, ROWS.nothing);
  return byName(figures);
}

/**
 * @param {readonly import('./measure.mjs').Figure[]} figures
 * @returns {Figures}
 */
function byName(figures) {
  return new Map(figures.map((figure) => [figure.name, figure]));
}

/** @param {number} count */
function manyCalls(count) {
  const calls = Array.from(
    { length: count },
    (_, index) =>
      `export const save${String(index)} = async (id: string, role: string) => {\n` +
      '  const client = await clerkClient();\n' +
      `  await client.users.updateUser(id, { firstName: role, publicMetadata: { role, n: ${String(index)} ` +
      '} });\n' +
      '};\n',
  );
  return `import { clerkClient } from '@clerk/nextjs/server';\n\n${calls.join('\n')}`;
}

/** @param {number} levels */
function nested(levels) {
  return (
    `import { clerkClient } from '@clerk/nextjs/server';\n\n` +
    'export const deep = async (id: string) => {\n' +
    `${'if (id) {'.repeat(levels)} await (await clerkClient()).users.updateUser(id, { publicMetadata: { a: 1 } }); ${'}'.repeat(levels)}\n` +
    '};\n'
  );
}

/** @param {string[]} args */
function ours(...args) {
  return [process.execPath, CLI, ...args];
}

/**
 * @param {readonly import('./measure.mjs').Figure[]} figures
 * @param {string} floorName the row that the ratios are against
 */
function table(figures, floorName) {
  const floor = figures.find(({ name }) => name === floorName)?.seconds ?? NaN;
  print('| | seconds | × the first | peak MB | runs | exit |\n|---|---:|---:|---:|---:|---:|');
  for (const { name, seconds, bytes, status, runs: counted } of figures) {
    print(
      `| ${name} | ${seconds.toFixed(2)} | ${(seconds / floor).toFixed(1)} | ${(bytes / 1e6).toFixed(0)} | ` +
        `${String(counted)} | ${status === null ? 'killed' : String(status)} |`,
    );
  }
}

/** @param {string} text */
function print(text) {
  printed.push(text);
  process.stdout.write(`${text}\n`);
}
