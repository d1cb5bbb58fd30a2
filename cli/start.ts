import * as nodeModule from 'node:module';
import { cacheFolderOf, keepCompiledCode } from './code-cache.ts';
import { processIo } from './io.ts';
import { PACKAGE_NAME, readPackageInfo } from './package-info.ts';
import { errorCode } from '../project/read.ts';
import { describeWriteFailure } from './write.ts';

/** Runs the command as the process that this is, and sets its exit status. Nothing is thrown. */
export async function start(): Promise<void> {
  process.stdout.on('error', (error) => {
    // A reader that has seen enough (`… | head`) is no failure.
    if (errorCode(error) === 'EPIPE' || process.exitCode === 2) return;
    process.exitCode = 2;
    process.stderr.write(`error: standard output ${describeWriteFailure(error)}\n`);
  });
  try {
    keepCode();
    const { command } = await import('./command.ts');
    const exitCode = await command(process.argv.slice(2), processIo());
    process.exitCode ??= exitCode;
  } catch (error) {
    process.stderr.write(`error: something unexpected went wrong. That is a defect of this command; please report it with the lines below.\n`);
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  }
}

/** What is compiled is kept for the next run, which halves the start. Node 22.8 and newer do it by themselves, and have a variable to forbid it. */
function keepCode(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => void };
  if (enableCompileCache !== undefined) enableCompileCache();
  else if (process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined) process.once('exit', keepCompiledCode(cacheFolderOf(readPackageInfo().folder, PACKAGE_NAME)));
}
