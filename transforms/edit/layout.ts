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

export function layoutAt(statement: ts.Node): Layout {
  const { text } = statement.getSourceFile();
  const start = statement.getStart();
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
  const tokens = statement.getChildren();
  const last = tokens.at(-1);
  const before = tokens.at(-2)?.end ?? statement.end;
  const isApart = last?.kind === ts.SyntaxKind.SemicolonToken && source.text.slice(before, last.end).includes('\n');
  return isApart ? before : statement.end;
}

export function newlineOf(text: string): string {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n';
}

/** The first indentation of the file is one level deep. */
export function unitOf(text: string): string {
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
 * Template literals, strings that go on in the next line, and multi-line attributes of JSX, for which the blanks at the
 * start of a line count.
 */
const FEELS_INDENTATION = /`|\\\r?\n|="[^"\n]*\n|='[^'\n]*\n/;

/**
 * Moves the lines of a text that was written at an indentation of `from` to one of `to`, all but the first, which goes
 * wherever it is put.
 * A text that could feel it stays as it is.
 */
export function reindent(text: string, from: string, to: string): string {
  if (from === to || FEELS_INDENTATION.test(text)) return text;
  return text
    .split('\n')
    .map((line, index) => (index > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n');
}

/** Ends a statement; a block needs no semicolon. */
export function closed(statement: string, semicolon: string): string {
  return statement.startsWith('if (') && statement.endsWith('}') ? statement : `${statement}${semicolon}`;
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

/** The statements of the list that a statement is in; none where there is room for one only. */
export function siblingsOf({ parent }: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isModuleBlock(parent) || ts.isCaseOrDefaultClause(parent)
    ? parent.statements
    : [];
}

/**
 * Whether a text that takes the place of `statement` would be read as going on with the one before, even where some of
 * those before go, too.
 */
export function joinsLineBefore(statement: ts.Statement, text: string): boolean {
  if (!continuesLine(text)) return false;
  const siblings = siblingsOf(statement);
  const before = siblings.slice(0, siblings.indexOf(statement)).reverse();
  const stays = before.findIndex((sibling) => !ts.isVariableStatement(sibling) && !ts.isExpressionStatement(sibling));
  return !before.slice(0, stays === -1 ? undefined : stays + 1).every(isClosed);
}

/** Whether nothing can go on with a statement: it has its semicolon, or ends with a block of its own. */
function isClosed(statement: ts.Statement): boolean {
  const last = statement.getLastToken();
  if (last?.kind !== ts.SyntaxKind.CloseBraceToken) return last?.kind === ts.SyntaxKind.SemicolonToken;
  for (let node = last.parent; node !== statement; node = node.parent)
    if (ts.isExpression(node) || ts.isTypeNode(node)) return false;
  return true;
}

/**
 * `;` where the code around `node` ends its statements so, as far as the innermost statement that could have one tells.
 */
export function semicolonAround(node: ts.Node): string {
  const around = ts.findAncestor(
    node,
    (outer) =>
      ts.isVariableStatement(outer) ||
      ts.isExpressionStatement(outer) ||
      ts.isReturnStatement(outer) ||
      ts.isExportAssignment(outer) ||
      ts.isPropertyDeclaration(outer),
  );
  return around === undefined || around.getLastToken()?.kind === ts.SyntaxKind.SemicolonToken ? ';' : '';
}

/** The offset of the comma behind an element that ends at `offset`, comments between them skipped. */
export function commaBehind(text: string, offset: number): number {
  const comments = [
    ...(ts.getTrailingCommentRanges(text, offset) ?? []),
    ...(ts.getLeadingCommentRanges(text, offset) ?? []),
  ];
  return text.indexOf(',', Math.max(offset, ...comments.map(({ end }) => end)));
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * How many characters the blank line behind a removed line has, where it would be one too many: a blank line stands in
 * front, too, or a block or a list begins there.
 */
export function blankTooMany(text: string, start: number, end: number): number {
  const isApart = /(?:[{([]|\n)[ \t]*\r?\n[ \t]*$/.test(text.slice(0, start));
  return isApart ? (/^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0) : 0;
}
