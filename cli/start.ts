import { command } from './command.ts';
import { processIo } from './io.ts';
import { errorCode } from '../project/read.ts';
import { standardOutput } from './standard-output.ts';
import { describeWriteFailure } from './write-file.ts';

/** Runs the command as the process that this is, and sets its exit status. */
export async function start(): Promise<void> {
  const stdout = standardOutput((error) => {
    // A reader that has seen enough (`… | head`) is no failure.
    if (errorCode(error) === 'EPIPE' || process.exitCode === 2) return;
    process.exitCode = 2;
    process.stderr.write(`error: standard output ${describeWriteFailure(error)}\n`);
  });
  const exitCode = await command(process.argv.slice(2), processIo(stdout));
  process.exitCode ??= exitCode;
}
