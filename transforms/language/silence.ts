import { ts } from 'ts-morph';
import type { Position } from '../finding.ts';
import { positionIn } from '../syntax.ts';
import { statementOf } from '../tree.ts';
import { memoize } from '../memoize.ts';

const WORD = 'clerk-metadata-ignore';

/** A comment that silences: the word first, then nothing, or a reason behind `--`. */
const SILENCE = /^(?:\/\/|\/\*)[\s*]*clerk-metadata-ignore(?:\s*--[^]*|\s*)(?:\*\/)?$/;

const BEGINS = /^(?:\/\/|\/\*)[\s*]*clerk-metadata-ignore(?![\w-])/;

/**
 * Whether a `clerk-metadata-ignore` comment silences what is found at `node`: alone on the line before its statement,
 * or anywhere on the statement's lines.
 */
export function isSilenced(node: ts.Node): boolean {
  const source = node.getSourceFile();
  const statement = statementOf(node) ?? node;
  const first = lineOf(source, statement.getStart(source));
  const last = lineOf(source, statement.end);
  const comments = silencingLines(source).filter(
    ({ line, isAlone }) => (first <= line && line <= last) || (isAlone && line === first - 1),
  );
  for (const comment of comments) comment.isUsed = true;
  return comments.length > 0;
}

/** A comment that is meant to silence, and doesn't. */
export interface IdleSilence extends Position {
  /** Whether it isn't written as it has to be; else nothing is found where it stands. */
  readonly isMalformed: boolean;
}

/** What a lint rule may find where the comment stands, though nothing else does. */
const NEW_METHOD = /\b(?:update|replace)\w*Metadata\b/;

/** How many lines further down a statement that a comment is about may name its method. */
const REACH = 10;

/** The comments that silenced nothing. To be asked once all of the file has been decided. */
export function idleSilences(source: ts.SourceFile): IdleSilence[] {
  if (!source.text.includes(WORD)) return [];
  const lines = source.text.split('\n');
  const unused = silencingLines(source).filter(
    ({ line, isUsed }) => !isUsed && !NEW_METHOD.test(lines.slice(line, line + REACH).join('\n')),
  );
  return [
    ...unused.map(({ pos }) => ({ ...positionIn(source, pos), isMalformed: false })),
    ...malformed(source).map((pos) => ({ ...positionIn(source, pos), isMalformed: true })),
  ].sort((a, b) => a.line - b.line);
}

/** Comments that begin with the word and go on with something else. */
function malformed(source: ts.SourceFile): number[] {
  return commentsOf(source)
    .filter(({ text }) => BEGINS.test(text) && !SILENCE.test(text))
    .map(({ pos }) => pos);
}

interface SilencingLine {
  readonly line: number;
  readonly pos: number;
  /** Whether nothing but the comment is on its line. */
  readonly isAlone: boolean;
  /** Whether something was found where it stands. */
  isUsed: boolean;
}

const silencingLines = memoize((source: ts.SourceFile): readonly SilencingLine[] => {
  const lines = source.text.includes(WORD) ? findLines(source) : [];
  return lines;
});

function findLines(source: ts.SourceFile): SilencingLine[] {
  const { text } = source;
  return commentsOf(source).flatMap((comment): SilencingLine[] => {
    if (!SILENCE.test(comment.text)) return [];
    const lineStart = text.lastIndexOf('\n', comment.pos - 1) + 1;
    const lineEnd = text.indexOf('\n', comment.end);
    const before = text.slice(lineStart, comment.pos).trim();
    const behind = text.slice(comment.end, lineEnd === -1 ? text.length : lineEnd).trim();
    // In JSX a comment stands in braces.
    const isAlone = (before === '' && behind === '') || (before === '{' && behind === '}');
    return [{ line: lineOf(source, comment.end), pos: comment.pos, isAlone, isUsed: false }];
  });
}

function commentsOf(source: ts.SourceFile): { readonly pos: number; readonly end: number; readonly text: string }[] {
  const { text } = source;
  const comments = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    // Between an element's children there is text, not comments.
    const closesTag =
      node.kind === ts.SyntaxKind.GreaterThanToken &&
      (ts.isJsxOpeningLikeElement(node.parent) ||
        ts.isJsxOpeningFragment(node.parent) ||
        ts.isJsxClosingElement(node.parent));
    const isChild = closesTag || ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent);
    if (!isChild) collect(node);
    for (const child of node.getChildren(source)) visit(child);
  };
  const collect = (node: ts.Node): void => {
    for (const comment of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(comment.pos, comment);
    for (const comment of ts.getTrailingCommentRanges(text, node.end) ?? []) comments.set(comment.pos, comment);
  };
  ts.forEachChild(source, visit);
  collect(source.endOfFileToken);
  return [...comments.values()].map(({ pos, end }) => ({ pos, end, text: text.slice(pos, end).trim() }));
}

function lineOf(source: ts.SourceFile, offset: number): number {
  return source.getLineAndCharacterOfPosition(offset).line;
}
