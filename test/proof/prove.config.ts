import { defineConfig } from 'vitest/config';

import { NATIVE } from '../load-typescript/native.mjs';

/** What has modules replaced: Vitest's own loader does that. */
const REPLACING = ['test/proof/generated/prove-wrong-rules.ts'];

/** What `npm run prove` runs: what explores, and takes too long for every `npm test`. */
export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    globalSetup: ['test/temporary-folder.mjs', 'test/build-once.mjs'],
    projects: [
      {
        extends: true,
        test: {
          ...NATIVE,
          // Programs of all fixtures, and ESLint's trees of them.
          execArgv: [...NATIVE.execArgv, '--max-old-space-size=8192'],
          name: 'proofs',
          include: ['test/proof/**/prove-*.ts'],
          exclude: REPLACING,
        },
      },
      { extends: true, test: { name: 'replacing', include: REPLACING } },
    ],
    maxWorkers: '100%',
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
