import { ts } from 'ts-morph';

/** How a file is laid out around a statement. */
export interface Layout {
  readonly newline: string;
  /** The white space before the line that the statement starts on. */
  readonly indent: string;
  /** One level of indentation. */
  readonly unit: string;
  /** `;` where the statement ends with one. */
  readonly semicolon: string;
  /** Whether the statement is the first thing on its line. */
  readonly startsLine: boolean;
}

export function layoutAt(statement: ts.Node, source: ts.SourceFile): Layout {
  const { text } = source;
  const start = statement.getStart(source);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? '';
  return {
    newline: newlineOf(text),
    indent,
    unit: unitOf(text),
    semicolon: text[endOfStatement(statement) - 1] === ';' ? ';' : '',
    // A semicolon that keeps the statement apart from the line before counts as nothing.
    startsLine: /^[ \t]*;?$/.test(text.slice(lineStart, start)),
  };
}

/** Where a statement ends. A semicolon that begins a line further down is there for what follows it. */
export function endOfStatement(statement: ts.Node): number {
  const source = statement.getSourceFile();
  const tokens = statement.getChildren(source);
  const last = tokens.at(-1);
  const before = tokens.at(-2)?.end ?? statement.end;
  const isApart = last?.kind === ts.SyntaxKind.SemicolonToken && source.text.slice(before, last.end).includes('\n');
  return isApart ? before : statement.end;
}

function newlineOf(text: string): string {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n';
}

/** The first indentation of the file is one level deep. */
function unitOf(text: string): string {
  return /^(?:\t| {2,8})(?=\S)/m.exec(text)?.[0] ?? '  ';
}

/** The end of what belongs to a line behind `offset`: comments, as long as nothing but them follows on it. */
export function endOfLineComments(text: string, offset: number): number {
  const comments = ts.getTrailingCommentRanges(text, offset) ?? [];
  const last = comments.at(-1);
  if (last === undefined || text.slice(last.pos, last.end).includes('\n')) return offset;
  return /^[ \t]*(?:\r?\n|$)/.test(text.slice(last.end)) ? last.end : offset;
}

/**
 * Moves the lines of a text that was written at an indentation of `from` to one of `to`, all but the first, which goes wherever it is put.
 * A template literal could feel it, so a text with one stays as it is.
 */
export function reindent(text: string, from: string, to: string): string {
  if (from === to || text.includes('`')) return text;
  return text
    .split('\n')
    .map((line, index) => (index > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n');
}

/** The white space that the line of `offset` starts with. */
export function indentOfLine(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** Whether a line would be read as going on with the one before where that has no semicolon. */
export function continuesLine(text: string): boolean {
  return /^[([`+\-/]/.test(text);
}

/** Whether `behind` would be read as going on with what stands before it, which ends without a semicolon. */
export function joinsLines(before: string, behind: string): boolean {
  return continuesLine(behind.trimStart()) && !/(?:^|[;{])$/.test(before.trimEnd());
}
