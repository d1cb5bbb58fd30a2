/**
 * In place of project/text.ts, for which codemod's interpreter has too little of Buffer: UTF-8 only, which is all that
 * its runner reads.
 */

interface Check {
  readonly kind: 'text' | 'not-text';
}

export function checkBytes(bytes: Uint8Array): Check {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: bytes.includes(0) ? 'not-text' : 'text' };
  } catch {
    return { kind: 'not-text' };
  }
}

export function decode(bytes: Uint8Array): { readonly text: string } {
  return { text: new TextDecoder().decode(hasMark(bytes) ? bytes.subarray(3) : bytes) };
}

/** Whether there is a byte order mark. */
export function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
