/**
 * Measures what the rules cost: ESLint over 1,000 files with and without them, their share of its time by ESLint's own
 * account (`TIMING`), and a file with findings after warm-up.
 *
 *     npm run build && npm --prefix bench install && node bench/eslint/run.mjs [--files 1000] [folder with real files …]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { globSync } from 'tinyglobby';
import { makeTree } from '../tree.mjs';

const ROOT = join(import.meta.dirname, '../..');
const BENCH = join(ROOT, 'bench');
const PLUGIN = pathToFileURL(join(ROOT, 'dist/eslint-plugin.js')).href;
const SOURCES = '**/*.{ts,tsx,js,jsx,mjs,cjs,mts,cts}';

/**
 * What the files are linted with beside our rules: what comes with Next.js is what most repositories that use Clerk
 * have, the other is the least that any has.
 *
 * @type {readonly { name: string, packages: string, config: (from: (specifier: string) => string) => string }[]}
 *   `packages`: the folder whose packages it takes; `config` gives an array, as text
 */
const SETUPS = [
  {
    name: 'eslint-config-next: core-web-vitals and typescript',
    packages: BENCH,
    config: (from) =>
      `[...(await import(${from('eslint-config-next/core-web-vitals')})).default, ...(await import(${from('eslint-config-next/typescript')})).default]`,
  },
  {
    name: 'typescript-eslint: recommended',
    packages: ROOT,
    config: (from) =>
      `[{ files: ['${SOURCES}'], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } }, ` +
      `...(await import(${from('typescript-eslint')})).default.configs.recommended]`,
  },
  {
    name: 'typescript-eslint: recommendedTypeChecked, with the types of each project',
    packages: ROOT,
    config: (from) =>
      `[{ files: ['${SOURCES}'], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true }, ` +
      'projectService: true } } }, ...(await ' +
      `import(${from('typescript-eslint')})).default.configs.recommendedTypeChecked]`,
  },
];

/** Says at the end what time a process has taken, in microseconds. */
const SAY_TIME =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("processor time: "+(user+system))})';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string', default: '1000' } },
});
const FILES = Number(options.files);
/** Larger ones are bundles, by which nobody would judge a linter. */
const MOST_BYTES = 200_000;
const ROUNDS = 2;

/**
 * A tree of our own making, where nobody names folders with real files.
 *
 * @param {string} root absolute; must not exist
 */
function makeFiles(root) {
  makeTree(root, { files: FILES, share: 0.01 });
  return chooseFiles(root, [root]);
}

/**
 * A thousand files of those below the folders, evenly spread over them: the same ones each time.
 *
 * @param {string} root
 * @param {readonly string[]} folders
 */
function chooseFiles(root, folders) {
  const all = globSync(SOURCES, {
    cwd: root,
    ignore: ['**/node_modules/**', '**/{dist,build,out,.next}/**', '**/*.{min.js,d.ts}'],
  })
    .filter(
      (path) =>
        folders.some((folder) => join(root, path).startsWith(join(folder, sep))) &&
        statSync(join(root, path)).size < MOST_BYTES,
    )
    .sort();
  const step = Math.max(1, all.length / FILES);
  return Array.from({ length: Math.min(FILES, all.length) }, (_, index) => all[Math.floor(index * step)] ?? '');
}

/**
 * @param {string} root where ESLint runs
 * @param {readonly string[]} files
 * @param {typeof SETUPS[number]} setup
 */
