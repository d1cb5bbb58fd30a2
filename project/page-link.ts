/**
 * The one place that the links to the package's pages are made in. They lead to the site, or else to the repository,
 * which package.json names as `homepage` and `repository`.
 */

/** What is read of the package's own package.json. */
export interface OwnManifest {
  readonly version: string;
  /** Where the site is. */
  readonly homepage?: unknown;
  /** As npm has it: an address, `github:owner/name`, `owner/name`, or an object with one of these. */
  readonly repository?: unknown;
}

/**
 * The address of a page: on the site, or else in the repository, as it was when the version was published.
 *
 * @param page relative to the package, with forward slashes; a heading may follow
 * @returns undefined where package.json names neither: then there is only the page in the installed package
 */
export function pageLink({ version, homepage, repository }: OwnManifest, page: string): string | undefined {
  const address = repositoryAddress(repository);
  return siteLink({ homepage }, page) ?? (address === undefined ? undefined : `${address}/blob/v${version}/${page}`);
}

/** The address of a page on the site; undefined where package.json names none, or the site doesn't have the page. */
export function siteLink({ homepage }: Pick<OwnManifest, 'homepage'>, page: string): string | undefined {
  const path = sitePath(page);
  if (typeof homepage !== 'string' || homepage === '' || path === undefined) return undefined;
  return `${homepage.replace(/\/$/, '')}/${path}`;
}

/** What a page of `docs/` is called on the site, which has its pages without their extension. */
function sitePath(page: string): string | undefined {
  return /^docs\/.+\.md(?:#|$)/.test(page)
    ? page.slice('docs/'.length).replace(/(?:(^|\/)README)?\.md(?=#|$)/, '$1')
    : undefined;
}

/** The repository's page on its code host; undefined where package.json names none. */
export function repositoryAddress(repository: unknown): string | undefined {
  if (typeof repository === 'object' && repository !== null)
    return repositoryAddress((repository as { readonly url?: unknown }).url);
  if (typeof repository !== 'string') return undefined;
  const [, short] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(repository) ?? [];
  if (short !== undefined) return `https://github.com/${short}`;
  return /^(?:git\+)?(https:\/\/.+?)(?:\.git)?\/?$/.exec(repository)?.[1];
}
