/** The built pages: their links, what they ask for, how large they are, and whether everybody can use them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPublication } from '../build/site-pages.ts';
import { unpackState } from '../playground/shared-state.ts';
import { awaitResult, browseSite, fileOf, type Opened, SITE } from './browse-site.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The most that the first visit of the playground may load, compressed, the engine included. */
const BUDGET = 1_000_000;

const { base } = readPublication();
const { open } = await browseSite();

const PAGES = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.split(sep).join('/'));

/** A built page: what it links to, what it loads, and the anchors that it has. */
interface BuiltPage {
  readonly links: readonly string[];
  readonly loads: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const built = new Map(PAGES.map((page) => [page, readBuiltPage(readFileSync(join(SITE, page), 'utf8'))]));

function readBuiltPage(html: string): BuiltPage {
  const attributes = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map((match) => decode(match[1] ?? ''));
  return {
    links: attributes(/<a\b[^>]*?\shref="([^"]*)"/g),
    loads: attributes(/<(?:script|img|link|iframe|source)\b[^>]*?\s(?:src|href)="([^"]*)"/g),
    anchors: new Set(attributes(/\sid="([^"]*)"/g)),
  };
}

function decode(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

describe('links', () => {
  it('of all pages lead to pages and headings that there are', () => {
    const dead = [...built].flatMap(([page, { links }]) =>
      links.filter((link) => isDead(link, page)).map((link) => `${page}: ${link}`),
    );
    expect(built.size).toBeGreaterThan(12);
    expect(dead).toEqual([]);
  });

  it('to the playground open what they were made from', async () => {
    const states = [...built.values()]
      .flatMap(({ links }) => links)
      .filter((link) => link.includes('playground#code/'))
      .map((link) => unpackState(link.split('#code/')[1] ?? ''));
    expect(states.length).toBeGreaterThan(50);
    expect((await Promise.all(states)).filter((state) => state === undefined)).toEqual([]);
  });

  it('to the playground name cases that there are', () => {
    const named = [...built.values()]
      .flatMap(({ links }) => links)
      .flatMap((link) => /playground#case\/(.+)$/.exec(link)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(1000);
    expect(named.filter((name) => fileOf(`/cases/${name}.json`) === undefined)).toEqual([]);
  });

  it('there are to each reason and each rule', () => {
    const reasons = Object.keys(readReasons());
    expect(reasons.length).toBeGreaterThan(30);
    expect(reasons.filter((code) => built.get('reasons.html')?.anchors.has(code) !== true)).toEqual([]);
    expect(PAGES.filter((page) => page.startsWith('rules/')).length).toBeGreaterThan(3);
  });
});

function readReasons(): Record<string, string> {
  const page = readFileSync(join(SITE, '../../docs/reasons.md'), 'utf8');
  return Object.fromEntries([...page.matchAll(/^## (.+)$/gm)].map(([, code = '']) => [code, code]));
}

function isDead(link: string, page: string): boolean {
  if (/^[a-z]+:/.test(link)) return !/^(?:https?|mailto):/.test(link);
  const [path = '', anchor] = link.split('#');
  if (path !== '' && !path.startsWith('/')) return true;
  if (path !== '' && !path.startsWith(base)) return true;
  const file = path === '' ? join(SITE, page) : fileOf(path.slice(base.length - 1));
  if (file === undefined) return true;
  if (anchor === undefined || anchor === '' || /^(?:code|case|reason)\//.test(anchor)) return false;
  const target = built.get(
    posix.join(
      file
        .slice(SITE.length + 1)
        .split(sep)
        .join('/'),
    ),
  );
  return target?.anchors.has(decodeURIComponent(anchor)) !== true;
}

it('no page loads anything from elsewhere', () => {
  const foreign = [...built].flatMap(([page, { loads }]) =>
    loads.filter((load) => !load.startsWith(base) && !load.startsWith('data:')).map((load) => `${page}: ${load}`),
  );
  expect(foreign).toEqual([]);
});

it('the first visit of the playground loads less than a megabyte, the engine included', async () => {
  const { page, sizes, trouble } = await open('playground');
  await awaitResult(page);
  await page.waitForLoadState('networkidle');
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect([...sizes.keys()].some((path) => /engine\.[\w-]+\.js$/.test(path))).toBe(true);
  console.log(
    `${String(Math.round(total / 1000))} kB compressed in ${String(sizes.size)} files: ${[...sizes]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 6)
      .map(([path, size]) => `${posix.basename(path)} ${String(Math.round(size / 1000))}`)
      .join(', ')}`,
  );
  expect(total).toBeLessThan(BUDGET);
  expect(trouble).toEqual([]);
});

describe('the playground', () => {
  it('rewrites as one types, and says what it found', async () => {
    const { page, trouble } = await open('playground');
    await awaitResult(page);
    await write(
      page,
      "import { clerkClient } from '@clerk/express';\nawait clerkClient.users.updateUser('a', { publicMetadata: { b: 1 } });",
    );
    await page.getByText('1 finding: 1 exact').waitFor();
    expect(await page.locator('.cm-content').nth(1).innerText()).toContain("replaceUserMetadata('a'");
    expect(await page.locator('.cm-after-part').allInnerTexts()).toContain('replaceUserMetadata');
    await page.locator('.finding .place').first().click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Your code/);
    expect(trouble).toEqual([]);
  });

  it('keeps the text in its address, which opens the same again', async () => {
    const { page } = await open('playground');
    await awaitResult(page);
    const text = "// grüße 🎉\nimport { x } from './y';\nx.users.updateUser(id, { publicMetadata: {} });";
    await write(page, text);
    await page.locator('summary', { hasText: 'Options' }).click();
    await page.getByLabel('Only exact rewrites').check();
    await page.waitForFunction(() => location.hash.startsWith('#code/'));
    await page.waitForTimeout(700);
    const again = await open(`playground${new URL(page.url()).hash}`);
    await awaitResult(again.page);
    expect(await again.page.locator('.cm-content').first().innerText()).toBe(text);
    expect(await again.page.getByLabel('Only exact rewrites').isChecked()).toBe(true);
  });

  it('sees the other tabs', async () => {
    const { page } = await open('playground');
    await awaitResult(page);
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name: /^Three files/ }).click();
    await page.getByText('1 finding: 1 exact').waitFor();
    expect(await page.getByRole('tab').count()).toBe(3);
    await page.getByRole('tab', { name: 'src/promote.test.ts' }).click();
    expect(await page.locator('.results h2').innerText()).toMatch(/finding/);
  });

  it('opens cases and reasons, and says so of addresses that are broken', async () => {
    const { page } = await open('playground#case/values/of-unknown-type/unknown');
    await page.getByText('1 finding: 1 review').waitFor();
    expect(await page.locator('.todo').first().innerText()).toMatch(/^What to do/);
    const reason = await open('playground#reason/may-carry-metadata');
    await reason.page.getByText('1 finding: 1 manual').waitFor();
    const broken = await open('playground#code/nonsense');
    await broken.page.getByText('The address is cut off or broken').waitFor();
  });

  it('makes the text of a bug report', async () => {
    const { page } = await open('playground#case/values/of-unknown-type/unknown');
    await page.getByText('1 finding: 1 review').waitFor();
    await page.getByRole('button', { name: 'Report this' }).click();
    await page.locator('dialog.report[open]').waitFor();
    const text = await page.getByLabel('The text of the report').inputValue();
    expect(text).toContain('value-may-merge');
    expect(text).toContain('updateUserMetadata');
    expect(text).toContain('playground#code/');
  });

  it('says where a text does not parse, and goes on', async () => {
    const { page } = await open('playground');
    await awaitResult(page);
    await write(page, 'clerkClient.users.updateUser(');
    await page.getByText("doesn't parse").waitFor();
    await write(page, 'const a = 1;');
    await page.getByText('No findings').waitFor();
  });

  it('is used with the keyboard alone', async () => {
    const { page } = await open('playground');
    await awaitResult(page);
    await page.getByRole('button', { name: 'Add a file' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('other.vue');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'other.vue' }).waitFor();
    await page.getByRole('tab', { name: 'other.vue' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/^demote\.ts/);
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(50);
    await page.keyboard.press('Delete');
    expect(await page.getByRole('tab').count()).toBe(1);
  });
});

/** Puts a text in place of what is in the editor. */
async function write(page: Opened['page'], text: string): Promise<void> {
  await page.locator('.cm-content').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

it('a row of how-it-decides shows its fixture', async () => {
  const { page, trouble } = await open('how-it-decides');
  const link = page.locator('a[data-case="values/of-unknown-type/unknown"]').first();
  await link.click();
  await page.locator('.case-side').nth(1).waitFor();
  expect(await page.locator('.case-side figcaption').allInnerTexts()).toEqual(['unknown.js: input', 'Output']);
  expect(await page.locator('.case-findings').innerText()).toContain('value-may-merge');
  expect(await link.getAttribute('aria-expanded')).toBe('true');
  await link.click();
  expect(await page.locator('.case-row').count()).toBe(0);
  expect(trouble).toEqual([]);
});

it('the search finds a reason, without a request to anything else', async () => {
  const { page, trouble } = await open('guide');
  await page
    .getByRole('button', { name: /Search/ })
    .first()
    .click();
  await page.keyboard.type('value-may-merge');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  expect(await page.locator('.VPLocalSearchBox .result').allInnerTexts()).toContainEqual(
    expect.stringContaining('value-may-merge'),
  );
  expect(trouble).toEqual([]);
});

describe.each(['light', 'dark'] as const)('everybody can use, in %s', (colorScheme) => {
  it.each(['', 'guide', 'reasons', 'playground#case/values/of-unknown-type/unknown', 'rules/'])(
    'the page /%s',
    async (path) => {
      const { page } = await open(path, { colorScheme });
      if (path.startsWith('playground')) await awaitResult(page);
      await page.evaluate(AXE);
      const violations = await page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
      expect(violations).toEqual([]);
    },
  );
});

it.each(['', 'guide', 'reasons', 'how-it-decides', 'playground', 'rules/no-metadata-in-update', 'overview'])(
  'on 420 pixels nothing of /%s sticks out',
  async (path) => {
    const { page } = await open(path, { viewport: { width: 420, height: 900 } });
    if (path === 'playground') await awaitResult(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
  },
);
