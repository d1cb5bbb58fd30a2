import { defineConfig } from 'vitest/config';

/** What `npm run prove` runs: too long for every `npm test`. */
export default defineConfig({
  test: { include: ['test/proof/generated/prove.ts'], testTimeout: 3_600_000, disableConsoleIntercept: true },
});
