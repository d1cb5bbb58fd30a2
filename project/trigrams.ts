/** Which three bytes stand in a row in a text, each a bit of a table: what isn't marked there isn't in the text. */
export type Trigrams = Uint32Array;

/**
 * @param bytes of the text
 * @returns a table that grows with the text, and takes half as much room or less
 */
export function trigramsOf(bytes: Uint8Array): Trigrams {
  const bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, 34 - Math.clz32(bytes.length)));
  const table = new Uint32Array(2 ** (bits - 5));
  const shift = 32 - bits;
  let row = 0;
  for (const byte of bytes) {
    row = ((row << 8) | byte) & THREE_BYTES;
    const place = Math.imul(row, MIXING) >>> shift;
    table[place >>> 5] = (table[place >>> 5] ?? 0) | (1 << (place & 31));
  }
  return table;
}

/** Whether a word may stand in the text of a table. One of fewer than three bytes may stand anywhere. */
export function mayHold(table: Trigrams, word: Uint8Array): boolean {
  const shift = 27 - Math.log2(table.length);
  for (let index = 2; index < word.length; index += 1) {
    const row = ((word[index - 2] ?? 0) << 16) | ((word[index - 1] ?? 0) << 8) | (word[index] ?? 0);
    const place = Math.imul(row, MIXING) >>> shift;
    if (((table[place >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false;
  }
  return true;
}

/** A larger table is mostly empty, and a smaller one mostly full. */
const LEAST_BITS = 10;
const MOST_BITS = 16;

const THREE_BYTES = 0xff_ff_ff;

/** 2³² divided by the golden ratio: what differs little is marked far apart (Knuth, Sorting and Searching, 6.4). */
const MIXING = 0x9e_37_79_b1;
