/**
 * How long the playground takes until it shows the first result: from the start of the navigation, with nothing in the
 * browser's cache, until the findings of the first example are on the screen. And how long from a key to the result.
 *
 *     npm run site && node bench/site.mjs [runs]
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const SITE = join(import.meta.dirname, '../site/dist');
const RUNS = Number(process.argv[2] ?? 7);
/** Milliseconds, on two cores. */
const TARGET = 1500;

/** @type {Readonly<Record<string, string>>} */
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };

/** Runs in the page. Two frames after the first finding is there, it has been painted. */
const WATCH = `
  const wait = () => {
    if (document.querySelector('.playground .finding') === null) requestAnimationFrame(wait);
    else requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.shown = performance.now(); }));
  };
  requestAnimationFrame(wait);
`;

/** Types a letter and waits for the result. */
const TYPE = `(async () => {
  const before = performance.getEntriesByName('playground-result').length;
  const start = performance.now();
  document.execCommand('insertText', false, ' ');
  while (performance.getEntriesByName('playground-result').length === before)
    await new Promise((next) => requestAnimationFrame(next));
  return performance.now() - start;
})()`;

const executablePath = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));
if (executablePath === undefined)
  throw new Error('Chromium is needed: apt-get install chromium, or name another with CHROMIUM=<path>');

/** @type {Map<string, { type: string, body: Buffer }>} compressed once, as a code host has it */
const files = new Map();
let sent = 0;

const server = createServer(({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://site');
  const file = [pathname, `${pathname}.html`, join(pathname, 'index.html')]
    .map((path) => join(SITE, path))
    .find((path) => existsSync(path) && statSync(path).isFile());
  if (file === undefined) {
    response.writeHead(404).end();
    return;
  }
  const known = files.get(file) ?? { type: TYPES[extname(file)] ?? 'text/plain', body: gzipSync(readFileSync(file)) };
  files.set(file, known);
  sent += known.body.length;
  response.writeHead(200, { 'Content-Type': known.type, 'Content-Encoding': 'gzip' }).end(known.body);
});
await new Promise((listening) => {
  server.listen(0, '127.0.0.1', () => {
    listening(undefined);
  });
});
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the server has no port');

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
/** @type {number[]} */
const firsts = [];
/** @type {number[]} */
const keys = [];
for (let run = 0; run < RUNS; run++) {
  // A context of its own has a cache of its own.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  sent = 0;
  await page.goto(`http://127.0.0.1:${String(address.port)}/playground`);
  // The page's policy lets nothing be compiled in it, so it is asked from outside.
  let shown = Number.NaN;
  while (Number.isNaN(shown)) shown = Number((await page.evaluate('globalThis.shown')) ?? Number.NaN);
  firsts.push(shown);
  await page.locator('.cm-content').first().click();
  await page.waitForTimeout(300);
  keys.push(Number(await page.evaluate(TYPE)));
  await context.close();
}
await browser.close();
server.close();

const first = median(firsts);
process.stdout.write(
  `${String(availableParallelism())} cores, ${String(RUNS)} runs, nothing cached, ${(sent / 1000).toFixed(0)} kB sent compressed
first result    ${describe(firsts)}; the target is ${String(TARGET)} ms: ${first < TARGET ? 'met' : 'missed'}
after a key     ${describe(keys)}
`,
);

/** @param {readonly number[]} times */
function describe(times) {
  return `${median(times).toFixed(0)} ms (median of ${times
    .toSorted((a, b) => a - b)
    .map((time) => time.toFixed(0))
    .join(', ')})`;
}

/** @param {readonly number[]} times */
function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
