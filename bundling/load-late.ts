import { basename, dirname, resolve } from 'node:path';
import type { Rolldown } from 'tsdown';

/** Modules that take long to load and that few runs need, and the functions that they export. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  'semver-ranges.ts': ['isVersionAtLeast', 'majorOfLowest', 'rangeAllows', 'rangeAllowsOnly', 'rangeAllowsOnlyBefore'],
  'yaml.ts': ['readYaml'],
};

/** The same for packages that export a function, and the functions that are its properties. */
const LATE_PACKAGES: Readonly<Record<string, readonly string[]>> = { ignore: ['isPathValid'] };

const FOLDER = resolve(import.meta.dirname, '../project');
const PREFIX = '\0late:';

/** Each of them is built as a file of its own, by the name that it has behind {@link loadLate}. */
export const LATE_ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(LATE).map((name) => [basename(name, '.ts'), resolve(FOLDER, name)]),
);

/** Has the first call of one of their functions require the file, instead of the start of whoever imports it. */
export function loadLate(): Rolldown.Plugin {
  return {
    name: 'load-late',
    resolveId: {
      order: 'pre',
      filter: { id: /^(?:\.\.?\/.*\.ts|\w+)$/ },
      handler: (specifier, importer) => {
        if (Object.hasOwn(LATE_PACKAGES, specifier)) return PREFIX + specifier;
        const path = importer === undefined ? '' : resolve(dirname(importer), specifier);
        const name = basename(path);
        return dirname(path) === FOLDER && Object.hasOwn(LATE, name) ? PREFIX + name : null;
      },
    },
    load: {
      filter: { id: /^\0late:/ },
      handler: (id) => {
        const name = id.slice(PREFIX.length);
        const required = (what: string) => `
          import { createRequire } from 'node:module';
          let loaded;
          const late = () => (loaded ??= createRequire(import.meta.url)('${what}'));`;
        const call = (own: string) => `(...given) => late().${own}(...given)`;
        const properties = LATE_PACKAGES[name];
        return properties === undefined
          ? `${required(`./${basename(name, '.ts')}.cjs`)}
            ${(LATE[name] ?? []).map((own) => `export const ${own} = ${call(own)};`).join('\n')}`
          : `${required(name)}
            export default Object.assign((...given) => late()(...given), {
              ${properties.map((own) => `${own}: ${call(own)},`).join('\n')}
            });`;
      },
    },
  };
}
