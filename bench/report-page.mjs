/**
 * How long the HTML report takes to open: from the start of the navigation until the first finding is on the screen
 * with its code.
 *
 *     npm run build && node bench/report-page.mjs [findings]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const CLI = join(import.meta.dirname, '../dist/cli.cjs');
const FINDINGS = Number(process.argv[2] ?? 2000);
const PER_FILE = 4;
const RUNS = 5;

/** Runs in the page. Two frames after the first diff is there, it has been painted. */
const WATCH = `
  const wait = () => {
    if (document.querySelector('.finding .diff') === null) requestAnimationFrame(wait);
    else requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.opened = performance.now(); }));
  };
  requestAnimationFrame(wait);
`;

const executablePath = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));
if (executablePath === undefined)
  throw new Error('Chromium is needed: apt-get install chromium, or name another with CHROMIUM=<path>');

const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-bench-'));
try {
  const page = join(folder, 'report.html');
  writeSources(folder);
  const { status, stderr } = spawnSync(
    process.execPath,
    [CLI, '--dry-run', '--force', '--reporter', 'html', '-o', page, '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  const times = await open(pathToFileURL(page).href);
  times.sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  process.stdout.write(
    `${String(FINDINGS)} findings, ${(statSync(page).size / 1e6).toFixed(1)} MB: opens in ` +
      `${middle.toFixed(0)} ms (median of ${String(RUNS)}; ` +
      `${times.map((time) => time.toFixed(0)).join(', ')})\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} root */
function writeSources(root) {
  writeFileSync(join(root, 'package.json'), '{ "name": "app", "dependencies": { "@clerk/express": "^2.1.26" } }');
  const call = (/** @type {number} */ index) => `
export async function promote${String(index)}(userId: string, plan: unknown) {
  const user = await clerkClient.users.getUser(userId);
  console.log(\`plan of \${user.fullName}\`);
  await clerkClient.users.updateUser(userId, {
    publicMetadata: { ...user.publicMetadata, plan, role: 'admin' },
  });
}
`;
  for (let file = 0; file < FINDINGS / PER_FILE; file++) {
    const calls = Array.from({ length: PER_FILE }, (_, index) => call(index));
    writeFileSync(
      join(root, `file-${String(file)}.ts`),
      `import { clerkClient } from '@clerk/express';\n${calls.join('')}`,
    );
  }
}

/** @param {string} url */
async function open(url) {
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript({ content: WATCH });
    await page.goto(url);
    // The page's policy lets nothing be compiled in it, so it is asked from outside.
    let opened = Number.NaN;
    while (Number.isNaN(opened)) opened = Number((await page.evaluate('globalThis.opened')) ?? Number.NaN);
    times.push(opened);
    await page.close();
  }
  await browser.close();
  return times;
}
