import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-once.ts'],
    reporters: ['default', './test/closing-line.ts'],
    // Many tests start the built command, and a loaded machine takes its time.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
