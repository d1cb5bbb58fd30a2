/**
 * Measures what the rules cost: ESLint over 1,000 files with and without them, their share of the rules' time by ESLint's own account
 * (`TIMING`), and a file with findings after warm-up. Times are processor time, which a busy machine changes little.
 *
 * Run with `npm run build && node bench/eslint/run.mjs`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { makeTree } from '../tree.mjs';

const ROOT = join(import.meta.dirname, '../..');
const ESLINT = join(ROOT, 'node_modules/eslint/bin/eslint.js');
const PLUGIN = pathToFileURL(join(ROOT, 'dist/eslint-plugin.js')).href;
const TYPESCRIPT_ESLINT = pathToFileURL(createRequire(import.meta.url).resolve('typescript-eslint')).href;

/** Says at the end what time a process has taken, in microseconds. */
const SAY_TIME = 'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("processor time: "+(user+system))})';

const FILES = 1000;
const ROUNDS = 2;

/**
 * @param {string} tree
 * @param {number} share of the files that have findings
 */
function measureTree(tree, share) {
  makeTree(tree, { files: FILES, share });
  const setUp = `import tseslint from ${JSON.stringify(TYPESCRIPT_ESLINT)};\nconst files = ['**/*.{ts,tsx,js,jsx,mjs}'];\n`;
  writeFileSync(join(tree, 'without.config.mjs'), `${setUp}export default [{ files }, ...tseslint.configs.recommended];\n`);
  writeFileSync(join(tree, 'with.config.mjs'), `${setUp}import plugin from ${JSON.stringify(PLUGIN)};\nexport default [{ files }, ...tseslint.configs.recommended, plugin.configs.recommended];\n`);
  /** @type {{ without: number[], with: number[] }} */
  const times = { without: [], with: [] };
  let account = '';
  for (let round = 0; round < ROUNDS; round++) {
    for (const config of /** @type {const} */ (['without', 'with'])) {
      const { stdout, stderr } = spawnSync(process.execPath, ['--import', SAY_TIME, ESLINT, '-c', `${config}.config.mjs`, '--quiet', 'src'], {
        cwd: tree, encoding: 'utf8', env: { ...process.env, TIMING: 'all' }, maxBuffer: 1 << 28,
      });
      times[config].push(Number(/processor time: (\d+)/.exec(stderr)?.[1] ?? NaN) / 1000);
      if (config === 'with') account = stdout;
    }
  }
  const rows = [...account.matchAll(/^(\S+) +\| +([\d.]+) +\| +([\d.]+)%/gm)].map(([, rule = '', time, percent]) => ({ rule, time: Number(time), percent: Number(percent) }));
  const ours = rows.filter(({ rule }) => rule.startsWith('clerk-metadata/'));
  const sum = ours.reduce((total, { time }) => total + time, 0);
  const [best, bestWith] = [Math.min(...times.without), Math.min(...times.with)];
  say(`${FILES} files, ${share * 100}% with findings: ${seconds(best)} without, ${seconds(bestWith)} with the rules`);
  say(`  by ESLint's account: ${sum.toFixed(1)} ms, ${ours.reduce((total, { percent }) => total + percent, 0).toFixed(1)}% of the rules' time, ${((sum / bestWith) * 100).toFixed(2)}% of the whole`);
}

/** A file with findings, after warm-up. */
async function measureFile() {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment -- an import of a computed name has no type
  const plugin = /** @type {import('../../eslint-plugin/index.ts').Plugin} */ ((await import(PLUGIN)).default);
  const linter = new Linter();
  /** @param {import('eslint').Linter.Config[]} configs */
  const lintAll = (configs) => {
    const times = [];
    for (let round = 0; round < 120; round++) {
      const start = process.cpuUsage();
      linter.verify(FILE.replaceAll('ROUND', String(round)), [{ files: ['**/*.ts'], languageOptions: { parser } }, ...configs], { filename: 'file.ts' });
      if (round >= 20) times.push(microseconds(process.cpuUsage(start)) / 1000);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  const [without, withRules] = [lintAll([]), lintAll([plugin.configs.recommended])];
  say(`a file with four findings, after warm-up: ${withRules.toFixed(1)} ms, of which the parser ${without.toFixed(1)} ms (median of 100)`);
}

const FILE = `import { clerkClient, currentUser } from '@clerk/nextjs/server';

export async function promoteROUND(userId: string, level: number, body: { plan: string }) {
  const client = await clerkClient();
  const user = await client.users.getUser(userId);
  await client.users.updateUser(userId, { publicMetadata: { ...user.publicMetadata, level } });
  await client.users.updateUser(userId, { firstName: 'A', privateMetadata: { plan: body.plan } });
  await client.organizations.updateOrganization('org_ROUND', { publicMetadata: {} });
}

export async function renameROUND(name: string) {
  const user = await currentUser();
  if (!user) throw new Error('signed out');
  const client = await clerkClient();
  return client.users.updateUser(user.id, { firstName: name, unsafeMetadata: { ...user.unsafeMetadata, name } });
}
`;

/** @param {NodeJS.CpuUsage} usage */
function microseconds({ user, system }) {
  return user + system;
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-bench-'));
try {
  await measureFile();
  for (const share of [0, 0.01]) measureTree(join(folder, `tree-${share}`), share);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
