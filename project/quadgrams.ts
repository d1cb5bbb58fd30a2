/** Which four bytes stand in a row in a text, each a bit of a table: what isn't marked there isn't in the text. */
export type Quadgrams = Int32Array;

/** Where four bytes in a row are marked in the largest table; in a smaller one it is the first digits of that. */
type Place = number;

/**
 * @param bytes of the text
 * @returns a table that grows with the text, and takes half as much room at most, once that is long
 */
export function quadgramsOf(bytes: Uint8Array): Quadgrams {
  const bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, 33 - Math.clz32(bytes.length)));
  const table = new Int32Array(2 ** (bits - 5));
  const [first = 0, second = 0, third = 0] = bytes;
  let row = (first << 16) | (second << 8) | third;
  // An iterator takes twice as long.
  for (let at = 3; at < bytes.length; at++) {
    row = (row << 8) | (bytes[at] ?? 0);
    const place = placeOf(row) >>> (MOST_BITS - bits);
    table[place >>> 5] = (table[place >>> 5] ?? 0) | (1 << (place & 31));
  }
  return table;
}

/** Where all of a word is marked. One of fewer than four bytes is marked nowhere, and may stand anywhere. */
export function placesOf(word: Uint8Array): readonly Place[] {
  const places: Place[] = [];
  let row = 0;
  for (const [index, byte] of word.entries()) {
    row = (row << 8) | byte;
    if (index > 2) places.push(placeOf(row));
  }
  return places;
}

/** Whether a word may stand in the text of a table, by where it is marked. */
export function mayHold(table: Quadgrams, word: readonly Place[]): boolean {
  const shift = MOST_BITS - (36 - Math.clz32(table.length));
  for (const whole of word) {
    const place = whole >>> shift;
    if (((table[place >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false;
  }
  return true;
}

function placeOf(row: number): Place {
  return Math.imul(row, MIXING) >>> (32 - MOST_BITS);
}

/** A larger table is mostly empty, and a smaller one mostly full. */
const LEAST_BITS = 10;
const MOST_BITS = 15;

/** 2³² divided by the golden ratio: what differs little is marked far apart (Knuth, Sorting and Searching, 6.4). */
const MIXING = 0x9e_37_79_b1;
