import { buildOutputByPath, buildOutputByText } from '../project/build-output.ts';
import { displayPath } from '../project/paths.ts';
import type { PlaceNow } from '../transforms/edit/moved-places.ts';
import type { Finding, Position } from '../transforms/finding.ts';
import { REASONS } from '../transforms/reasons.ts';

/**
 * A line for each reason of a file's findings. What is so for the whole package is said once.
 *
 * @param placeNow where a place of the input is in the text that whoever reads the lines has in front of them
 */
export function describeReasons(findings: readonly Finding[], placeNow: PlaceNow): string[] {
  const ofPackage = new Set<string>();
  return findings.flatMap((finding) =>
    finding.reasons
      .filter(({ code, message }) => {
        if (code !== 'sdk-too-old') return true;
        const isNew = !ofPackage.has(message);
        ofPackage.add(message);
        return isNew;
      })
      .map((reason) => {
        const heading = REASONS[reason.code].weight === 'note' ? 'note' : finding.verdict;
        return `${place(placeNow(reason))} ${heading}: ${change(finding)}: ${reason.message} (${reason.code})`;
      }),
  );
}

/** A line for each finding that would be rewritten: what a dry run has to show. */
export function describeRewrites(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ edits, target }) => target !== null && edits.length > 0)
    .map((finding) => `${place(finding.from)} would rewrite (${finding.verdict}): ${change(finding)}`);
}

function change({ method, target }: Finding): string {
  return target === null ? method : `${method} → ${target}`;
}

function place({ line, column }: Position): string {
  return `${String(line)}:${String(column)}`;
}

/** A line for each part of a single-file component that could not be read. */
export function describeUnread({ unread = [] }: { readonly unread?: readonly string[] }): string[] {
  return unread.map((why) => `not read, and may hold calls: ${why}`);
}

/**
 * Why a file counts as build output, which the command skips too; undefined where it doesn't.
 *
 * @param path absolute
 * @param root where the run started; what is outside of it was asked for by name
 */
export function whyGenerated(path: string, root: string, text: string): string | undefined {
  const below = displayPath(root, path);
  return (below.startsWith('../') ? undefined : buildOutputByPath(below)) ?? buildOutputByText(path, text);
}
