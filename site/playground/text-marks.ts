import type { Edit, Finding } from '../../transforms/finding.ts';

/** A part of a text, in UTF-16 code units. */
export interface Mark {
  readonly from: number;
  readonly to: number;
}

/** What differs between a text and what becomes of it: parts of the one and of the other. */
export interface Differences {
  readonly before: readonly Mark[];
  readonly after: readonly Mark[];
}

/**
 * The parts of both texts that the edits change. What an edit writes as it was isn't marked at its ends.
 *
 * @param edits in whatever order; they don't overlap
 */
export function differencesOf(text: string, edits: readonly Edit[]): Differences {
  const before: Mark[] = [];
  const after: Mark[] = [];
  let shift = 0;
  for (const { start, end, text: written } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const gone = text.slice(start, end);
    const head = sharedHead(gone, written);
    const tail = sharedHead(reverse(gone.slice(head)), reverse(written.slice(head)));
    before.push({ from: start + head, to: end - tail });
    after.push({ from: start + shift + head, to: start + shift + written.length - tail });
    shift += written.length - gone.length;
  }
  return { before, after };
}

/** Where a place of the text is in what becomes of it; within what an edit replaces, where that begins. */
export function movedPlace(place: number, edits: readonly Edit[]): number {
  let moved = place;
  for (const { start, end, text } of edits) {
    if (end <= place) moved += text.length - (end - start);
    else if (start < place) moved += start - place;
  }
  return Math.max(0, moved);
}

/** All edits of a file. */
export function editsOf(findings: readonly Finding[]): Edit[] {
  return findings.flatMap(({ edits }) => edits);
}

function sharedHead(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

function reverse(text: string): string {
  return text.split('').reverse().join('');
}
