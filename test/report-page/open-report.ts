import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { renderHtml } from '../../cli/reporters/html/html.ts';
import type { Report } from '../../cli/report.ts';
import { makeFolder } from '../cli/harness.ts';

/** Debian's, or whatever CHROMIUM names. */
const EXECUTABLE =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

export async function launchBrowser(): Promise<Browser> {
  if (EXECUTABLE === undefined)
    throw new Error('Chromium is needed: apt-get install chromium, or name another with CHROMIUM=<path>');
  // In a container there is no user for its sandbox, and often little shared memory. The pages are our own.
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** A page with a report in it, and everything that must not happen there. */
export interface Opened {
  readonly page: Page;
  readonly url: string;
  /** Errors, refusals of the policy, and requests for anything but the page itself. */
  readonly trouble: readonly string[];
}

export async function openReport(context: BrowserContext, report: Report): Promise<Opened> {
  const file = join(makeFolder(), 'report.html');
  writeFileSync(file, renderHtml(report));
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => trouble.push(message.text()));
  page.on('request', (request) => {
    if (request.url() !== url) trouble.push(`asks for ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    trouble.push(`says ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  await page.waitForSelector('.status');
  return { page, url, trouble };
}
