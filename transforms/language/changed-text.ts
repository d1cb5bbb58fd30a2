import type { Span } from '../type-oracle.ts';
import { nameWithLanguage } from './shebang.ts';
import { isCommonJs, parseSource } from './unit.ts';

/** A text without a syntax error, and where its top-level statements are, with the blanks and comments before each. */
export interface ParsedText {
  readonly text: string;
  readonly statements: readonly Span[];
}

/**
 * Whether a text that was changed parses, told by the statements that the change touches and a whole one on either
 * side.
 *
 * What is before them is parsed as it was, since the token that ends it is; so is what is behind them, if the last
 * statement of the part still starts and ends where it did.
 *
 * @returns false where it takes the whole text to know
 */
export function changedTextParses(fileName: string, before: ParsedText, after: string): boolean {
  // Whether such a file is a module, and `await` an operator, depends on the whole of it.
  if (isCommonJs(fileName)) return false;
  const { statements } = before;
  const change = changeBetween(before.text, after);
  const shift = after.length - before.text.length;
  const behind = statements.findIndex(({ start }) => start > change.end);
  const touched = statements.findIndex(({ end }) => end >= change.start);
  const first = statements[touched - 1];
  const last = statements[behind];
  if (touched === -1) return false;
  const start = first?.start ?? 0;
  const end = last === undefined ? after.length : last.end + shift;
  const parsed = parseSource(nameWithLanguage(fileName, after), after.slice(start, end));
  if (parsed.kind === 'syntax-error') return false;
  if (last === undefined) return true;
  const parsedLast = parsed.source.statements.at(-1);
  return parsedLast?.pos === last.start + shift - start && parsedLast.end === end - start;
}

/** What of `before` isn't in `after` at the same distance from its start or its end. */
function changeBetween(before: string, after: string): Span {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, end: before.length - same };
}
