/**
 * The one place that the links to the package's pages are made in. They lead to its repository, which package.json
 * names.
 */

/** What is read of the package's own package.json. */
export interface OwnManifest {
  readonly version: string;
  /** As npm has it: an address, `github:owner/name`, `owner/name`, or an object with one of these. */
  readonly repository?: unknown;
}

/**
 * The address of a page, as it was when the version was published.
 *
 * @param page relative to the package, with forward slashes; a heading may follow
 * @returns undefined where package.json names no repository: then there is only the page in the installed package
 */
export function pageLink({ version, repository }: OwnManifest, page: string): string | undefined {
  const address = addressOf(repository);
  return address === undefined ? undefined : `${address}/blob/v${version}/${page}`;
}

function addressOf(repository: unknown): string | undefined {
  if (typeof repository === 'object' && repository !== null)
    return addressOf((repository as { readonly url?: unknown }).url);
  if (typeof repository !== 'string') return undefined;
  const [, short] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(repository) ?? [];
  if (short !== undefined) return `https://github.com/${short}`;
  return /^(?:git\+)?(https:\/\/.+?)(?:\.git)?\/?$/.exec(repository)?.[1];
}
