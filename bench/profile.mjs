// Where the time of a run goes, as a Markdown table: node bench/profile.mjs <folder> [options of the command …]
// Each sample of V8's profiler counts for the innermost part of the run that it was taken in.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** Functions of the command and of the compiler, and what they are for. The innermost that is on the stack counts. */
const PARTS = new Map([
  ['(garbage collector)', 'collecting garbage'],
  ['(idle)', 'waiting for git, and for the thread that reads ahead'],
  ['listGitFiles', 'listing'],
  ['collectFiles', 'listing'],
  ['scanFiles', 'reading the files and looking for words'],
  ['decode', 'reading the files and looking for words'],
  ['inspectPackages', 'reading package.json and tsconfig.json'],
  ['readTsConfigFor', 'reading package.json and tsconfig.json'],
  ['resolveModule', 'reading package.json and tsconfig.json'],
  ['wrapSafe', 'loading the compiler and the command'],
  ['compile', 'loading the compiler and the command'],
  ['compileSourceTextModule', 'loading the compiler and the command'],
  ['Module._load', 'loading the compiler and the command'],
  ['parseSource', 'parsing'],
  ['findSyntaxProblem', 'parsing what was rewritten'],
  ['bind$1', "making each file's table of names"],
  ['seenFrom', 'looking names up'],
  ['findRequests', 'finding requests over HTTP'],
  ['findUpdateCalls', 'finding calls'],
  ['findingsBesideCalls', 'finding test doubles, aliases and declarations'],
  ['decide', 'deciding'],
  ['analyze', 'the rest of the analysis'],
  ['groupByProject', 'types'],
  ['oracleFor', 'types'],
  ['buildReport', 'reporting'],
  ['describeFindings', 'reporting'],
  ['publish', 'reporting'],
]);

/** @typedef {{ id: number, callFrame: { functionName: string }, children?: number[] }} ProfileNode */
/** @typedef {{ nodes: ProfileNode[], samples: number[], timeDeltas: number[] }} Profile */

const [folder = '.', ...options] = process.argv.slice(2);
const { times, total } = attribute(profileOf(folder, options.length > 0 ? options : ['--check', '--no-types']));
process.stdout.write('| | share |\n|---|---:|\n');
for (const [part, time] of [...times].sort((a, b) => b[1] - a[1]))
  process.stdout.write(`| ${part} | ${((100 * time) / total).toFixed(1)} % |\n`);

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 * @returns {Profile}
 */
function profileOf(cwd, args) {
  const out = mkdtempSync(join(tmpdir(), 'clerk-metadata-profile-'));
  try {
    spawnSync(process.execPath, ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', out, CLI, ...args], {
      cwd,
      stdio: 'ignore',
    });
    // Of the main thread, not of the one that reads ahead.
    const file = readdirSync(out).find((name) => /\.\d+\.0\.\d+\.cpuprofile$/.test(name)) ?? '';
    const profile = /** @type {unknown} */ (JSON.parse(readFileSync(join(out, file), 'utf8')));
    return /** @type {Profile} */ (profile);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/**
 * @param {Profile} profile
 * @returns {{ times: Map<string, number>, total: number }} microseconds
 */
function attribute({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** @type {Map<number, string>} */
  const partOf = new Map();
  /** @type {[ProfileNode | undefined, string][]} */
  const open = [[nodes[0], 'starting, and what is in none of these']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, around] = next;
    if (node === undefined) continue;
    const own = PARTS.get(node.callFrame.functionName);
    // Parsing what was rewritten is parsing, and no more.
    const part = own === undefined || (own === 'parsing' && around === 'parsing what was rewritten') ? around : own;
    partOf.set(node.id, part);
    for (const child of node.children ?? []) open.push([byId.get(child), part]);
  }
  /** @type {Map<string, number>} */
  const times = new Map();
  let total = 0;
  samples.forEach((id, index) => {
    const time = timeDeltas[index] ?? 0;
    const part = partOf.get(id) ?? 'starting, and what is in none of these';
    times.set(part, (times.get(part) ?? 0) + time);
    total += time;
  });
  return { times, total };
}
