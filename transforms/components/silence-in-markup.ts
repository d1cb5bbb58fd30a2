/** A comment in markup that silences: in HTML's form, or in that of an expression. */
const SILENCE = /(?:<!--|\{?\s*\/\*|\/\/)\s*clerk-metadata-ignore(?:\s*--[^]*?)?\s*(?:-->|\*\/\s*\}?|$)/;

/**
 * Whether a comment silences what is found in markup: on a line of its own before the tag (or the expression) that
 * begins at `owner`, or on one of the lines from there to `end`.
 */
export function isSilencedInMarkup(text: string, owner: number, end: number): boolean {
  const first = text.lastIndexOf('\n', owner - 1) + 1;
  const newline = text.indexOf('\n', end);
  const own = text.slice(first, newline === -1 ? text.length : newline);
  if (own.split('\n').some((line) => SILENCE.test(line))) return true;
  const before = text.slice(text.lastIndexOf('\n', first - 2) + 1, Math.max(0, first - 1)).trim();
  const match = SILENCE.exec(before);
  return match?.index === 0 && match[0].length === before.length;
}
