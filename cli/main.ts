#!/usr/bin/env node
// Node keeps what it has compiled from here on, where it can (22.8 and newer); so all but this file is imported after
// that.
import * as nodeModule from 'node:module';
import { problemOfNode } from './node-version.ts';

const problem = problemOfNode(process.versions.node);
if (problem === undefined) await run();
else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  (nodeModule as { readonly enableCompileCache?: () => void }).enableCompileCache?.();
  try {
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
