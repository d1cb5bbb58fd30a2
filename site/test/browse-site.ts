import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { readPublication, ROOT } from '../build/site-pages.ts';

export const SITE = join(ROOT, 'site/dist');

/** Debian's, or whatever CHROMIUM names. */
const EXECUTABLE =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** A page of the site, and everything that must not happen there. */
export interface Opened {
  readonly page: Page;
  /** Errors, warnings and refusals; answers that aren't 200; requests for anything but the site. */
  readonly trouble: readonly string[];
  /** What was asked for so far, and how large it is when it is compressed. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** Where the site's file is for a path of its address, as code hosts find it; undefined where there is none. */
export function fileOf(path: string): string | undefined {
  return [path, `${path}.html`, join(path, 'index.html')]
    .map((candidate) => join(SITE, candidate))
    .find((file) => existsSync(file) && statSync(file).isFile());
}

/** Serves the built site and opens a browser, for as long as the tests of a file run. */
export async function browseSite(): Promise<{
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Opened>;
}> {
  if (!existsSync(join(SITE, 'index.html'))) throw new Error('the site is not built: npm run site');
  const { base } = readPublication();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = fileOf(decodeURIComponent(pathname).slice(base.length - 1));
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(file ?? '')] ?? 'text/plain' });
    response.end(file === undefined ? '' : readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const browser = await launch();
  afterAll(async () => {
    await browser.close();
    server.close();
  });
  return { open: (path, options) => openPage(browser, origin, base + path, options) };
}

async function launch(): Promise<Browser> {
  if (EXECUTABLE === undefined)
    throw new Error('Chromium is needed: apt-get install chromium, or name another with CHROMIUM=<path>');
  // In a container there is no user for its sandbox, and often little shared memory. The pages are our own.
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

async function openPage(
  browser: Browser,
  origin: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  const trouble: string[] = [];
  const sizes = new Map<string, number>();
  page.on('pageerror', ({ message }) => trouble.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(message.text());
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) trouble.push(`asks for ${url}`);
  });
  context.on('response', (response) => {
    const url = new URL(response.url());
    if (url.origin !== origin) return;
    if (response.status() !== 200 && !url.pathname.endsWith('favicon.ico'))
      trouble.push(`${String(response.status())} ${url.pathname}`);
    const file = fileOf(decodeURIComponent(url.pathname).slice(readPublication().base.length - 1));
    if (file !== undefined) sizes.set(url.pathname, gzipSync(readFileSync(file)).length);
  });
  await page.goto(origin + path);
  return { page, trouble, sizes };
}

/** Waits until the playground shows what the engine says of what it shows. */
export async function awaitResult(page: Page): Promise<void> {
  await page.waitForSelector('.playground .time');
}
