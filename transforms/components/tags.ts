import { endOfCode, endOfTemplate, type MarkupReader } from './code.ts';

/** A stretch of the text: offsets are UTF-16, 0-based. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Attribute extends Range {
  /** As written; empty for what stands in braces on its own (`{...rest}`). */
  readonly name: string;
  /** What is between the quotes or braces, or a template literal; undefined where there is only a name. */
  readonly value: Range | undefined;
  /** Whether all of the value is code. */
  readonly isBraced: boolean;
  /** The code inside a quoted value: `class="a {b}"`. */
  readonly inside: readonly Range[];
}

/** An opening tag. */
export interface Tag extends Range {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly isSelfClosing: boolean;
}

/** What tags may hold beside what HTML has. */
export interface TagSyntax {
  /** Whether braces hold code: `a={b}`, `{...b}`. */
  readonly braces: boolean;
  /** Whether they do so inside of quotes, too. */
  readonly bracesInQuotes: boolean;
  /** Whether a value may be a template literal. */
  readonly backticks: boolean;
  /** Whether comments may stand between attributes. */
  readonly comments: boolean;
  readonly readMarkup?: MarkupReader;
}

export const HTML_TAG: TagSyntax = { braces: false, bracesInQuotes: false, backticks: false, comments: false };

/** Reads the opening tag whose `<` is at `at`; it goes to the text's end where it is never closed. */
export function readTag(text: string, at: number, syntax: TagSyntax): Tag {
  const name = /^[^\s/>{]*/.exec(text.slice(at + 1))?.[0] ?? '';
  const attributes: Attribute[] = [];
  let offset = at + 1 + name.length;
  while (offset < text.length) {
    const character = text[offset] ?? '';
    if (character === '>') return { start: at, end: offset + 1, name, attributes, isSelfClosing: false };
    if (character === '/' && text[offset + 1] === '>')
      return { start: at, end: offset + 2, name, attributes, isSelfClosing: true };
    if (syntax.comments && /^\/[/*]/.test(text.slice(offset, offset + 2))) {
      const end = text.indexOf(text[offset + 1] === '*' ? '*/' : '\n', offset + 2);
      offset = end === -1 ? text.length : end + (text[offset + 1] === '*' ? 2 : 1);
    } else if (/[\s/]/.test(character)) {
      offset += 1;
    } else {
      const attribute = readAttribute(text, offset, syntax);
      attributes.push(attribute);
      offset = Math.max(offset + 1, attribute.end);
    }
  }
  return { start: at, end: text.length, name, attributes, isSelfClosing: false };
}

function readAttribute(text: string, at: number, syntax: TagSyntax): Attribute {
  if (syntax.braces && text[at] === '{') {
    const end = endOfCode(text, at + 1, '}', syntax.readMarkup);
    return { start: at, end: end + 1, name: '', value: { start: at + 1, end }, isBraced: true, inside: [] };
  }
  // A name may begin with `=`, as in HTML.
  const name = (syntax.braces ? /^=?[^\s=/>{]*/ : /^=?[^\s=/>]*/).exec(text.slice(at))?.[0] ?? '';
  const equals = /^\s*=\s*/.exec(text.slice(at + name.length));
  if (equals === null) return { start: at, end: at + name.length, name, value: undefined, isBraced: false, inside: [] };
  return { start: at, name, ...readValue(text, at + name.length + equals[0].length, syntax) };
}

function readValue(
  text: string,
  at: number,
  syntax: TagSyntax,
): Pick<Attribute, 'value' | 'end' | 'isBraced' | 'inside'> {
  const quote = text[at] ?? '';
  if (quote === '`' && syntax.backticks) {
    // Code as in braces, its own quotes included.
    const end = endOfTemplate(text, at, syntax.readMarkup);
    return { value: { start: at, end }, end, isBraced: true, inside: [] };
  }
  if (quote === '"' || quote === "'") {
    const inside: Range[] = [];
    let end = at + 1;
    while (end < text.length && text[end] !== quote) {
      if (text[end] === '{' && syntax.bracesInQuotes) {
        const close = endOfCode(text, end + 1, '}');
        inside.push({ start: end + 1, end: close });
        end = close + 1;
      } else {
        end += 1;
      }
    }
    return { value: { start: at + 1, end: Math.min(end, text.length) }, end: end + 1, isBraced: false, inside };
  }
  if (quote === '{' && syntax.braces) {
    const end = endOfCode(text, at + 1, '}', syntax.readMarkup);
    // What follows the brace without a space belongs to the value, too: `a={b}c`.
    const behind = syntax.bracesInQuotes ? readUnquoted(text, end + 1, syntax) : { end: end + 1, inside: [] };
    const isAlone = behind.end === end + 1;
    const inside = isAlone ? [] : [{ start: at + 1, end }, ...behind.inside];
    return { value: { start: at + 1, end }, end: behind.end, isBraced: isAlone, inside };
  }
  const { end, inside } = readUnquoted(text, at, syntax);
  return { value: { start: at, end }, end, isBraced: false, inside };
}

function readUnquoted(
  text: string,
  at: number,
  syntax: TagSyntax,
): { readonly end: number; readonly inside: readonly Range[] } {
  const inside: Range[] = [];
  let end = at;
  while (end < text.length && !/[\s>]/.test(text[end] ?? '') && !(syntax.braces && text.startsWith('/>', end))) {
    if (syntax.bracesInQuotes && text[end] === '{') {
      const close = endOfCode(text, end + 1, '}');
      inside.push({ start: end + 1, end: close });
      end = close;
    }
    end += 1;
  }
  return { end: Math.min(end, text.length), inside };
}

/**
 * What an attribute says as a fixed text: `''` where it has no value, undefined where there is no such attribute or its
 * value is code.
 */
export function attributeText(tag: Tag, name: string, text: string): string | undefined {
  const attribute = tag.attributes.find((candidate) => candidate.name === name);
  if (attribute === undefined || attribute.isBraced || attribute.inside.length > 0) return undefined;
  return attribute.value === undefined ? '' : text.slice(attribute.value.start, attribute.value.end);
}

export function hasAttribute(tag: Tag, name: string): boolean {
  return tag.attributes.some((attribute) => attribute.name === name);
}
