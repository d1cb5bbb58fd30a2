import { defineConfig } from 'vitest/config';

/** What runs the built package, or starts processes: the command starts git. */
const BUILT = [
  'test/cli/**/*.test.ts',
  'test/docs/{limits,many-repositories,samples}.test.ts',
  'test/eslint-plugin/**/*.test.ts',
  'test/fixtures/tests-with-doubles.test.ts',
  'test/integrations/**/*.test.ts',
  'test/report-page/**/*.test.ts',
];

/** What has modules replaced, and so needs a process of its own. */
const REPLACING = ['test/eslint-plugin/fixes.test.ts', 'test/architecture/windows-paths.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      // No build and no other process; files share what they load.
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...BUILT, ...REPLACING], isolate: false },
      },
      { extends: true, test: { name: 'replacing', include: REPLACING } },
      {
        extends: true,
        test: { name: 'built', include: BUILT, exclude: REPLACING, globalSetup: ['test/build-once.ts'] },
      },
    ],
    // Many tests start the built command, and a loaded machine takes its time.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
