import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { bundleEngine } from '../build/bundle-engine.ts';
import { listRows, namedCases } from '../build/case-files.ts';
import { adaptMarkdown } from '../build/markdown.ts';
import { siteData, writeCases } from '../build/site-data.ts';
import { listRules, NO_PAGES, pageOf, readPublication, ROOT, slugOf } from '../build/site-pages.ts';

const NAME = 'clerk-metadata-codemod';
const publication = readPublication();
const cases = namedCases([]);

const markdown: MarkdownOptions = {
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
  anchor: { slugify: slugOf },
  config: (md) => {
    adaptMarkdown(md, publication, cases);
  },
};

/** A page loads nothing but what is beside it. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
].join('; ');

/** The sections of how-it-decides: its tables need the width that an outline beside them would take. */
function listSections(): { readonly text: string; readonly link: string }[] {
  return [...new Set(listRows().map(({ section }) => section))].map((text) => ({
    text,
    link: `/how-it-decides#${slugOf(text)}`,
  }));
}

const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3451b2"/><path d="M9 12h9m-3-4 4 4-4 4M23 20h-9m3-4-4 4 4 4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>')}`;

// The worker's script is a file of the site like any other: it gets its hash, and the base of the address.
const generated = join(import.meta.dirname, '../generated');
mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'engine.js'), await bundleEngine());

export default defineConfig({
  title: NAME,
  description:
    'Moves a code base to Clerk’s API version 2026-05-12. Each rewrite is proven equivalent, or says when it isn’t.',
  lang: 'en',
  base: publication.base,
  srcDir: '..',
  srcExclude: NO_PAGES,
  outDir: './dist',
  cacheDir: '../node_modules/.cache/clerk-metadata-codemod-site',
  cleanUrls: true,
  rewrites: (path) => pageOf(path) ?? path,
  head: [
    ['link', { rel: 'icon', href: ICON }],
    ['meta', { name: 'theme-color', content: '#3451b2' }],
  ],
  transformHead: () => [['meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }]],
  // The docs are pages of the repository, too, so what a page of the site wants more isn't written there.
  transformPageData: (page) =>
    page.relativePath === 'how-it-decides.md'
      ? { frontmatter: { ...(page.frontmatter as object), pageClass: 'rules-page', aside: false } }
      : undefined,
  markdown,
  themeConfig: {
    siteTitle: NAME,
    search: { provider: 'local', options: { detailedView: true } },
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'Reasons', link: '/reasons' },
      { text: 'How it decides', link: '/how-it-decides' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Overview', link: '/overview' },
          { text: 'Guide', link: '/guide' },
          { text: 'Playground', link: '/playground' },
        ],
      },
      {
        text: 'What it decides',
        items: [
          { text: 'Reasons', link: '/reasons' },
          { text: 'How it decides', link: '/how-it-decides', collapsed: true, items: listSections() },
          { text: 'What a rewrite must keep', link: '/semantics' },
          { text: 'How we know', link: '/how-we-know' },
          { text: 'How the engine is built', link: '/architecture' },
        ],
      },
      {
        text: 'ESLint rules',
        items: [
          { text: 'Set up', link: '/rules/' },
          ...listRules().map((name) => ({ text: name, link: `/rules/${name}` })),
        ],
      },
      {
        text: 'In your tools',
        items: [
          { text: 'Hooks', link: '/hooks' },
          { text: 'Reports', link: '/reports' },
          { text: 'Many repositories', link: '/many-repositories' },
          { text: 'Codemod tools', link: '/codemod-tools' },
          { text: 'Changelog', link: '/changelog' },
        ],
      },
    ],
    outline: { level: [2, 3] },
    ...(publication.repository === undefined
      ? {}
      : { socialLinks: [{ icon: 'github', link: publication.repository }] }),
  },
  vite: { plugins: [siteData(publication, markdown, cases)], server: { fs: { allow: [ROOT] } } },
  buildEnd: ({ outDir }) => {
    writeCases(outDir, cases);
  },
});
