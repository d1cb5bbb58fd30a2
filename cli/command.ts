import { type Engine, ENGINE } from './engine.ts';
import { explainReason } from './explain.ts';
import type { Io } from './io.ts';
import { helpText, parseCommand } from './options.ts';
import { PACKAGE_NAME, readPackageInfo } from './package-info.ts';
import { run } from './run.ts';
import { runStdin } from './stdin.ts';

/**
 * The whole command, from its arguments to its exit status.
 *
 * @param argv the arguments behind the command's name
 */
export async function command(argv: readonly string[], io: Io, engine: Engine = ENGINE): Promise<0 | 1 | 2> {
  const parsed = parseCommand(argv, io.cwd);
  switch (parsed.kind) {
    case 'help':
      io.stdout.write(helpText());
      return 0;
    case 'version':
      io.stdout.write(`${readPackageInfo().version}\n`);
      return 0;
    case 'explain':
      io.stdout.write(explainReason(parsed.code));
      return 0;
    case 'error':
      io.stderr.write(`error: ${parsed.message}\nRun ${PACKAGE_NAME} --help for the options.\n`);
      return 2;
    case 'run': {
      const { stdinFilepath, merge } = parsed.options;
      if (merge) return (await (await import('./merge/run-merge.ts')).runMerge(parsed.options, io)).exitCode;
      const { exitCode } = await (stdinFilepath === null ? run(parsed.options, io, engine) : runStdin(parsed.options, stdinFilepath, io, engine));
      return exitCode;
    }
  }
}
