import { defineConfig } from 'vitest/config';

/** What `npm run prove` runs: what explores, and takes too long for every `npm test`. */
export default defineConfig({
  test: {
    include: ['test/proof/**/prove-*.ts'],
    globalSetup: ['test/build-once.ts'],
    reporters: ['default', './test/closing-line.ts'],
    testTimeout: 3_600_000,
    disableConsoleIntercept: true,
  },
});
