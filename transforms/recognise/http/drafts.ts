import type { ts } from 'ts-morph';
import type { Unit } from '../../language/unit.ts';
import type { Piece, Text } from './url-pieces.ts';

/** A text with parameters in it, as a function makes it: read once, and filled for each call. */
export interface Draft {
  readonly pieces: readonly Part[];
  readonly isSure: boolean;
}

type Part = Piece | Given | Later;

/** A mention of a parameter: each call gives it another text. */
export interface Given {
  readonly kind: 'given';
  readonly parameter: ts.ParameterDeclaration;
  readonly node: ts.Expression;
  readonly unit: Unit;
}

/** What can only be made once the parameters in it are given. */
interface Later {
  readonly kind: 'later';
  readonly of: readonly Draft[];
  readonly making: Making;
  readonly node: ts.Expression;
  readonly unit: Unit;
}

/** Makes a text of others that are known; undefined where nothing can be made of them. */
type Making = (texts: readonly Text[]) => Text | undefined;

export function text(parts: readonly Part[]): Draft {
  return { pieces: parts, isSure: true };
}

/** No address is as long as this: a text that doubles from one name to the next has no other end. */
const LONGEST = 2000;

/**
 * One text behind the other. Of one that is too long for an address only the beginning is told, and that the rest isn't
 * known.
 */
export function all(drafts: readonly Draft[], node: ts.Expression, unit: Unit): Draft {
  const pieces: Part[] = [];
  let length = 0;
  for (const piece of drafts.flatMap((draft) => draft.pieces)) {
    length += piece.kind === 'text' ? piece.text.length : 1;
    if (length > LONGEST) return { pieces: [...pieces, { kind: 'hole', node, unit }], isSure: false };
    const last = pieces.at(-1);
    if (isFixed(piece) && last !== undefined && isFixed(last))
      pieces.splice(-1, 1, { ...last, text: last.text + piece.text });
    else if (!isFixed(piece) || piece.text !== '') pieces.push(piece);
  }
  return { pieces, isSure: drafts.every(({ isSure }) => isSure) };
}

/** Whether a part is text in which nothing can be written. */
function isFixed(piece: Part): piece is Piece & { readonly kind: 'text' } {
  return piece.kind === 'text' && piece.spot === undefined;
}

/**
 * Makes a text of others, now or once their parameters are given. What is made of something that is only made later
 * isn't told.
 */
export function make(of: readonly Draft[], making: Making, node: ts.Expression, unit: Unit): Draft | undefined {
  const parts = of.flatMap(({ pieces }) => pieces);
  if (parts.some(({ kind }) => kind === 'later')) return undefined;
  if (parts.some(({ kind }) => kind === 'given')) return text([{ kind: 'later', of, making, node, unit }]);
  return making(of.map(({ pieces, isSure }) => ({ pieces: pieces.filter(isPiece), isSure })));
}

function isPiece(part: Part): part is Piece {
  return part.kind === 'text' || part.kind === 'hole';
}

/** Puts in for each parameter what `given` gives for it. */
export function fill(draft: Draft, given: (part: Given) => Draft, node: ts.Expression, unit: Unit): Draft {
  const filled = draft.pieces.map((part): Draft => {
    if (part.kind === 'given') return given(part);
    if (part.kind !== 'later') return text([part]);
    return (
      make(
        part.of.map((inner) => fill(inner, given, part.node, part.unit)),
        part.making,
        part.node,
        part.unit,
      ) ?? text([{ kind: 'hole', node: part.node, unit: part.unit }])
    );
  });
  return all([...filled, { pieces: [], isSure: draft.isSure }], node, unit);
}

/** The text where nothing more is given than what `given` says. */
export function close(draft: Draft, given: (part: Given) => Text, node: ts.Expression, unit: Unit): Text {
  const { pieces, isSure } = fill(draft, given, node, unit);
  return { pieces: pieces.filter(isPiece), isSure };
}

export function isSame(a: Draft, b: Draft): boolean {
  return (
    a.isSure === b.isSure &&
    a.pieces.length === b.pieces.length &&
    a.pieces.every((piece, index) => isSamePart(piece, b.pieces[index]))
  );
}

function isSamePart(a: Part, b: Part | undefined): boolean {
  if (a.kind === 'text')
    return (
      b?.kind === 'text' &&
      a.text === b.text &&
      (a.spot === undefined ? b.spot === undefined : isSameSpot(a.spot, b.spot))
    );
  if (b === undefined || b.kind === 'text' || a.kind !== b.kind || a.node !== b.node) return false;
  return (
    a.kind !== 'later' ||
    (b.kind === 'later' &&
      a.of.every((draft, index) => {
        const other = b.of[index];
        return other !== undefined && isSame(draft, other);
      }))
  );
}

function isSameSpot(a: object, b: object | undefined): boolean {
  const other: Readonly<Record<string, unknown>> = { ...b };
  return Object.entries(a).every(([key, value]) => value === other[key]);
}
