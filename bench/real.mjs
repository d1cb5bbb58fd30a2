// `node bench/real.mjs <trees>`: the command beside its peers on real repositories, one in each folder of <trees>.
// Prints Markdown; bench/README.md keeps the last.
//   node bench/real.mjs <trees> [--runs 3] [--node <program>]… [--cli <built command>] [--only <part of a name>]
//     [--every 4] [--before <another>] [--no-peers] [--worst 5] [--per-tree]
// --every 4 takes each fourth repository; --node measures with another Node, and may be given several times; --cli
// measures another build, and --before one more beside it; --no-peers leaves out `rg` and ast-grep; nothing is warmed
// up for --runs 1. Wants a build, `rg` on the path and the peers of `npm run bench` in bench/node_modules.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { sharesOf } from './profile.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROWS = {
  rg: '`rg -l updateUser`',
  reading: "git's listing, and every source file read in Node",
  parsing: '… and the files parsed that the command parses',
  plain: '`--check --no-types`',
  typed: '`--check`',
  before: '`--check --no-types` of the other build',
  astGrep: 'ast-grep, an equivalent rule',
};

/** How many parts of a profile are worth a word. */
const PARTS_SHOWN = 4;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    runs: { type: 'string', default: '3' },
    node: { type: 'string', multiple: true, default: [process.execPath] },
    cli: { type: 'string', default: join(HERE, '..', 'dist', 'cli.cjs') },
    before: { type: 'string' },
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    peers: { type: 'boolean', default: true },
    worst: { type: 'string', default: '5' },
    'per-tree': { type: 'boolean', default: false },
  },
});

const CLI = resolve(options.cli);

/**
 * @typedef {import('./measure.mjs').Figure} Figure
 * @typedef {{ name: string, folder: string, files: number, parsed: string[], usesSdk: boolean }} Tree `parsed`: each
 *   file that the command parses, once
 * @typedef {{ tree: Tree, figures: ReadonlyMap<string, Figure> }} Measured
 */

const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-real-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
const trees = prepareTrees(resolve(positionals[0] ?? '.'));
for (const node of options.node) {
  /** @type {Measured[]} */
  const measured = [];
  for (const tree of trees) measured.push({ tree, figures: await measureTree(tree, node) });
  printTables(measured, node);
}

/**
 * Each repository as one that git knows, so that its listing is measured: what has no `.git` is copied and committed.
 *
 * @param {string} from
 * @returns {Tree[]}
 */
function prepareTrees(from) {
  const entries = readdirSync(from, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && entry.name.includes(options.only))
    .map(({ name }) => name);
  const chosen = names.filter((_, index) => index % Number(options.every) === 0);
  return chosen.map((name) => {
    const given = join(from, name);
    const tree = existsSync(join(given, '.git')) ? given : join(folder, name);
    if (tree !== given) {
      cpSync(given, tree, { recursive: true, verbatimSymlinks: true });
      const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: tree, stdio: 'ignore' });
      git('init', '-q');
      git('add', '-A');
      git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '-qm', 'tree');
    }
    return describeTree(name, tree);
  });
}

/**
 * @param {string} name
 * @param {string} tree
 * @returns {Tree}
 */
