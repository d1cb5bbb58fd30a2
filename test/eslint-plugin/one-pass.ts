import type { Linter } from 'eslint';

/**
 * What a host makes of a text in one pass of its fixes: in the order of their places, those that touch an earlier one
 * left out.
 */
export function applyOnePass(text: string, messages: readonly Linter.LintMessage[]): string {
  const fixes = messages
    .flatMap(({ fix }) => fix ?? [])
    .sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
  let output = '';
  let last = Number.NEGATIVE_INFINITY;
  let offset = 0;
  for (const {
    range: [start, end],
    text: replacement,
  } of fixes) {
    if (last >= start || start > end) continue;
    output += text.slice(offset, Math.max(start, 0)) + replacement;
    offset = end;
    last = end;
  }
  return output + text.slice(offset);
}

/** A text with one suggestion taken. */
export function applySuggestion(text: string, { fix }: Linter.LintSuggestion): string {
  return text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]);
}
