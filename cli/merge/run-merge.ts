import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { globSync } from '../../project/glob.ts';
import { displayPath, withForwardSlashes } from '../../project/paths.ts';
import type { Io } from '../io.ts';
import type { Options } from '../options.ts';
import { readPackageInfo } from '../package-info.ts';
import { publish } from '../publish.ts';
import { exitCodeOf, type Problem } from '../report.ts';
import type { RunResult } from '../run.ts';
import { mergeReports, type NamedReport } from './merge-reports.ts';
import { readReport } from './read-report.ts';

/**
 * Makes one report of the JSON reports that the options name, and publishes it; no source file is read. A file that is
 * no report is an entry in the errors, and the others are merged.
 *
 * @returns the report, and 2 where a file could not be merged. Without `--check` what the reports say is no failure of
 *   the merging
 */
export async function runMerge(options: Options, io: Io): Promise<RunResult> {
  const root = io.cwd;
  const problems: Problem[] = [];
  const fail = (path: string, message: string) => problems.push({ path, message, line: null, column: null });
  const reports: NamedReport[] = [];
  for (const path of listReports(options.paths, root, fail)) {
    const file = displayPath(root, path);
    const read = readReport(path);
    if (read.ok) reports.push({ file, report: read.report });
    else fail(file, read.why);
  }
  const report = mergeReports(reports, withForwardSlashes(root), readPackageInfo().version, problems);
  const published = await publish(report, {
    options,
    io,
    diff: null,
    dependency: 'yes',
    usesNewMethods: false,
    moved: new Map(),
  });
  if (!published || problems.length > 0) return { report, exitCode: 2 };
  return { report, exitCode: options.check ? exitCodeOf(report.summary, options) : 0 };
}

/** The files that the paths name, each once: files, the .json files of folders, and what patterns match. */
function listReports(
  paths: readonly string[],
  root: string,
  fail: (path: string, message: string) => void,
): Set<string> {
  const found = new Set<string>();
  for (const written of paths) {
    const path = resolve(root, written);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory()) {
      found.add(path);
      continue;
    }
    const matches =
      stats === undefined
        ? globSync(withForwardSlashes(written), { cwd: root, absolute: true, dot: true })
        : globSync('**/*.json', { cwd: path, absolute: true, dot: true, ignore: ['**/node_modules/**'] });
    if (matches.length === 0)
      fail(
        written,
        stats === undefined
          ? 'no such report, and no file matches it as a pattern'
          : 'there is no .json file in this folder',
      );
    for (const match of matches.sort()) found.add(match);
  }
  return found;
}
