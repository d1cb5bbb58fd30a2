import type { Problem } from '../report.ts';

/** `1 call`, `1,204 calls`. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${number(amount)} ${amount === 1 ? noun : plural}`;
}

/** With a comma between thousands, in every locale. */
export function number(amount: number): string {
  return String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `0.42 s`, `12 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0)} s`;
}

/** Breaks `text` at spaces into lines of at most `width` characters; a longer word stays whole. Null: one line. */
export function wrap(text: string, width: number | null): string[] {
  if (width === null || text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** `src/a.ts:3:7`, or the path alone where there is no place in it. */
export function place(path: string, at: { readonly line: number | null; readonly column: number | null }): string {
  return at.line === null ? path : `${path}:${String(at.line)}:${String(at.column ?? 1)}`;
}

/** An error in one line, as it also goes to standard error. */
export function formatError(problem: Problem): string {
  return `${place(problem.path, problem)}: ${problem.message}`;
}
