import type { Finding, Position } from '../finding.ts';
import { moveReason } from '../reason-words.ts';
import { findScriptBlocks, type Framework } from './script-blocks.ts';

/** The component that a script by itself belongs to, and where it stands in there. */
export interface Surrounding {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a script in its component, as that is on disk: what the markup does counts, too.
 *
 * @param whole the text of the component's file; undefined where it can't be read
 * @returns undefined where the file has no such script, or two of them
 */
export function surroundingOf(
  script: string,
  whole: string | undefined,
  framework: Framework,
): Surrounding | undefined {
  if (whole === undefined || script.trim() === '') return undefined;
  const [block, ...others] = findScriptBlocks(whole, framework).scripts.filter(
    ({ start, end }) => whole.slice(start, end).trim() === script.trim(),
  );
  if (block === undefined || others.length > 0) return undefined;
  // White space around it may have been left out.
  const start = whole.indexOf(script, block.start);
  return start === -1 || start + script.length > block.end
    ? undefined
    : { text: whole, start, end: start + script.length };
}

/** The findings in a script of a component, by the script's own coordinates. */
export function findingsInside(findings: readonly Finding[], { text, start, end }: Surrounding): Finding[] {
  const before = text.slice(0, start).split(/\r\n|[\n\r\u2028\u2029]/);
  const [lines, columns] = [before.length - 1, before.at(-1)?.length ?? 0];
  const place = ({ line, column }: Position): Position => ({
    line: line - lines,
    column: line - lines === 1 ? column - columns : column,
  });
  return findings
    .filter((finding) => start <= finding.start && finding.end <= end)
    .map((finding) => ({
      ...finding,
      start: finding.start - start,
      end: finding.end - start,
      from: place(finding.from),
      to: place(finding.to),
      mark: { from: place(finding.mark.from), to: place(finding.mark.to) },
      reasons: finding.reasons.map((reason) => moveReason(reason, (at) => causePlace(at, finding))),
      edits: finding.edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
    }));

  /** A cause may stand in the markup, which this script doesn't show. */
  function causePlace(cause: Position, { from }: Finding): Position {
    const inner = text.slice(start, end).split(/\r\n|[\n\r\u2028\u2029]/);
    const own = place(cause);
    return own.line >= 1 && own.line <= inner.length && own.column >= 1 ? own : place(from);
  }
}
