import type { ts } from 'ts-morph';
import type { Placed } from '../../flow/definitions.ts';

/** Where something can be written into a text: at an offset of the file, or behind an expression as a whole. */
export type EditTarget =
  { readonly kind: 'inside'; readonly start: number } | { readonly kind: 'behind'; readonly node: ts.Expression };

/** A stretch of a text that is put together when the program runs. */
export type Piece =
  /** `target`: where it begins, if it may be changed for this one use; undefined where others use it too. */
  { readonly kind: 'text'; readonly text: string; readonly target: EditTarget | undefined } | UnknownText;

/** What isn't known; `parameter`: of the function around, so that each call may give it a text. */
export interface UnknownText extends Placed {
  readonly kind: 'unknown';
  readonly parameter?: ts.ParameterDeclaration;
}

export interface Text {
  readonly pieces: readonly Piece[];
  /** False where a variable on the way is assigned to again, so that the text is only what it began with. */
  readonly isSure: boolean;
}

/** No address is as long as this: a text that doubles from one name to the next has no other end. */
const LONGEST = 2000;

/** One text behind the other; undefined where that is too long for an address. */
export function joined(texts: readonly Text[]): Text | undefined {
  const pieces: Piece[] = [];
  let length = 0;
  for (const piece of texts.flatMap((text) => text.pieces)) {
    length += piece.kind === 'text' ? piece.text.length : 1;
    if (length > LONGEST) return undefined;
    const last = pieces.at(-1);
    if (isFixed(piece) && last !== undefined && isFixed(last))
      pieces.splice(-1, 1, { ...last, text: last.text + piece.text });
    else if (!isFixed(piece) || piece.text !== '') pieces.push(piece);
  }
  return { pieces, isSure: texts.every(({ isSure }) => isSure) };
}

/** Whether a piece is text in which nothing can be written. */
function isFixed(piece: Piece): piece is Extract<Piece, { kind: 'text' }> {
  return piece.kind === 'text' && piece.target === undefined;
}

/** The text with what `given` gives for each parameter in it. */
export function filled({ pieces, isSure }: Text, given: (unknownText: UnknownText) => Text): Text | undefined {
  return joined(
    pieces.map((piece) =>
      piece.kind === 'unknown' && piece.parameter !== undefined ? given(piece) : { pieces: [piece], isSure },
    ),
  );
}

/** What a text begins with. */
export function firstOf(pieces: readonly Piece[]): Piece | undefined {
  return pieces.find((piece) => piece.kind === 'unknown' || piece.text !== '');
}

/** The scheme and the host of an address; undefined where it has none. */
export function hostOf(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const first = firstOf(pieces);
  if (first?.kind !== 'text') return first === undefined ? undefined : [first];
  const origin = /^https?:\/\/[^/?#]+/.exec(first.text)?.[0];
  return origin === undefined ? undefined : [{ kind: 'text', text: origin, target: undefined }];
}

/** What a relative address is resolved against: all up to the last slash. */
export function folderOf(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const whole = pieces.filter((piece) => piece.kind === 'unknown' || piece.text !== '');
  const last = whole.at(-1);
  if (last?.kind !== 'text') return undefined;
  const end = last.text.lastIndexOf('/');
  if (end < 'https://'.length && whole.length === 1) return [{ ...last, text: `${last.text}/` }];
  return end === -1 ? undefined : [...whole.slice(0, -1), { ...last, text: last.text.slice(0, end + 1) }];
}

/** An address as it is sent by a client that has a base. */
export function behindBase(base: Text, url: Text): Text {
  return {
    pieces: [...withoutEdgeSlash(base.pieces, 'end'), SLASH, ...withoutEdgeSlash(url.pieces, 'start')],
    isSure: base.isSure && url.isSure,
  };
}

const SLASH: Piece = { kind: 'text', text: '/', target: undefined };

/** Drops the slashes that a text begins or ends with; where it can be written doesn't move. */
function withoutEdgeSlash(pieces: readonly Piece[], edge: 'start' | 'end'): Piece[] {
  const isEdge = (piece: Piece): boolean => piece.kind === 'unknown' || piece.text !== '';
  const index = edge === 'start' ? pieces.findIndex(isEdge) : pieces.findLastIndex(isEdge);
  return pieces.map((piece, at) => {
    if (at !== index || piece.kind === 'unknown') return piece;
    if (edge === 'end') return { ...piece, text: piece.text.replace(/\/+$/, '') };
    const text = piece.text.replace(/^\/+/, '');
    const target =
      piece.target?.kind === 'inside'
        ? { ...piece.target, start: piece.target.start + piece.text.length - text.length }
        : piece.target;
    return { ...piece, text, target };
  });
}

/** The first of several addresses, where all are of one host; sure, if all say the same behind that. */
export function ofOneHost(texts: readonly Text[]): Text | undefined {
  const [first, ...others] = texts;
  const whole = texts.map(writtenIn);
  const hosts = new Set(whole.map((text) => /^https?:\/\/[^/?#\uFFFF]+/.exec(text)?.[0].replace(/\.dev$/, '.com')));
  if (first === undefined || hosts.size > 1 || hosts.has(undefined)) return undefined;
  const paths = new Set(whole.map((text) => text.replace(/^https?:\/\/[^/?#]+/, '')));
  return { ...first, isSure: paths.size === 1 && [first, ...others].every(({ isSure }) => isSure) };
}

/** A text with what is written of what isn't known, behind a character that no address has. */
function writtenIn({ pieces }: Text): string {
  return pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : `\uFFFF${piece.node.getText(piece.unit.source)}`))
    .join('');
}

/** An address behind another one; undefined where a parameter says how one of them begins. */
export function resolved(path: Text, base: Text): Text | undefined {
  const start = firstOf(path.pieces);
  const isGiven = [start, firstOf(base.pieces)].some(
    (first) => first?.kind === 'unknown' && first.parameter !== undefined,
  );
  if (isGiven) return undefined;
  if (start?.kind !== 'text' || /^https?:/.test(start.text)) return path;
  const before = start.text.startsWith('/') ? hostOf(base.pieces) : folderOf(base.pieces);
  return before === undefined ? undefined : { pieces: [...before, ...path.pieces], isSure: base.isSure && path.isSure };
}
