import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { renderHtml } from '../../cli/reporters/html/html.ts';
import type { Report } from '../../cli/report.ts';
import { launchBrowser, openReport } from './open-report.ts';
import {
  APPLICATION,
  makeFolder,
  makeRepository,
  readText,
  runCommand,
  runForReport,
  writeFiles,
} from '../cli/harness.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SOURCE = `import { clerkClient } from '@clerk/express';
import { useUser } from '@clerk/react';

/** Nothing but a comment. */
export async function promote(userId: string) {
  const user = await clerkClient.users.getUser(userId);
  await clerkClient.users.updateUser(userId, {
    publicMetadata: { ...user.publicMetadata, role: 'admin' },
  });
}

export function useTheme(settings) {
  const { user } = useUser();
  return () => user?.update({ unsafeMetadata: settings });
}

export async function save(clients, userId: string) {
  await clients.users.updateUser(userId, { publicMetadata: { "<img src=x onerror=alert(2)>": '</script><script>alert(1)</script>' } });
}
`;

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
});

afterEach(async () => {
  await context.close();
});

/** A report of two packages: one call each that is exact, for review, and for a person, and an exact one beside. */
async function makeReport(args: readonly string[] = ['--dry-run']): Promise<Report> {
  const folder = makeRepository({
    ...APPLICATION,
    'src/a.ts': SOURCE,
    'packages/api/package.json': '{ "name": "@acme/api", "dependencies": { "@clerk/express": "^2.0.0" } }',
    'packages/api/b.ts': `import { clerkClient } from '@clerk/express';\nclerkClient.users.updateUser(id, { publicMetadata: {} });\n`,
  });
  return (await runForReport(folder, args, { engine: ENGINE })).report;
}

/** Of 700 files with three findings each. */
async function makeLargeReport(): Promise<Report> {
  const report = await makeReport();
  const [file] = report.files.filter(({ path }) => path === 'src/a.ts');
  if (file === undefined) throw new Error('the report has no src/a.ts');
  return {
    ...report,
    files: Array.from({ length: 700 }, (_, index) => ({ ...file, path: `src/${String(index)}.ts` })),
  };
}

describe('the HTML report', () => {
  it('shows each finding with its place, its reasons and its lines side by side', async () => {
    const { page, trouble } = await openReport(context, await makeReport());
    expect(await page.locator('.finding').count()).toBe(4);
    expect(await page.locator('.total').allInnerTexts()).toEqual([
      'exact\nprovably the same program\n2',
      'review\nmay store something else\n1',
      'manual\nleft for a person\n1',
    ]);
    const first = page.locator('section[aria-label="src/a.ts"] .finding').first();
    expect(await first.locator('.place').innerText()).toBe('7:9');
    expect(await first.locator('h3').innerText()).toBe('updateUser → updateUserMetadata');
    expect(await first.locator('.change .before .code').allInnerTexts()).toEqual([
      '  await clerkClient.users.updateUser(userId, {',
      "    publicMetadata: { ...user.publicMetadata, role: 'admin' },",
    ]);
    expect(await first.locator('.change .after .code').allInnerTexts()).toEqual([
      '  await clerkClient.users.updateUserMetadata(userId, {',
      "    publicMetadata: { role: 'admin' },",
    ]);
    expect((await first.locator('.before .mark').allTextContents()).join('')).toBe(
      'updateUser...user.publicMetadata, ',
    );
    expect(await first.locator('.t-comment').first().innerText()).toBe('/** Nothing but a comment. */');
    const review = page.locator('.finding[data-verdict=review]');
    expect(await review.locator('.code-name').allInnerTexts()).toEqual([
      'replace-becomes-merge',
      'empty-clears-nothing',
    ]);
    await review.locator('summary').first().click();
    expect(await review.locator('.advice').first().innerText()).not.toBe('');
    expect(trouble).toEqual([]);
  });

  it('filters by verdict, reason, package and text, and says how many are left', async () => {
    const { page } = await openReport(context, await makeReport());
    const visible = () => page.locator('.finding:visible').count();
    const value = (facet: string, name: string) => page.locator(`[data-facet=${facet}] [data-value="${name}"]`);
    expect(await value('verdict', 'exact').locator('.amount').innerText()).toBe('2');
    await value('verdict', 'exact').click();
    expect(await visible()).toBe(2);
    expect(await page.locator('.status').innerText()).toBe('2 of 4 findings');
    await value('verdict', 'manual').click();
    expect(await visible()).toBe(3);
    await value('package', '@acme/api').click();
    expect(await visible()).toBe(1);
    expect(await value('verdict', 'exact').locator('.amount').innerText()).toBe('1');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await visible()).toBe(4);
    await value('reason', 'replace-becomes-merge').click();
    expect(await page.locator('.finding:visible').getAttribute('data-verdict')).toBe('review');
    await page.keyboard.press('Escape');
    await page.getByLabel('Search').fill('CLIENTS.users b');
    await page.waitForFunction(() => document.querySelector('.status')?.textContent === '1 of 4 findings');
    expect(await page.locator('.finding:visible').getAttribute('data-verdict')).toBe('manual');
    await page.getByLabel('Search').fill('nowhere');
    await page.waitForFunction(() => document.querySelector('.status')?.textContent === '0 of 4 findings');
    expect(await page.getByText('No finding matches the filters.').isVisible()).toBe(true);
  });

  it('keeps ticks over a reload, for the finding and not for its place, and drops one whose rewrite has changed', async () => {
    const report = await makeReport();
    const { page, url } = await openReport(context, report);
    const boxes = page.locator('.finding .tick input');
    await boxes.nth(1).check();
    expect(await page.locator('.progress-text').innerText()).toBe('1 of 4 reviewed');
    expect(await page.locator('.finding').nth(1).locator('.code-box').isVisible()).toBe(false);
    await page.reload();
    expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
      false,
      true,
      false,
      false,
    ]);

    const rewritten = JSON.stringify(report).replace('"text":"updateUserMetadata"', '"text":"replaceUserMetadata"');
    expect(rewritten).not.toBe(JSON.stringify(report));
    writeFileSync(fileURLToPath(url), renderHtml(JSON.parse(rewritten) as Report));
    await page.reload();
    expect(await page.locator('.progress-text').innerText()).toBe('0 of 4 reviewed');
    const note = page.locator('.finding').nth(1).getByText('changed since you ticked it');
    // On a busy machine the page comes before what is kept of it.
    await note.waitFor();
    expect(await note.isVisible()).toBe(true);
  });

  it('is used by keyboard', async () => {
    const { page } = await openReport(context, await makeReport());
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
    const ids = await page.locator('.finding').evaluateAll((all) => all.map(({ id }) => id));
    await page.keyboard.press('j');
    expect(await focused()).toBe(ids[0]);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focused()).toBe(ids[1]);
    await page.keyboard.press('x');
    expect(await page.locator('.finding').nth(1).locator('.tick input').isChecked()).toBe(true);
    await page.keyboard.press('o');
    expect(await page.locator('.finding').nth(1).locator('.code-box').isVisible()).toBe(true);
    await page.keyboard.press('/');
    expect(await focused()).toBe('search');
    await page.keyboard.type('jx?');
    expect(await page.getByLabel('Search').inputValue()).toBe('jx?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Search').inputValue()).toBe('');
    await page.keyboard.press('u');
    expect(await page.locator('.finding:visible').count()).toBe(3);
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    expect(await page.locator('.finding:visible').count()).toBe(3);
  });

  it('runs nothing that a repository has in its names and strings, and asks for nothing', async () => {
    const attack = `</script><script>alert(1)</script><img src=x onerror="alert(2)">\u2028--><!--<script>{{7*7}}`;
    const text = JSON.stringify(await makeReport());
    const report = JSON.parse(text, (key, value: unknown) => {
      if (
        [
          'path',
          'package',
          'message',
          'method',
          'target',
          'why',
          'range',
          'manifest',
          'upgrade',
          'installed',
          'surface',
          'kind',
          'name',
          'before',
          'after',
        ].includes(key) &&
        typeof value === 'string'
      )
        return `${attack}${value}`;
      return value;
    }) as Report;
    const html = renderHtml({
      ...report,
      errors: [{ path: attack, message: attack, line: 1, column: 1 }],
      skipped: [{ path: attack, why: attack }],
    });
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('\u2028-->');
    const { page, trouble } = await openReport(context, {
      ...report,
      errors: [{ path: attack, message: attack, line: 1, column: 1 }],
      skipped: [{ path: attack, why: attack }],
    });
    await page.keyboard.press('j');
    expect(await page.title()).toContain('</script><script>alert(1)</script>');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('h2').first().innerText()).toContain('<img src=x onerror="alert(2)">');
    expect(trouble).toEqual([]);
    // The policy holds even if something slipped through.
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.slipped = true';
      document.body.append(script);
    });
    expect(await page.evaluate(() => 'slipped' in window)).toBe(false);
  });

  it.each(['light', 'dark'] as const)('has nothing that a checker of accessibility finds (%s)', async (colorScheme) => {
    await context.close();
    context = await browser.newContext({ viewport: { width: 1280, height: 3000 }, colorScheme });
    const { page } = await openReport(context, await makeReport());
    await page.waitForSelector('.finding:last-child .diff');
    await page.evaluate(AXE);
    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))',
    );
    expect(found).toEqual([]);
  });

  it('puts the two sides below each other where there is little room, the new lines below the old', async () => {
    await context.close();
    context = await browser.newContext({ viewport: { width: 420, height: 3000 } });
    const { page } = await openReport(context, await makeReport());
    const first = page.locator('section[aria-label="src/a.ts"] .finding').first();
    const tops = await first
      .locator('.change .line')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
  });

  it('has thousands of findings, and makes a diff when it comes near the screen', async () => {
    const { page, trouble } = await openReport(context, await makeLargeReport());
    expect(await page.locator('.finding').count()).toBe(2100);
    expect(await page.locator('.diff').count()).toBeLessThan(100);
    await page.locator('.finding').last().scrollIntoViewIfNeeded();
    await page.locator('.finding').last().locator('.diff').waitFor();
    expect(trouble).toEqual([]);
  });

  it('reaches any of thousands by its link, by keys and by the search, before it was on the screen', async () => {
    const report = await makeLargeReport();
    const { page, url, trouble } = await openReport(context, report);
    const ids = await page.locator('.finding').evaluateAll((all) => all.map(({ id }) => id));
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
    const onScreen = (id: string) =>
      page
        .locator(`#${id} .diff`)
        .evaluate((diff) => diff.getBoundingClientRect().top < innerHeight && diff.getBoundingClientRect().bottom > 0);
    const far = ids[1500] ?? '';

    await page.goto('about:blank');
    await page.goto(`${url}#${far}`);
    await page.locator(`#${far} .diff`).waitFor();
    expect(await focused()).toBe(far);
    expect(await onScreen(far)).toBe(true);
    for (let steps = 0; steps < 40; steps++) await page.keyboard.press('j');
    expect(await focused()).toBe(ids[1540]);
    expect(await onScreen(ids[1540] ?? '')).toBe(true);

    await page.getByLabel('Search').fill('src/699.ts');
    await page.waitForFunction(() => document.querySelector('.status')?.textContent === '3 of 2,100 findings');
    await page.locator(`#${ids.at(-1) ?? ''} .diff`).waitFor();
    expect(await page.locator('.finding:visible').count()).toBe(3);
    expect(trouble).toEqual([]);
  });

  it('fills every card while nobody waits, so that the search of the browser finds it', async () => {
    const { page } = await openReport(context, await makeLargeReport());
    await page.waitForFunction(() => document.querySelectorAll('.finding h3').length === 2100);
    expect(await page.locator('.diff').count()).toBeLessThan(100);
  });

  it('prints the code of all that the filters show, and what is ticked without it', async () => {
    const { page } = await openReport(context, await makeLargeReport());
    await page.getByLabel('Search').fill('src/12');
    await page.waitForFunction(() => document.querySelector('.status')?.textContent === '33 of 2,100 findings');
    await page.locator('.finding:visible .tick input').first().check();
    await page.pdf();
    expect(await page.locator('.finding:not([hidden]) .diff:not([hidden] *)').count()).toBe(32);
    expect(await page.locator('.finding[hidden] .diff').count()).toBeLessThan(100);
  });

  it('shows many repositories, which one can choose from', async () => {
    const folder = makeFolder();
    for (const name of ['web', 'api'])
      writeFiles(folder, {
        [`${name}.json`]: JSON.stringify({ ...(await makeReport()), repository: { name: `acme/${name}`, path: '' } }),
      });
    expect(await runCommand(folder, ['--merge', 'web.json', 'api.json', '-o', 'html=all.html'])).toMatchObject({
      code: 0,
    });
    expect(readText(folder, 'all.html')).toMatch(/^<!doctype html>/);
    const { report } = await runForReport(folder, ['--merge', 'web.json', 'api.json']);
    const { page } = await openReport(context, report);
    expect(await page.locator('h1').innerText()).toBe('2 repositories');
    await page.locator('[data-facet=repository] [data-value="acme/api"]').click();
    expect(await page.locator('.finding:visible').count()).toBe(4);
    expect(await page.locator('.file:visible h2').allInnerTexts()).toEqual([
      'acme/api/packages/api/b.ts',
      'acme/api/src/a.ts',
    ]);
    expect(await page.locator('.finding:visible .diff').first().locator('.change').count()).toBeGreaterThan(0);
  });

  it('says so where nothing was found', async () => {
    const { report } = await runForReport(makeRepository({ ...APPLICATION, 'a.ts': 'export {};\n' }), []);
    const { page, trouble } = await openReport(context, report);
    expect(await page.getByText('No call was found.').isVisible()).toBe(true);
    expect(trouble).toEqual([]);
  });
});
