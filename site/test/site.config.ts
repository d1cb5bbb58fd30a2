import { defineConfig } from 'vitest/config';

import { NATIVE } from '../../test/load-typescript/native.mjs';

/** What `npm run site:test` runs over the built site, in Chromium. */
export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    projects: [{ extends: true, test: { ...NATIVE, name: 'site', include: ['site/test/**/*.test.ts'] } }],
    globalSetup: ['test/temporary-folder.mjs'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
