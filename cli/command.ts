import { type Engine, ENGINE } from './engine-calls.ts';
import { explainOnTerminal, listReasons } from './explain.ts';
import { describeInterruption, type ExitCode, Interrupted, STOP_SIGNALS } from './interruption.ts';
import type { Io } from './io.ts';
import { helpText } from './help-text.ts';
import { type Options, parseCommand } from './options.ts';
import { PACKAGE_NAME, readPackageInfo } from './package-info.ts';
import { run } from './run.ts';
import { runStdin } from './stdin.ts';

/**
 * The whole command, from its arguments to its exit status.
 *
 * @param argv the arguments behind the command's name
 */
export async function command(argv: readonly string[], io: Io, engine: Engine = ENGINE): Promise<ExitCode> {
  const parsed = parseCommand(argv, io.cwd);
  switch (parsed.kind) {
    case 'help':
      io.stdout.write(helpText());
      return 0;
    case 'version':
      io.stdout.write(`${readPackageInfo().version}\n`);
      return 0;
    case 'explain':
      io.stdout.write(parsed.code === null ? listReasons() : explainOnTerminal(parsed.code));
      return 0;
    case 'error':
      io.stderr.write(`error: ${parsed.message}\nRun ${PACKAGE_NAME} --help for the options.\n`);
      return 2;
    case 'run': {
      const { stdinFilepath, merge } = parsed.options;
      if (merge) return (await (await import('./merge/run-merge.ts')).runMerge(parsed.options, io)).exitCode;
      if (stdinFilepath !== null) return (await runStdin(parsed.options, stdinFilepath, io, engine)).exitCode;
      return runUnlessInterrupted(parsed.options, io, engine);
    }
  }
}

async function runUnlessInterrupted(options: Options, io: Io, engine: Engine): Promise<ExitCode> {
  try {
    return (await run(options, io, engine)).exitCode;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    io.stderr.write(describeInterruption(error));
    return STOP_SIGNALS[error.signal];
  }
}
