// `npm run bench`: the command beside its peers on the same trees in the same run. Prints Markdown tables; bench/README.md keeps the last ones.
//   node bench/run.mjs [--sizes 100,1000,10000,40000] [--runs 5] [--no-slow]
// Wants `rg` on the path; the other peers are installed into bench/ by `npm run bench`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { makeTree } from './tree.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const CLI = join(HERE, '..', 'dist', 'cli.js');

/** The share of files with a call to change, as in the targets. */
const SHARE = 0.01;

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000,40000' },
    runs: { type: 'string', default: '5' },
    slow: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const sizes = options.sizes.split(',').map(Number);
const runs = Number(options.runs);

const trees = mkdtempSync(join(tmpdir(), 'clerk-metadata-bench-'));
process.once('exit', () => { rmSync(trees, { recursive: true, force: true }); });

print(`Node ${process.version}, ${String(availableParallelism())} cores, ${cpus()[0]?.model ?? 'unknown processor'}; medians of ${String(runs)} interleaved runs.`);
for (const files of sizes) await benchTree(files);
await benchSingle();

/** @param {number} files */
async function benchTree(files) {
  const tree = join(trees, String(files));
  const { changing, bytes } = makeTree(tree, { files, share: SHARE });
  print(`\n### ${files.toLocaleString('en')} files, ${(bytes / 1e6).toFixed(1)} MB, ${String(changing)} to change\n`);
  const floor = { name: '`rg -l updateUser`', argv: ['rg', '-l', 'updateUser', '.'] };
  const commands = [
    floor,
    { name: '`--check --no-types`', argv: ours('--check', '--no-types') },
    { name: '`--check`', argv: ours('--check') },
    { name: '`--dry-run --no-types --reporter json`', argv: ours('--dry-run', '--no-types', '--reporter', 'json') },
    ...(options.slow ? peers(files, tree) : []),
  ];
  table(await measure(commands, { cwd: tree, runs }), floor.name);
  rmSync(tree, { recursive: true });
}

/**
 * @param {number} files
 * @param {string} tree
 * @returns {import('./measure.mjs').Command[]}
 */
function peers(files, tree) {
  const bin = (/** @type {string} */ name) => join(HERE, 'node_modules', '.bin', name);
  const rounds = files > 5000 ? { atMost: 1 } : {};
  return [
    { name: 'ast-grep, an equivalent rule', argv: [bin('ast-grep'), 'scan', '--rule', join(HERE, 'peers', 'ast-grep.yml'), '--json=stream', '.'], ...(files > 5000 ? { atMost: 2 } : {}) },
    { name: 'ts-morph, plain', argv: [process.execPath, join(HERE, 'peers', 'ts-morph.mjs')], ...rounds },
    {
      name: 'jscodeshift, a transform by name',
      argv: [bin('jscodeshift'), '--dry', '--silent', '--extensions=ts,tsx,js,jsx,mjs', '-t', join(HERE, 'peers', 'jscodeshift.cjs'), join(tree, 'src')],
      ...rounds,
    },
  ];
}

/** What a hook and an editor wait for, and what grows. */
async function benchSingle() {
  print('\n### Small runs, and one file that is large\n');
  const tree = join(trees, 'single');
  makeTree(tree, { files: 100, share: 0 });
  const call = "import { clerkClient } from '@clerk/nextjs/server';\n\nexport async function save(id, role) {\n  const client = await clerkClient();\n  await client.users.updateUser(id, { publicMetadata: { role } });\n}\n";
  writeFileSync(join(tree, 'one.ts'), call);
  const extra = join(trees, 'large');
  mkdirSync(extra);
  for (const findings of [500, 1000, 2000]) writeFileSync(join(extra, `findings-${String(findings)}.ts`), manyCalls(findings));
  for (const megabytes of [1, 5]) writeFileSync(join(extra, `large-${String(megabytes)}.ts`), `export const text = [\n${'  "nothing to see here, move along please",\n'.repeat(megabytes * 22_500)}];\n`);
  for (const levels of [500, 2000]) writeFileSync(join(extra, `nested-${String(levels)}.ts`), nested(levels));
  const file = (/** @type {string} */ name) => ({ name: `\`--check ${name}\``, argv: ours('--check', '--no-types', join(extra, name)) });
  table(await measure([
    { name: 'Node, doing nothing', argv: [process.execPath, '-e', '0'] },
    { name: '100 files, none a candidate', argv: ours('--check', 'src') },
    { name: '100 files and one to change', argv: ours('--check') },
    { name: '`--check one.ts`', argv: ours('--check', 'one.ts') },
    { name: '`--stdin-filepath one.ts`', argv: ours('--stdin-filepath', 'one.ts'), input: call },
    ...['findings-500.ts', 'findings-1000.ts', 'findings-2000.ts', 'large-1.ts', 'large-5.ts', 'nested-500.ts', 'nested-2000.ts'].map(file),
  ], { cwd: tree, runs }), 'Node, doing nothing');
}

/** @param {number} count */
function manyCalls(count) {
  const calls = Array.from({ length: count }, (_, index) => `export const save${String(index)} = async (id: string, role: string) => {\n  const client = await clerkClient();\n  await client.users.updateUser(id, { firstName: role, publicMetadata: { role, n: ${String(index)} } });\n};\n`);
  return `import { clerkClient } from '@clerk/nextjs/server';\n\n${calls.join('\n')}`;
}

/** @param {number} levels */
function nested(levels) {
  return `import { clerkClient } from '@clerk/nextjs/server';\n\nexport const deep = async (id: string) => {\n${'if (id) {'.repeat(levels)} await (await clerkClient()).users.updateUser(id, { publicMetadata: { a: 1 } }); ${'}'.repeat(levels)}\n};\n`;
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
    print(`| ${name} | ${seconds.toFixed(2)} | ${(seconds / floor).toFixed(1)} | ${(bytes / 1e6).toFixed(0)} | ${String(counted)} | ${status === null ? 'killed' : String(status)} |`);
  }
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}

if (spawnSync('rg', ['--version']).error !== undefined) process.stderr.write('rg (ripgrep) is not on the path: install it, the figures are held against it\n');
