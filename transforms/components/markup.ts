/** What a framework does with what stands in markup. */
interface Reading {
  /** Reads what begins with the opening tag at an offset; returns the offset behind it. */
  readonly element: (at: number) => number;
  /** Whether `<>` is an opening tag. */
  readonly hasFragments?: boolean;
  readonly closing?: (name: string) => void;
  /** Reads code that may begin at an offset; undefined where none does. */
  readonly code?: (at: number) => number | undefined;
  /** Whether it ends behind what was read last. */
  readonly isEnd?: () => boolean;
}

/** Goes through markup from `start`, comments left out; returns the offset behind it. */
export function scanMarkup(text: string, start: number, reading: Reading): number {
  const { element, closing, code, hasFragments = false, isEnd = () => false } = reading;
  let at = start;
  while (at < text.length && !isEnd()) {
    const next = text[at] === '<' ? (text[at + 1] ?? '') : '';
    if (text.startsWith('<!--', at)) {
      at = endOfHtmlComment(text, at);
    } else if (/[A-Za-z]/.test(next) || (hasFragments && next === '>')) {
      at = element(at);
    } else if (/[/!?]/.test(next)) {
      if (next === '/') closing?.(/^[^\s>]*/.exec(text.slice(at + 2))?.[0] ?? '');
      at = endOfClosingTag(text, at);
    } else {
      at = code?.(at) ?? at + 1;
    }
  }
  return Math.min(at, text.length);
}

/** The offset behind the comment whose `<!--` is at `at`. */
export function endOfHtmlComment(text: string, at: number): number {
  const end = text.indexOf('-->', at + 4);
  return end === -1 ? text.length : end + 3;
}

/**
 * The offset of the closing tag for an element whose content is text, by a pattern with the flag `g`; the text's length
 * where there is none.
 */
export function findClosingTag(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

/** The offset behind the `>` of the closing tag at `at`. */
export function endOfClosingTag(text: string, at: number): number {
  const end = text.indexOf('>', at);
  return end === -1 ? text.length : end + 1;
}