function describeTree(name, tree) {
  const list = join(folder, `${name}.parsed`);
  const recorder = join(HERE, 'peers', 'record-parsed.cjs');
  const { stdout } = spawnSync(process.execPath, ['-r', recorder, CLI, '--check', '--no-types', '--reporter', 'json'], {
    cwd: tree,
    env: { ...process.env, PARSED: list },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  // A component's scripts are parsed under names of their own.
  const parsed = [...new Set(readFileSync(list, 'utf8').split('\n'))].filter((file) => existsSync(file));
  writeFileSync(list, parsed.join('\n'));
  const parsedReport = /** @type {unknown} */ (JSON.parse(stdout));
  const report = /** @type {{ summary: { filesScanned: number }, sdk: unknown[] }} */ (parsedReport);
  return { name, folder: tree, files: report.summary.filesScanned, parsed, usesSdk: report.sdk.length > 0 };
}

/**
 * @param {Tree} tree
 * @param {string} node
 * @returns {Promise<ReadonlyMap<string, Figure>>} by the names of the rows
 */
async function measureTree(tree, node) {
  const reading = [node, join(HERE, 'peers', 'read-and-parse.mjs')];
  const rule = ['scan', '--rule', join(HERE, 'peers', 'ast-grep.yml'), '--json=stream', '.'];
  const commands = [
    { name: ROWS.reading, argv: reading },
    { name: ROWS.parsing, argv: [...reading, '--parse', join(folder, `${tree.name}.parsed`)] },
    { name: ROWS.plain, argv: [node, CLI, '--check', '--no-types'] },
    { name: ROWS.typed, argv: [node, CLI, '--check'] },
    ...(options.before === undefined
      ? []
      : [{ name: ROWS.before, argv: [node, resolve(options.before), '--check', '--no-types'] }]),
    ...(options.peers
      ? [
          { name: ROWS.rg, argv: ['rg', '-l', 'updateUser', '.'] },
          { name: ROWS.astGrep, argv: [join(HERE, 'node_modules', '.bin', 'ast-grep'), ...rule], atMost: 1 },
        ]
      : []),
  ];
  const runs = Number(options.runs);
  const limited = runs > 1 ? commands : commands.map((command) => ({ ...command, atMost: 1 }));
  const figures = await measure(limited, { cwd: tree.folder, runs });
  const failed = figures.find(({ name, status }) => (name === ROWS.reading || name === ROWS.parsing) && status !== 0);
  if (failed !== undefined) throw new Error(`${tree.name}: ${failed.name} failed`);
  return new Map(figures.map((figure) => [figure.name, figure]));
}

/**
 * @param {readonly Measured[]} measured
 * @param {string} node
 */
function printTables(measured, node) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const sum = (/** @type {(tree: Tree) => number} */ of) => measured.reduce((total, { tree }) => total + of(tree), 0);
  const count = (/** @type {number} */ value) => value.toLocaleString('en');
  print(`### Node ${version}: ${count(measured.length)} repositories, ${count(sum(({ files }) => files))} files\n`);
  print(
    `The command parses ${count(sum(({ parsed }) => parsed.length))} files. ${cpus()[0]?.model ?? ''}, ` +
      `${String(cpus().length)} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}; sums of medians of ` +
      `${options.runs} interleaved runs.\n`,
  );
  print(`| | seconds | of the processor | × ${ROWS.parsing} |\n|---|---:|---:|---:|`);
  for (const name of Object.values(ROWS).filter((row) => measured[0]?.figures.has(row))) {
    const total = totalOf(measured, name);
    const floor = totalOf(measured, ROWS.parsing);
    print(
      `| ${name} | ${total.seconds.toFixed(1)} | ${total.processor.toFixed(1)} | ${(total.seconds / floor.seconds).toFixed(2)} |`,
    );
  }
  const byRatio = measured.toSorted((a, b) => ratioOf(b) - ratioOf(a));
  printTrees('The worst', byRatio.slice(0, Number(options.worst)), node);
  const bySeconds = measured.toSorted((a, b) => secondsOf(b, ROWS.plain) - secondsOf(a, ROWS.plain));
  printTrees('The longest', bySeconds.slice(0, Number(options.worst)), node);
  if (options['per-tree']) printTrees('All', byRatio, undefined);
}

/**
 * @param {string} title
 * @param {readonly Measured[]} measured
 * @param {string | undefined} node what to profile with; undefined: not at all
 */
function printTrees(title, measured, node) {
  print(
    '\n' +
      `${title}:\n\n` +
      '| repository | files | parsed | reading | … and parsing | without types | × | with types | where ' +
      'the time goes |\n' +
      '|---|---:|---:|---:|---:|---:|---:|---:|---|',
  );
  for (const each of measured) {
    const { tree } = each;
    const parts = node === undefined ? [] : sharesOf(tree.folder, ['--check', '--no-types'], { node, cli: CLI });
    const shown = parts.slice(0, PARTS_SHOWN).map(({ part, share }) => `${part} ${(100 * share).toFixed(0)} %`);
    const seconds = [ROWS.reading, ROWS.parsing, ROWS.plain].map((name) => `${secondsOf(each, name).toFixed(2)} s`);
    print(
      `| ${tree.name} | ${tree.files} | ${tree.parsed.length} | ${seconds.join(' | ')} | ` +
        `${ratioOf(each).toFixed(2)} | ${secondsOf(each, ROWS.typed).toFixed(2)} s | ${shown.join(', ')} |`,
    );
  }
}

/**
 * @param {readonly Measured[]} measured
 * @param {string} name
 */
function totalOf(measured, name) {
  let [seconds, processor] = [0, 0];
  for (const { figures } of measured) {
    seconds += figures.get(name)?.seconds ?? NaN;
    processor += figures.get(name)?.processor ?? NaN;
  }
  return { seconds, processor };
}

/** @type {(measured: Measured, name: string) => number} */
function secondsOf({ figures }, name) {
  return figures.get(name)?.seconds ?? NaN;
}

/** @param {Measured} measured */
function ratioOf(measured) {
  return secondsOf(measured, ROWS.plain) / secondsOf(measured, ROWS.parsing);
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}
