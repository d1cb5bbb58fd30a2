import {
  buildReport,
  type FileReport,
  pathInRepository,
  type Problem,
  type Report,
  type Skip,
  type SdkRow,
  type Source,
} from '../report.ts';

/** A report, and the file that it was read from as messages name it. */
export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/** A report that is one of the merged, and the name that stands before its paths. */
interface Part extends NamedReport {
  readonly name: string;
}

/**
 * Makes one report of many. Each path gets the name of its repository in front; what is in two reports counts once.
 *
 * @param root the folder of the merged report
 * @param problems what could not be read, for the merged report's errors; what can't be merged is added
 */
export function mergeReports(
  reports: readonly NamedReport[],
  root: string,
  version: string,
  problems: Problem[],
): Report {
  const parts = reports.filter(({ report }) => report.reports === undefined).flatMap(nameParts(problems));
  const merged = reports.filter(({ report }) => report.reports !== undefined);
  const files = new Map<string, FileReport>();
  const add = (file: string, all: readonly FileReport[]): void => {
    const repeated = all.filter(({ path }) => files.has(path));
    for (const each of all) if (!files.has(each.path)) files.set(each.path, each);
    const [first] = repeated;
    if (first === undefined) return;
    const which = repeated.length === 1 ? 'a file that is' : `${String(repeated.length)} files that are`;
    problems.push(
      problem(
        file,
        `has ${which} in another report too, and counted there: ${first.path}${repeated.length > 1 ? ' and others' : ''}`,
      ),
    );
  };
  for (const { file, report, name } of parts)
    add(
      file,
      report.files.map((each) => ({ ...each, path: prefix(name, report, each.path), repository: name })),
    );
  for (const { file, report } of merged) add(file, report.files);

  const everything = [...parts, ...merged].map(({ report }) => report);
  const sum = (field: 'filesScanned' | 'filesParsed' | 'durationMs'): number =>
    everything.reduce((total, { summary }) => total + summary[field], 0);
  return buildReport({
    version,
    root,
    mode: 'merge',
    repository: { name: '', path: '' },
    filesScanned: sum('filesScanned'),
    filesParsed: sum('filesParsed'),
    durationMs: sum('durationMs'),
    files: [...files.values()],
    errors: [
      ...problems,
      ...parts.flatMap((part) => part.report.errors.map(renamePath<Problem>(part))),
      ...merged.flatMap(({ report }) => report.errors),
    ],
    skipped: [
      ...parts.flatMap((part) => part.report.skipped.map(renamePath<Skip>(part))),
      ...merged.flatMap(({ report }) => report.skipped),
    ],
    sdk: [
      ...parts.flatMap((part) =>
        part.report.sdk.map((row): SdkRow => ({ ...row, manifest: prefix(part.name, part.report, row.manifest) })),
      ),
      ...merged.flatMap(({ report }) => report.sdk),
    ],
    reports: [...parts.map(describeSource), ...merged.flatMap(({ report }) => report.reports ?? [])],
  });
}

/**
 * Gives each report its name: that of its repository. Two that say they are the same one would count everything twice,
 * unless they are only named alike: folders outside of git, or repositories without an address.
 */
function nameParts(problems: Problem[]): (named: NamedReport) => Part[] {
  const taken = new Map<string, { readonly file: string; readonly root: string }>();
  return ({ file, report }) => {
    const { name, path } = report.repository;
    const key = (label: string): string => `${label}\0${path}`;
    const first = taken.get(key(name));
    const label =
      first === undefined || name.includes('/') || first.root === report.root ? name : `${name} (${report.root})`;
    const same = taken.get(key(label));
    if (same !== undefined) {
      problems.push(
        problem(file, `is a report of ${label}, as ${same.file} is, and was left out so that nothing counts twice`),
      );
      return [];
    }
    taken.set(key(label), { file, root: report.root });
    return [{ file, report, name: label }];
  };
}

function describeSource({ name, report }: Part): Source {
  const { root, repository, mode, version, summary } = report;
  return { name, root, path: repository.path, mode, version, summary };
}

function renamePath<T extends { readonly path: string }>({ name, report }: Part): (row: T) => T {
  return (row) => ({ ...row, path: prefix(name, report, row.path) });
}

function prefix(name: string, { repository }: Report, path: string): string {
  return `${name}/${pathInRepository(repository, path)}`;
}

function problem(path: string, message: string): Problem {
  return { path, message, line: null, column: null };
}
