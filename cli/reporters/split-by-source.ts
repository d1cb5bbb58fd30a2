import type { Report, Source } from '../report.ts';

/** A merged report as one report for each repository, with paths as the repository has them; any other as it is. */
export function splitBySource(report: Report): Report[] {
  const names = [...new Set(report.reports?.map(({ name }) => name))];
  // One name may be the beginning of another.
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const ownerOf = (path: string): string | undefined => longestFirst.find((name) => path.startsWith(`${name}/`));
  const parts = names.map((name): Report => {
    const strip = <T extends { readonly path: string }>(rows: readonly T[]): T[] =>
      rows
        .filter(({ path }) => ownerOf(path) === name)
        .map((row) => ({ ...row, path: row.path.slice(name.length + 1) }));
    const sources = report.reports?.filter((source) => source.name === name) ?? [];
    const [source] = sources;
    return {
      ...report,
      mode: source?.mode ?? 'unknown',
      root: source === undefined ? report.root : repositoryRoot(source),
      repository: { name, path: '' },
      files: report.files
        .filter(({ repository }) => repository === name)
        .map((file) => ({ ...file, path: file.path.slice(name.length + 1) })),
      errors: strip(report.errors),
      skipped: strip(report.skipped),
      reports: sources,
    };
  });
  const errors = report.errors.filter(({ path }) => ownerOf(path) === undefined);
  if (parts.length > 0 && errors.length === 0) return parts;
  return [...parts, report.reports === undefined ? report : { ...report, files: [], errors, skipped: [] }];
}

/** The repository's own folder, as far as the report tells. */
function repositoryRoot({ root, path }: Source): string {
  return path !== '' && root.endsWith(`/${path}`) ? root.slice(0, -path.length - 1) : root;
}
