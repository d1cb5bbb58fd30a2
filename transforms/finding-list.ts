import type { Edit, Finding } from './finding.ts';

/**
 * The findings of one file, which know whose edits are in whose way. Quickest where they are added from the last in the
 * file to the first.
 */
export interface FindingList {
  add(finding: Finding): void;
  /** Those between two offsets. */
  within(start: number, end: number): Finding[];
  /** Those that have an edit where `finding` has one. */
  overlapping(finding: Finding): Finding[];
  /** Takes their edits from some of the list's findings. */
  takeEdits(from: readonly Finding[]): void;
  /** In source order, one around others before these. */
  sorted(): Finding[];
}

interface Entry {
  finding: Finding;
  /** Where the first of this and of all that were added before begins, or the first of their edits. */
  readonly earliest: number;
}

export function createFindingList(): FindingList {
  const entries: Entry[] = [];

  /** All that begin before `offset`, or have an edit that does, and maybe some that don't. */
  const near = (offset: number): Entry[] =>
    entries.slice(entries.findLastIndex(({ earliest }) => earliest >= offset) + 1);

  return {
    add: (finding) => {
      const earliest = Math.min(
        finding.start,
        finding.edits[0]?.start ?? finding.start,
        entries.at(-1)?.earliest ?? Number.POSITIVE_INFINITY,
      );
      entries.push({ finding, earliest });
    },
    within: (start, end) =>
      near(end)
        .map(({ finding }) => finding)
        .filter((finding) => start <= finding.start && finding.end <= end),
    overlapping: (finding) =>
      near(finding.edits.at(-1)?.end ?? 0)
        .map((entry) => entry.finding)
        .filter((other) => overlaps(finding, other)),
    takeEdits: (from) => {
      const without = new Set(from);
      const last = from.reduce((end, finding) => Math.max(end, finding.end), 0);
      for (const entry of near(last)) {
        if (without.has(entry.finding)) entry.finding = { ...entry.finding, edits: [] };
      }
    },
    sorted: () => entries.map(({ finding }) => finding).sort((a, b) => a.start - b.start || b.end - a.end),
  };
}

function overlaps(a: Finding, b: Finding): boolean {
  return a.edits.some((one) => b.edits.some((two) => overlap(one, two)));
}

function overlap(a: Edit, b: Edit): boolean {
  return a.start < b.end && b.start < a.end;
}
