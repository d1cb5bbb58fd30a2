import { createRequire } from 'node:module';

/** The package's own package.json: one folder up from the built plugin, and also from its source. */
const manifest = createRequire(import.meta.url)('../package.json') as { readonly version: string };

export const VERSION = manifest.version;
