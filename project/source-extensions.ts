/** The files that are one script. */
export const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set([
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
]);

/** The files that are looked at: scripts, and the single-file components and pages that hold some. */
export const READ_EXTENSIONS: ReadonlySet<string> = new Set([
  ...SOURCE_EXTENSIONS,
  '.vue',
  '.svelte',
  '.astro',
  '.html',
  '.htm',
]);
