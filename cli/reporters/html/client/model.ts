import type { FileReport, FindingReport, Report } from '../../../report.ts';
import type { PageData } from '../page-data.ts';

/** A finding as the page handles it. */
export interface Item {
  /** Of its element, and so of the link to it. */
  readonly id: string;
  /** What a tick is kept under: the same in a report of one repository and of many. */
  readonly key: string;
  /** Of what a tick was given for. Another rewrite is to be looked at again. */
  readonly digest: string;
  readonly finding: FindingReport;
  readonly file: FileReport;
  readonly repository: string;
  readonly package: string;
  readonly codes: readonly string[];
}

export function listItems({ report }: PageData): Item[] {
  const seen = new Map<string, number>();
  return report.files.flatMap((file) =>
    file.findings.map((finding): Item => {
      const repository = file.repository ?? report.repository.name;
      const key = `${repository}/${finding.fingerprint}`;
      const nth = (seen.get(finding.fingerprint) ?? 0) + 1;
      seen.set(finding.fingerprint, nth);
      return {
        id: `f-${finding.fingerprint}${nth === 1 ? '' : `-${String(nth)}`}`,
        key,
        digest: digestOf(finding),
        finding,
        file,
        repository,
        package: file.package ?? 'no package',
        codes: [...new Set(finding.reasons.map(({ code }): string => code))],
      };
    }),
  );
}

/** Whether paths start with the names of repositories. */
export function isMerged(report: Report): boolean {
  return report.reports !== undefined;
}

/** Everything that somebody may search for, in small letters. */
export function searchTextOf({ finding, file, package: name }: Item): string {
  const { method, target, kind, surface, verdict, fields, reasons, excerpts } = finding;
  const texts = [
    file.path,
    name,
    method,
    target ?? '',
    kind,
    surface,
    verdict,
    ...fields,
    ...reasons.flatMap(({ code, message }) => [code, message]),
  ];
  return [...texts, ...excerpts.flatMap(({ before, after }) => [before, after ?? ''])].join('\n').toLowerCase();
}

/** FNV-1a, which is enough to tell one rewrite from another. */
function digestOf({ verdict, target, edits }: FindingReport): string {
  const text = [verdict, target, ...edits.map((edit) => edit.text)].join('\0');
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(36);
}
