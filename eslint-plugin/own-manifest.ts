import { createRequire } from 'node:module';
import type { OwnManifest } from '../project/page-link.ts';

/** The package's own package.json: one folder up from the built plugin, and also from its source. */
export const MANIFEST = createRequire(import.meta.url)('../package.json') as OwnManifest;

export const VERSION = MANIFEST.version;
