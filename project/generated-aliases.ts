import { resolve, sep } from 'node:path';

/** Path aliases, as a tsconfig's `paths` has them, relative to the folder they hold in. */
type PathTable = Readonly<Record<string, readonly string[]>>;

/**
 * Frameworks that generate the tsconfig which the project's own extends, and the aliases it will hold by default.
 * Sources: SvelteKit's and Nuxt's own documentation of their generated configurations.
 */
const GENERATED_BY: Readonly<Record<string, PathTable>> = {
  '.svelte-kit': { $lib: ['src/lib'], '$lib/*': ['src/lib/*'] },
  '.nuxt': { '~/*': ['app/*', '*'], '@/*': ['app/*', '*'], '~~/*': ['*'], '@@/*': ['*'], '#shared/*': ['shared/*'] },
};

/**
 * The aliases of a configuration that a framework would generate but that isn't there (not built yet).
 *
 * @param extended what the tsconfig extends, as it is written
 * @param folder the tsconfig's, absolute
 * @returns the aliases and the folder they are relative to; undefined where no known framework would make the file
 */
export function generatedAliases(
  extended: string,
  folder: string,
): { readonly table: PathTable; readonly folder: string } | undefined {
  const parts = resolve(folder, extended).split(sep);
  const place = parts.findIndex((part) => Object.hasOwn(GENERATED_BY, part));
  const table = GENERATED_BY[parts[place] ?? ''];
  return table === undefined ? undefined : { table, folder: parts.slice(0, place).join(sep) || sep };
}
