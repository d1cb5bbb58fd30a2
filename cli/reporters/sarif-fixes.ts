import type { ArtifactLocation, Fix, Region, Replacement } from 'sarif';
import type { Edit } from '../../transforms/finding.ts';
import type { Excerpt } from '../excerpts.ts';
import { lineStarts } from '../../transforms/edit/moved-places.ts';
import type { FindingReport } from '../report.ts';

/**
 * The rewrite of a finding as SARIF has it. Regions are lines and columns, which everybody reads alike; what a
 * character offset counts beyond the basic plane, SARIF leaves open.
 *
 * @returns none where nothing is rewritten, or where the report doesn't show all that is
 */
export function describeFixes(finding: FindingReport, artifactLocation: ArtifactLocation): Fix[] {
  const { target, edits, excerpts } = finding;
  if (target === null || edits.length === 0) return [];
  const replacements = edits
    .map((edit) => describeEdit(edit, excerpts))
    .filter((replacement) => replacement !== undefined);
  if (replacements.length < edits.length) return [];
  return [{ description: { text: `Call ${target}() instead` }, artifactChanges: [{ artifactLocation, replacements }] }];
}

function describeEdit(edit: Edit, excerpts: readonly Excerpt[]): Replacement | undefined {
  const excerpt = excerpts.find(({ start, before }) => start <= edit.start && edit.end <= start + before.length);
  if (excerpt === undefined) return undefined;
  const [startLine, startColumn] = positionIn(excerpt, edit.start);
  const [endLine, endColumn] = positionIn(excerpt, edit.end);
  const deletedRegion: Region = { startLine, startColumn, endLine, endColumn };
  return { deletedRegion, ...(edit.text === '' ? {} : { insertedContent: { text: edit.text } }) };
}

function positionIn({ line, start, before }: Excerpt, offset: number): [line: number, column: number] {
  const starts = lineStarts(before);
  const index = starts.findLastIndex((at) => at <= offset - start);
  return [line + index, offset - start - (starts[index] ?? 0) + 1];
}
