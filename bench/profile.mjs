// Where the time of a run goes, as a Markdown table: node bench/profile.mjs <folder> [options of the command …];
// real.mjs takes the same figures. Each sample of V8's profiler counts for the innermost part of the run that it was
// taken in.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN = fileURLToPath(new URL('../dist/cli.cjs', import.meta.url));

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
  ['addRequests', 'finding requests over HTTP'],
  ['whatRuns', 'asking what may run in between'],
  ['findUpdateCalls', 'finding calls'],
  ['findDoubles', 'finding test doubles'],
  ['findingsBesideCalls', 'finding aliases and declarations'],
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '.', ...options] = process.argv.slice(2);
  process.stdout.write('| | share |\n|---|---:|\n');
  for (const { part, share } of sharesOf(folder, options.length > 0 ? options : ['--check', '--no-types']))
    process.stdout.write(`| ${part} | ${(100 * share).toFixed(1)} % |\n`);
}

/**
 * @param {string} folder
 * @param {readonly string[]} args options of the command
 * @param {{ node?: string, cli?: string }} programs Node, and the built command
 * @returns {{ part: string, share: number }[]} the largest first; shares of 1
 */
export function sharesOf(folder, args, { node = process.execPath, cli = OWN } = {}) {
  const { times, total } = attribute(profileOf(folder, [cli, ...args], node));
  return [...times].sort((a, b) => b[1] - a[1]).map(([part, time]) => ({ part, share: time / total }));
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 * @param {string} node
 * @returns {Profile}
 */
function profileOf(cwd, args, node) {
  const out = mkdtempSync(join(tmpdir(), 'clerk-metadata-profile-'));
  try {
    spawnSync(node, ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', out, ...args], {
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
