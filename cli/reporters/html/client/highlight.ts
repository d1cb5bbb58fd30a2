import { tokenize } from 'sugar-high/lang/typescript';
import { splitLines } from './diff-blocks.ts';

export interface Token {
  readonly kind: string;
  readonly text: string;
}

/** The kinds of tokens that get a colour, by the highlighter's numbers. */
const KINDS = ['', 'keyword', 'string', 'type', 'property', 'property', '', '', 'comment', '', ''];

/**
 * The tokens of each line of a text, without the line ends. An excerpt may begin inside something; then it is coloured
 * as if it didn't.
 */
export function highlightLines(text: string): Token[][] {
  const lines: Token[][] = [[]];
  for (const { kind, text: whole } of readTokens(text)) {
    splitLines(whole).forEach((part) => {
      const content = part.replace(/[\r\n\u2028\u2029]+$/, '');
      if (content !== '') addToken(lines.at(-1) ?? [], { kind, text: content });
      if (content.length < part.length) lines.push([]);
    });
  }
  return lines;
}

/** Neighbours of one kind become one, so that the page has fewer elements. */
function addToken(line: Token[], token: Token): void {
  const last = line.at(-1);
  if (last?.kind === token.kind) line[line.length - 1] = { kind: token.kind, text: last.text + token.text };
  else line.push(token);
}

function readTokens(text: string): Token[] {
  try {
    const tokens = tokenize(text, undefined).map(([type, value]): Token => ({ kind: KINDS[type] ?? '', text: value }));
    if (tokens.map((token) => token.text).join('') === text) return tokens;
  } catch {
    // Colours are not worth an error: the text is shown as it is.
  }
  return [{ kind: '', text }];
}
