#!/usr/bin/env node
// Node keeps what it has compiled, where it can (22.8 and newer), of all that is loaded behind this file, which
// therefore holds next to nothing. It is CommonJS: as a module, it would wait for Node's loader of modules.
import { problemOfNode } from './node-version.ts';

const problem = problemOfNode(process.versions.node);
if (problem === undefined) void run();
else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  try {
    const nodeModule = process.getBuiltinModule('node:module');
    (nodeModule as { readonly enableCompileCache?: () => void }).enableCompileCache?.();
    const { start } = await import('./start.ts');
    await start();
  } catch (error) {
    process.stderr.write(
      'error: something unexpected went wrong. That is a defect of this command; please report it with the lines below.\n',
    );
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  }
}