function measureFiles(root, files, { name, packages, config }) {
  const require = createRequire(join(packages, 'package.json'));
  const eslint = join(dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
  const array = config((specifier) => JSON.stringify(pathToFileURL(require.resolve(specifier)).href));
  const configs = {
    without: `export default ${array};\n`,
    with: `import plugin from ${JSON.stringify(PLUGIN)};\nexport default [...${array}, plugin.configs.recommended];\n`,
  };
  /** @type {{ without: number[], with: number[] }} */
  const times = { without: [], with: [] };
  /** @type {{ wall: number, rows: ReturnType<typeof readAccount> }[]} */
  const accounts = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const config of /** @type {const} */ (['without', 'with'])) {
      const path = join(folder, `${config}.config.mjs`);
      writeFileSync(path, configs[config]);
      const start = performance.now();
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [
          '--import',
          SAY_TIME,
          eslint,
          '-c',
          path,
          '--no-inline-config',
          '--no-ignore',
          '--quiet',
          '--format',
          'json',
          '--output-file',
          join(folder, 'results.json'),
          ...files,
        ],
        { cwd: root, encoding: 'utf8', env: { ...process.env, TIMING: 'all' }, maxBuffer: 1 << 28 },
      );
      if (status === 2) throw new Error(stderr);
      times[config].push(Number(/processor time: (\d+)/.exec(stderr)?.[1] ?? NaN) / 1000);
      if (config === 'with') accounts.push({ wall: performance.now() - start, rows: readAccount(stdout) });
    }
  }
  const [best, bestWith] = [Math.min(...times.without), Math.min(...times.with)];
  say(`${name}; ${files.length} files, ${countFindings()} findings in ${countFindings(true)} of them`);
  say(
    `  processor time: ${seconds(best)} without the rules, ${seconds(bestWith)} with them, ${percent((bestWith - best) / best)} more (best of ${ROUNDS})`,
  );
  for (const { wall, rows } of accounts) {
    const ours = sum(rows.filter(({ rule }) => rule.startsWith('clerk-metadata/')));
    say(
      `  TIMING: ${ours.toFixed(0)} ms for the three rules: ${percent(ours / wall)} of ESLint's ` +
        `${seconds(wall)}, ${percent(ours / sum(rows))} of the time of all rules`,
    );
  }
}

/** @param {string} stdout */
function readAccount(stdout) {
  return [...stdout.matchAll(/^(\S+) +\| +([\d.]+) +\|/gm)].map(([, rule = '', time]) => ({
    rule,
    time: Number(time),
  }));
}

/** @param {readonly { time: number }[]} rows */
function sum(rows) {
  return rows.reduce((total, { time }) => total + time, 0);
}

/** Of our rules. */
function countFindings(files = false) {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- JSON has no type
  const results = /** @type {import('eslint').ESLint.LintResult[]} */ (
    JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))
  );
  const amounts = results.map(
    ({ messages }) => messages.filter(({ ruleId }) => ruleId?.startsWith('clerk-metadata/')).length,
  );
  return amounts.reduce((total, amount) => total + (files ? Math.min(1, amount) : amount), 0);
}

/** What all folders are below. @param {readonly string[]} folders */
function commonFolder(folders) {
  const [first = [], ...others] = folders.map((path) => path.split(sep));
  return first
    .slice(
      0,
      Math.min(
        first.length,
        ...others.map((other) => first.findIndex((part, index) => part !== other[index])).filter((at) => at !== -1),
      ),
    )
    .join(sep);
}

/** A file with findings, after warm-up. */
async function measureFile() {
  /* eslint-disable-next-line @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment --
     an import of a computed name has no type */
  const plugin = /** @type {import('../../eslint-plugin/index.ts').Plugin} */ ((await import(PLUGIN)).default);
  const linter = new Linter();
  /** @param {import('eslint').Linter.Config[]} configs */
  const lintAll = (configs) => {
    const times = [];
    for (let round = 0; round < 120; round++) {
      const start = process.cpuUsage();
      linter.verify(
        FILE.replaceAll('ROUND', String(round)),
        [{ files: ['**/*.ts'], languageOptions: { parser } }, ...configs],
        { filename: 'file.ts' },
      );
      if (round >= 20) times.push(microseconds(process.cpuUsage(start)) / 1000);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  const [without, withRules] = [lintAll([]), lintAll([plugin.configs.recommended])];
  say(
    `a file with four findings, after warm-up: ${withRules.toFixed(1)} ms, of which the parser ${without.toFixed(1)} ms (median of 100)`,
  );
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

/** @param {number} part */
function percent(part) {
  return `${(part * 100).toFixed(2)}%`;
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-bench-'));
try {
  await measureFile();
  const named = positionals.map((path) => resolve(path));
  const root = named.length === 0 ? join(folder, 'tree') : commonFolder(named);
  const files = named.length === 0 ? makeFiles(root) : chooseFiles(root, named);
  for (const setup of SETUPS) measureFiles(root, files, setup);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
