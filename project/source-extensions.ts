/** The files that are looked at. */
export const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);

/** Of single-file components: they hold scripts, which can't be read yet. */
export const COMPONENT_EXTENSIONS: ReadonlySet<string> = new Set(['.vue', '.svelte', '.astro']);

/** Why a component is named in the report as skipped. */
export const UNREAD_COMPONENT = 'may hold calls; the scripts in such files are not read yet';
