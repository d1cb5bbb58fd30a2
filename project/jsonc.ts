/**
 * JSON as tsconfig files have it: with comments and trailing commas. Says where it is broken, which JSON.parse doesn't
 * always.
 */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  /** 1-based; the message is the end of a sentence such as "package.json is broken: …". */
  | { readonly ok: false; readonly message: string; readonly line: number; readonly column: number };

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses `text`; a byte order mark is skipped.
 *
 * @param dialect `json` refuses comments and trailing commas
 */
export function parseJson(text: string, dialect: 'json' | 'jsonc'): ParsedJson {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(source) as JsonValue };
  } catch {
    const reader = createReader(source, dialect === 'jsonc');
    try {
      return { ok: true, value: reader.readDocument() };
    } catch (error) {
      if (!(error instanceof BrokenJson)) throw error;
      const before = source.slice(0, error.offset).split('\n');
      return { ok: false, message: error.message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    }
  }
}

class BrokenJson extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

function createReader(source: string, lenient: boolean) {
  let at = 0;

  const fail = (expected: string): never => {
    throw new BrokenJson(
      at >= source.length ? `it ends where ${expected} should be` : `${expected} expected`,
      Math.min(at, source.length),
    );
  };

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };

  const skipBlank = (): void => {
    match(lenient ? /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y : /[ \t\r\n]*/y);
  };

  const take = (character: string): boolean => {
    skipBlank();
    if (source[at] !== character) return false;
    at++;
    return true;
  };

  const readString = (): string => {
    skipBlank();
    const start = at;
    const literal = match(/"(?:[^"\\\n]|\\.)*"/y);
    if (literal === undefined) return fail('a string in double quotes');
    try {
      return JSON.parse(literal) as string;
    } catch {
      at = start;
      return fail('a string without a stray escape or control character');
    }
  };

  const readMembers = (close: string, readMember: () => void): void => {
    if (take(close)) return;
    for (;;) {
      readMember();
      if (take(close)) return;
      if (!take(',')) fail(`a comma or ${close}`);
      if (lenient && take(close)) return;
    }
  };

  const readValue = (): JsonValue => {
    skipBlank();
    if (source[at] === '"') return readString();
    if (take('{')) {
      const entries: [string, JsonValue][] = [];
      readMembers('}', () => {
        const key = readString();
        if (!take(':')) fail('a colon');
        entries.push([key, readValue()]);
      });
      return Object.fromEntries(entries);
    }
    if (take('[')) {
      const items: JsonValue[] = [];
      readMembers(']', () => items.push(readValue()));
      return items;
    }
    const plain = match(/true\b|false\b|null\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    return plain === undefined ? fail('a value') : (JSON.parse(plain) as JsonValue);
  };

  const readDocument = (): JsonValue => {
    skipBlank();
    // An empty tsconfig.json is one without options.
    if (lenient && at === source.length) return {};
    const value = readValue();
    skipBlank();
    if (at < source.length) fail('the end of the file');
    return value;
  };

  return { readDocument };
}
