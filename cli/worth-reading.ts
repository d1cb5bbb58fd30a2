import { checkBytes, decode } from '../project/text.ts';
import { holdsWords } from '../transforms/prefilter.ts';

/**
 * Whether a file's bytes may be {@link isWorthReading}, which takes no longer than it takes to read them a few times.
 */
export function mayBeWorthReading(bytes: Buffer): boolean {
  const check = checkBytes(bytes);
  return check.kind === 'not-text' || check.encoding !== 'utf-8' || holdsWords(bytes);
}

/**
 * Whether a file's bytes are more than a text that plainly has no findings: they may have some, or aren't text, which
 * is worth a word.
 *
 * @param bytes that may be, by {@link mayBeWorthReading}
 * @param mayHaveFindings looks for ASCII words, which UTF-8's bytes show as they are, read as Latin-1 at a fraction of
 *   the cost of decoding
 */
export function isWorthReading(bytes: Buffer, mayHaveFindings: (text: string) => boolean): boolean {
  const check = checkBytes(bytes);
  if (check.kind === 'not-text') return true;
  return mayHaveFindings(check.encoding === 'utf-8' ? bytes.toString('latin1') : decode(bytes, check.encoding).text);
}
