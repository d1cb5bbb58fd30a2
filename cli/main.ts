#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { processIo } from './io.ts';
import { errorCode } from '../project/read.ts';
import { describeWriteFailure } from './write.ts';

// Node 22 and newer keep what they compiled for the next run, which halves the start; what is imported before this line is left out.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => void };
enableCompileCache?.();

process.stdout.on('error', (error) => {
  // A reader that has seen enough (`… | head`) is no failure.
  if (errorCode(error) === 'EPIPE' || process.exitCode === 2) return;
  process.exitCode = 2;
  process.stderr.write(`error: standard output ${describeWriteFailure(error)}\n`);
});

try {
  const { command } = await import('./command.ts');
  const exitCode = await command(process.argv.slice(2), processIo());
  process.exitCode ??= exitCode;
} catch (error) {
  process.stderr.write(`error: something unexpected went wrong. That is a defect of this command; please report it with the lines below.\n`);
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 2;
}
