import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { repositoryAddress } from '../../project/page-link.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** The pages that aren't in docs/, and what they are called on the site. */
const OTHERS: Readonly<Record<string, string>> = {
  'README.md': 'overview.md',
  'CHANGELOG.md': 'changelog.md',
  'site/pages/index.md': 'index.md',
  'site/pages/playground.md': 'playground.md',
};

/** The Markdown that is no page of the site, as globs. */
export const NO_PAGES = [
  '{.github,bench,examples,fixtures,integrations,site/dist,test}/**',
  '{CODE_OF_CONDUCT,CONTRIBUTING,SECURITY,THIRD-PARTY-NOTICES}.md',
];

/**
 * What a file of the repository is called on the site.
 *
 * @param path relative to the repository, with forward slashes
 * @returns undefined where it is no page
 */
export function pageOf(path: string): string | undefined {
  const other = OTHERS[path];
  if (other !== undefined) return other;
  if (!path.startsWith('docs/') || !path.endsWith('.md') || !existsSync(join(ROOT, path))) return undefined;
  return path.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
}

/** What package.json says of where the site and the repository are. */
export interface Publication {
  readonly version: string;
  /** The site's address; undefined where none is known yet. */
  readonly homepage: string | undefined;
  /** The repository's page on its code host. */
  readonly repository: string | undefined;
  /** The path of the site on its host, with slashes around it. */
  readonly base: string;
}

export function readPublication(): Publication {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly homepage?: string;
    readonly repository?: unknown;
  };
  const { version, homepage } = manifest;
  const path = homepage === undefined || homepage === '' ? '/' : new URL(homepage).pathname;
  return {
    version,
    homepage: homepage === '' ? undefined : homepage,
    repository: repositoryAddress(manifest.repository),
    base: path.endsWith('/') ? path : `${path}/`,
  };
}

/** As code hosts make anchors of headings: the links of the docs are written for those. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Where a link of a page leads.
 *
 * @param link as written: relative to the page, with or without a heading
 * @param page the page's path in the repository
 * @returns the path on the site, with its heading; or the file in the repository where it is no page
 */
export function resolveLink(link: string, page: string): { readonly kind: 'page' | 'file'; readonly path: string } {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : posix.join(posix.dirname(page), file);
  const anchor = heading === undefined ? '' : `#${heading}`;
  const found = pageOf(target) ?? pageOf(posix.join(target, 'README.md'));
  return found === undefined
    ? { kind: 'file', path: target + anchor }
    : { kind: 'page', path: `/${found.replace(/(^|\/)index\.md$/, '$1')}${anchor}` };
}

/** The pages of the rules, by name. */
export function listRules(): string[] {
  return readdirSync(join(ROOT, 'docs/rules'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -'.md'.length))
    .sort();
}
