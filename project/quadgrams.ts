/** Which four bytes stand in a row in a text, each a bit of a table: what isn't marked there isn't in the text. */
export type Quadgrams = Uint32Array;

/**
 * @param bytes of the text
 * @returns a table that grows with the text, and takes half as much room at most, once that is long
 */
export function quadgramsOf(bytes: Uint8Array): Quadgrams {
  const bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, 33 - Math.clz32(bytes.length)));
  const table = new Uint32Array(2 ** (bits - 5));
  const shift = 32 - bits;
  let row = 0;
  for (const byte of bytes) {
    row = (row << 8) | byte;
    const place = Math.imul(row, MIXING) >>> shift;
    table[place >>> 5] = (table[place >>> 5] ?? 0) | (1 << (place & 31));
  }
  return table;
}

/** Whether a word may stand in the text of a table. One of fewer than four bytes may stand anywhere. */
export function mayHold(table: Quadgrams, word: Uint8Array): boolean {
  const shift = 27 - Math.log2(table.length);
  let row = 0;
  for (const [index, byte] of word.entries()) {
    row = (row << 8) | byte;
    const place = Math.imul(row, MIXING) >>> shift;
    if (index > 2 && ((table[place >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false;
  }
  return true;
}

/** A larger table is mostly empty, and a smaller one mostly full. */
const LEAST_BITS = 10;
const MOST_BITS = 15;

/** 2³² divided by the golden ratio: what differs little is marked far apart (Knuth, Sorting and Searching, 6.4). */
const MIXING = 0x9e_37_79_b1;
