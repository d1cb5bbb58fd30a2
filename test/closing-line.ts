import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Prints the result on a line of its own, `12 passed, 0 failed`, for whoever reads the output by machine.
 * What failed outside a test (a file that doesn't load, an unhandled rejection) counts as a failure.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    for (const testModule of testModules) {
      for (const test of testModule.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'skipped') skipped += 1;
        else failed += 1;
      }
      failed += testModule.errors().length;
      for (const suite of testModule.children.allSuites()) failed += suite.errors().length;
    }
    if (skipped > 0) process.stdout.write(`${String(skipped)} skipped\n`);
    process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
  }
}
