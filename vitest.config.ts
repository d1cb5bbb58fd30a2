import { defineConfig } from 'vitest/config';

import { NATIVE } from './test/load-typescript/native.mjs';

/** What runs the built package, or starts processes: the command starts git. */
const BUILT = [
  'test/cli/**/*.test.ts',
  'test/docs/{limits,many-repositories,samples}.test.ts',
  'test/eslint-plugin/**/*.test.ts',
  'test/fixtures/tests-with-doubles.test.ts',
  'test/integrations/**/*.test.ts',
  'test/report-page/**/*.test.ts',
];

/** What has modules replaced: Vitest's own loader does that, in a process for each file. */
const REPLACING = [
  'test/eslint-plugin/failing-analysis.test.ts',
  'test/eslint-plugin/fixes.test.ts',
  'test/architecture/windows-paths.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      // No build and no other process.
      {
        extends: true,
        test: { ...NATIVE, name: 'unit', include: ['test/**/*.test.ts'], exclude: [...BUILT, ...REPLACING] },
      },
      {
        extends: true,
        test: { ...NATIVE, name: 'built', include: BUILT, exclude: REPLACING, globalSetup: ['test/build-once.mjs'] },
      },
      { extends: true, test: { name: 'replacing', include: REPLACING, globalSetup: ['test/build-once.mjs'] } },
    ],
    globalSetup: ['test/temporary-folder.mjs'],
    // All cores: the tests are nothing but work.
    maxWorkers: '100%',
    // Many tests start the built command, and a loaded machine takes its time.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
