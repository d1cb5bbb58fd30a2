import { ts } from 'ts-morph';
import { statementOf } from '../../syntax.ts';

/** A comment that silences: the word first, then nothing, or a reason behind `--`. */
const SILENCE = /^(?:\/\/|\/\*)[\s*]*clerk-metadata-ignore(?:\s*--[^]*|\s*)(?:\*\/)?$/;

/**
 * Whether a `clerk-metadata-ignore` comment silences what is found at `node`: alone on the line before its statement,
 * or anywhere on the statement's lines.
 */
export function isSilenced(node: ts.Node, source: ts.SourceFile): boolean {
  const statement = statementOf(node) ?? node;
  const first = lineOf(source, statement.getStart(source));
  const last = lineOf(source, statement.end);
  return silencingLines(source).some(
    ({ line, isAlone }) => (first <= line && line <= last) || (isAlone && line === first - 1),
  );
}

interface SilencingLine {
  readonly line: number;
  /** Whether nothing but the comment is on its line. */
  readonly isAlone: boolean;
}

const known = new WeakMap<ts.SourceFile, readonly SilencingLine[]>();

function silencingLines(source: ts.SourceFile): readonly SilencingLine[] {
  const cached = known.get(source);
  if (cached !== undefined) return cached;
  const lines = source.text.includes('clerk-metadata-ignore') ? findLines(source) : [];
  known.set(source, lines);
  return lines;
}

function findLines(source: ts.SourceFile): SilencingLine[] {
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
  return [...comments.values()].flatMap((comment) => {
    if (!SILENCE.test(text.slice(comment.pos, comment.end).trim())) return [];
    const lineStart = text.lastIndexOf('\n', comment.pos - 1) + 1;
    const lineEnd = text.indexOf('\n', comment.end);
    const before = text.slice(lineStart, comment.pos).trim();
    const behind = text.slice(comment.end, lineEnd === -1 ? text.length : lineEnd).trim();
    // In JSX a comment stands in braces.
    const isAlone = (before === '' && behind === '') || (before === '{' && behind === '}');
    return [{ line: lineOf(source, comment.end), isAlone }];
  });
}

function lineOf(source: ts.SourceFile, offset: number): number {
  return source.getLineAndCharacterOfPosition(offset).line;
}
