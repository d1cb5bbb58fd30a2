/**
 * Where code ends that stands inside of markup: found without parsing it, by what can hide a bracket or a fence. All
 * offsets are UTF-16, 0-based.
 */

/** Reads markup that begins at an offset inside of code; returns the offset behind it. */
export type MarkupReader = (at: number) => number;

/**
 * The offset of the bracket that closes the code which begins at `at`; the text's length where it is never closed.
 *
 * @param closer `}` or `)`: the bracket looked for, outside of all others
 * @param readMarkup called at every `<` that begins an element, where the language has elements inside of code
 */
export function endOfCode(text: string, at: number, closer: string, readMarkup?: MarkupReader): number {
  let depth = 0;
  return scanCode(text, at, readMarkup, (offset) => {
    const character = text[offset] ?? '';
    if (depth === 0 && character === closer) return true;
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    return false;
  });
}

/**
 * The offset of `word` in the code that begins at `at`, outside of strings, comments and the like; the text's length
 * where it isn't there.
 */
export function findInCode(text: string, at: number, word: string): number {
  return scanCode(text, at, undefined, (offset) => text.startsWith(word, offset));
}

/**
 * The offset in `[start, end)` of the last white space that stands, outside of every bracket, before `word` and white
 * space; -1 where there is none.
 */
export function lastWordOutside(text: string, start: number, end: number, word: string): number {
  let found = -1;
  let depth = 0;
  scanCode(text, start, undefined, (offset) => {
    if (offset >= end) return true;
    const character = text[offset] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (
      depth === 0 &&
      /\s/.test(character) &&
      text.startsWith(word, offset + 1) &&
      /[\s{[(]/.test(text[offset + 1 + word.length] ?? '')
    )
      found = offset;
    return false;
  });
  return found;
}

/**
 * Walks over code and asks at each character that isn't hidden. Returns the first offset for which the answer is yes,
 * else the text's length.
 */
function scanCode(
  text: string,
  start: number,
  readMarkup: MarkupReader | undefined,
  isEnd: (offset: number) => boolean,
): number {
  let at = start;
  /** The last character that was neither white space nor comment. */
  let before = -1;
  while (at < text.length) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (character === '/' && (next === '/' || next === '*')) {
      at = endOfComment(text, at, next);
      continue;
    }
    if (isEnd(at)) return at;
    if (character === '"' || character === "'") at = endOfString(text, at, character);
    else if (character === '`') at = endOfTemplate(text, at, readMarkup);
    else if (character === '/' && startsRegex(text, start, before)) at = endOfRegex(text, at);
    else if (character === '<' && readMarkup !== undefined && /[A-Za-z>]/.test(next)) at = readMarkup(at);
    else at += 1;
    if (!/\s/.test(character)) before = at - 1;
  }
  return text.length;
}

function endOfComment(text: string, at: number, second: string): number {
  if (second === '*') {
    const end = text.indexOf('*/', at + 2);
    return end === -1 ? text.length : end + 2;
  }
  const end = text.slice(at).search(/[\n\r\u2028\u2029]/);
  return end === -1 ? text.length : at + end;
}

/** A string ends with its line, closed or not. */
function endOfString(text: string, at: number, quote: string): number {
  for (let offset = at + 1; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '\\') offset += text.startsWith('\r\n', offset + 1) ? 2 : 1;
    else if (character === quote) return offset + 1;
    else if (character === '\n' || character === '\r') return offset;
  }
  return text.length;
}

/** The offset behind the template literal that begins at `at`. */
export function endOfTemplate(text: string, at: number, readMarkup: MarkupReader | undefined): number {
  for (let offset = at + 1; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '\\') offset += 1;
    else if (character === '`') return offset + 1;
    else if (character === '$' && text[offset + 1] === '{') offset = endOfCode(text, offset + 2, '}', readMarkup);
  }
  return text.length;
}

const WORDS_BEFORE_REGEX =
  /(?:^|[^\w$.])(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/;

/** Whether a slash begins a regular expression rather than divides what ends at `before`. */
function startsRegex(text: string, start: number, before: number): boolean {
  if (before < start) return true;
  const character = text[before] ?? '';
  if (/[\w$]/.test(character)) return WORDS_BEFORE_REGEX.test(text.slice(Math.max(start, before - 12), before + 1));
  return !/[)\]}"'`/]/.test(character);
}

function endOfRegex(text: string, at: number): number {
  let inClass = false;
  for (let offset = at + 1; offset < text.length; offset += 1) {
    const character = text[offset] ?? '';
    if (character === '\\') offset += 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return offset + 1;
    // No regular expression goes over a line's end, so this wasn't one.
    else if (/[\n\r]/.test(character)) return at + 1;
  }
  return at + 1;
}
