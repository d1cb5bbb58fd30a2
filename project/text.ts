import { isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** A decoded file, with what is needed to write it back as it was. */
export interface DecodedText {
  /** Without its byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
}

export type ByteCheck =
  { readonly kind: 'text'; readonly encoding: Encoding } | { readonly kind: 'not-text'; readonly why: string };

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Tells UTF-8, and UTF-16 with a byte order mark, from everything else, without decoding. */
export function checkBytes(bytes: Buffer): ByteCheck {
  const mark = utf16Mark(bytes);
  if (mark !== undefined) {
    return bytes.length % 2 === 0
      ? { kind: 'text', encoding: mark }
      : { kind: 'not-text', why: 'starts like UTF-16 text but has an odd number of bytes; save it as UTF-8' };
  }
  if (bytes.includes(0)) return { kind: 'not-text', why: 'is a binary file (it has a zero byte), not source text' };
  if (!isUtf8(bytes))
    return { kind: 'not-text', why: `isn't valid UTF-8 (${placeOfInvalidByte(bytes)}); save it as UTF-8` };
  return { kind: 'text', encoding: 'utf-8' };
}

/**
 * A text that shows all of the bytes' ASCII: UTF-8 is read as Latin-1, at a fraction of the cost of decoding. Undefined:
 * they aren't text.
 */
export function searchedText(bytes: Buffer): string | undefined {
  const check = checkBytes(bytes);
  if (check.kind === 'not-text') return undefined;
  return check.encoding === 'utf-8' ? bytes.toString('latin1') : decode(bytes, check.encoding).text;
}

/**
 * Patterns of Perl, over bytes: one of them matches in what isn't UTF-8, or holds a zero byte. Other bytes than ASCII's
 * come in rows that have to be whole characters.
 */
export const NOT_UTF8_PATTERN = String.raw`(?<![\x80-\xff])(?!(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})++(?![\x80-\xff]))[\x80-\xff]|\x00`;

/** Decodes bytes that {@link checkBytes} called text in `encoding`. */
export function decode(bytes: Buffer, encoding: Encoding): DecodedText {
  switch (encoding) {
    case 'utf-8': {
      const bom = bytes.subarray(0, 3).equals(UTF8_BOM);
      return { text: bytes.toString('utf8', bom ? 3 : 0), encoding, bom };
    }
    case 'utf-16le':
      return { text: bytes.toString('utf16le', 2), encoding, bom: true };
    case 'utf-16be':
      return { text: Buffer.from(bytes.subarray(2)).swap16().toString('utf16le'), encoding, bom: true };
  }
}

/** The bytes of `text` in the encoding that `like` was read in, byte order mark included. */
export function encode(text: string, like: Pick<DecodedText, 'encoding' | 'bom'>): Buffer {
  const marked = like.bom ? `\uFEFF${text}` : text;
  switch (like.encoding) {
    case 'utf-8':
      return Buffer.from(marked, 'utf8');
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le');
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16();
  }
}

function utf16Mark(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function placeOfInvalidByte(bytes: Buffer): string {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
  }
  return `line ${String(line)}`;
}
