/** The versions of V8 that have the option: others print an error. */
const KNOWN_V8 = /^1[23]\./;

/**
 * Has V8 optimize a function only once it was called 20,000 times, and not 3,000: an analysis takes seconds, in which
 * most functions that are optimized sooner don't earn it back. What was compiled so far is kept first, since V8 takes
 * nothing that was kept under other options.
 */
export function optimizeLater(): void {
  const { flushCompileCache } = process.getBuiltinModule('node:module') as { flushCompileCache?: () => void };
  if (flushCompileCache === undefined || !KNOWN_V8.test(process.versions.v8)) return;
  try {
    flushCompileCache();
    process.getBuiltinModule('node:v8').setFlagsFromString('--invocation-count-for-turbofan=20000');
  } catch {
    // What only passes for Node may lack one of them, and is as good without.
  }
}
