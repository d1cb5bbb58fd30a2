#!/usr/bin/env node
// All but this file is CommonJS, and loaded behind the check: Node keeps what it has compiled from then on, where it can
// (22.8 and newer). Even `node:module` is asked for without an import, which would list all its exports first.
import { problemOfNode } from './node-version.ts';
import type * as Start from './start.ts';

const problem = problemOfNode(process.versions.node);
if (problem === undefined) await run();
else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  try {
    const nodeModule = process.getBuiltinModule('node:module');
    (nodeModule as { readonly enableCompileCache?: () => void }).enableCompileCache?.();
    await (nodeModule.createRequire(import.meta.url)('./start.cjs') as typeof Start).start();
  } catch (error) {
    process.stderr.write(
      'error: something unexpected went wrong. That is a defect of this command; please report it with the lines below.\n',
    );
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  }
}
