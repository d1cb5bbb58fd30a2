/**
 * Whether a text is worth parsing: a scan for words, read off the engine's own tables. It is a necessary condition for
 * a finding and no more. Whose a call is, and what it sends, is for the engine to tell on the tree. A test holds that
 * the engine finds nothing in what the scan passes over.
 */
import { METADATA_FIELDS, NEW_METHODS, SURFACES, type SurfaceChange } from './api-change.ts';
import { ENDPOINTS, PATCH_NAME, WIRE_NAMES } from './http-api.ts';

const CHANGES: readonly SurfaceChange[] = Object.values(SURFACES);
const GENERAL = CHANGES.map(({ method }) => method);
const MERGING = CHANGES.map(({ merge }) => merge);
const REPLACING = CHANGES.flatMap(({ replace }) => replace ?? []);

/**
 * A name that is a word, too: in code it ends its line, or is followed by a sign or one of these words; in prose by any
 * word.
 */
const IN_CODE = String.raw`(?![ \t]+(?!(?:as|in|instanceof|of|satisfies)\b)[A-Za-z])`;

const GENERAL_NAME = new RegExp(
  String.raw`\b(?:${GENERAL.map((name) => (/[A-Z]/.test(name) ? name : name + IN_CODE)).join('|')})\b`,
);
const MERGING_NAME = new RegExp(String.raw`\b(?:${MERGING.join('|')})\b`);
const ANY_NAME = new RegExp(String.raw`\b(?:${[...GENERAL, ...MERGING, ...REPLACING].join('|')})\b`);

/** A part of each of these names, and of the new ones. V8 looks for up to six characters in a third of the time. */
const PART_OF_NEW = 'Metada';
const NEW_NAME = new RegExp(String.raw`\b(?:${[...NEW_METHODS.keys()].join('|')})\b`);

/** A method that is taken off its object by a name which isn't written there, and a field beside it. */
const PICKED = /\]|\bReflect\b/;
const FIELD_NAME = new RegExp([...METADATA_FIELDS, ...Object.values(WIRE_NAMES)].join('|'));

/** A field as only a request names it, whichever HTTP method that is given. */
const FIELD_ON_WIRE = new RegExp(Object.values(WIRE_NAMES).join('|'));

/** What a request of the API names, beside its method: the service, a resource, or a field on the wire. */
const REQUEST = new RegExp(
  String.raw`clerk|\b(?:${Object.values(ENDPOINTS)
    .map(({ segment }) => segment)
    .join('|')})\b|${Object.values(WIRE_NAMES).join('|')}`,
  'i',
);

/** A letter, or `_`, by its number: in a text of JavaScript, behind a backslash, and in markup. */
const NUMBER = String.raw`u00[4-7]|u\{0*[4-7]|x[4-7]|1[0-7]{2}`;
const MARKUP_NUMBER = String.raw`&#(?:[xX]0*[4-7][\da-fA-F]|0*(?:6[5-9]|[7-9]\d|1(?:[01]\d|2[0-2])));`;

/** One, or the end of a line behind a backslash, that may hide a part of a word. */
const HIDING = new RegExp(String.raw`\\(?:${NUMBER}|[\r\n\u2028\u2029\xe2]|[ac-eg-mo-qsw-zA-Z_])|${MARKUP_NUMBER}`);
const ESCAPE =
  /\\(?:u\{(?<braced>[\da-fA-F]{1,6})\}|u(?<four>[\da-fA-F]{4})|x(?<two>[\da-fA-F]{2})|(?<octal>[0-7]{3})|(?<lineEnd>\r\n|[\r\n\u2028\u2029]|\xe2\x80[\xa8\xa9])|(?<other>[^]))|&#(?:[xX](?<hex>[\da-fA-F]{1,6})|(?<decimal>\d{1,7}));/g;

/** The ends of lines, tabs and the like: no part of a name. */
const SPACE_IF_ESCAPED = /[bfnrtv]/;

/** What bytes have to hold, one at least, before they are worth decoding; or what hides it, behind one of the signs. */
const BYTES = ['update', 'etadata', 'PATCH', 'patch', 'Patch'];
const HIDING_SIGNS = ['\\', '&#'];

/**
 * Whether a text, or the bytes of one, may be worth {@link mayHaveFindings} at all. It takes as long as to read it once
 * for each word, whatever it is.
 */
export function holdsWords(text: Searched): boolean {
  return BYTES.some((word) => text.includes(word)) || isHiding(text);
}

/** A string, or a buffer in any encoding that writes ASCII as ASCII. */
export interface Searched {
  includes(word: string): boolean;
  toString(encoding?: 'latin1'): string;
}

/**
 * Whether a text is worth parsing at all.
 *
 * @param text decoded, or UTF-8 read as Latin-1: only ASCII words are looked for
 */
export function mayHaveFindings(text: string): boolean {
  return holds(text, (spelled) => GENERAL_NAME.test(spelled) || isPicked(spelled) || isRequest(spelled));
}

/** The same for requests that are sent without the SDK. */
export function mayHaveRequests(text: string): boolean {
  return holds(text, isRequest);
}

/** The same for calls of the merging methods, which `mergingCalls` asks for. */
export function mayHaveMergingCalls(text: string): boolean {
  return holds(text, (spelled) => spelled.includes(PART_OF_NEW) && MERGING_NAME.test(spelled));
}

/** The same for calls of the new methods, which `newMethods` asks for. */
export function mayHaveNewMethods(text: string): boolean {
  return holds(text, (spelled) => spelled.includes(PART_OF_NEW) && NEW_NAME.test(spelled));
}

/**
 * Whether there may be a call of any method for metadata, before the change or since, or of a general update that sends
 * none.
 */
export function mayHaveCalls(text: string): boolean {
  return holds(text, (spelled) => ANY_NAME.test(spelled));
}

/**
 * What every object of the SDK comes by, and every request of the API is known by, in one file or another. To look for
 * both at once takes twice as long.
 */
const SERVICE_NAME = /clerk/i;
const WIRE_NAME = new RegExp(Object.values(WIRE_NAMES).join('|'), 'i');
const PARTS_OF_WIRE_NAME = ['_m', '_M'];

/** Each name for metadata, the SDK's and the API's. */
const METADATA_NAMES = [
  ...METADATA_FIELDS,
  ...Object.values(WIRE_NAMES),
  ...MERGING,
  ...REPLACING,
  ...NEW_METHODS.keys(),
].map((name) => name.toLowerCase());
const BEFORE_METADATA = new Set(METADATA_NAMES.map((name) => name.slice(0, -'metadata'.length)));

/** A letter of a name behind a backslash, and before that the letter that stands before it there. */
const ESCAPED_LETTERS = new Set(
  [SERVICE_NAME.source, ...METADATA_NAMES].flatMap((name) =>
    Array.from(name.slice(1), (letter, at) => {
      const letters = `${letter}${letter.toUpperCase()}`.replace(SPACE_IF_ESCAPED, '');
      return String.raw`(?<=(?i:${name.charAt(at)})\\)[${letters}]`;
    }),
  ),
);

/**
 * Patterns of Perl, over bytes, a line at a time without its end: a text that none of them matches names no service
 * ({@link mayNameService}), no metadata field and no method for metadata, however it is spelled. A letter that a
 * backslash makes of itself hides a name only inside of it: at its beginning, the name is seen behind the backslash.
 */
export const SERVICE_PATTERNS: readonly string[] = [
  `(?i)${SERVICE_NAME.source}`,
  `(?i)(?<=${[...BEFORE_METADATA].join('|')})metadata`,
  String.raw`\\(?:${NUMBER}|[\r\n\xe2]|\z|${[...ESCAPED_LETTERS].join('|')})|${MARKUP_NUMBER}`,
];

/** Behind these words stands the name of another module, and so it does where something is called with one first. */
const BEFORE_SPECIFIER = String.raw`\b(?:from|import|require)`;
/** A comment ends with its line: parts of one that were comments, too, would be tried in all combinations. */
const SKIPPED = String.raw`(?:[\s(]|/\*(?:[^*]|\*(?!/))*\*/|//.*$)*`;
const TEXT = String.raw`(['"\`])((?:(?!\1)[^\n])*)\1`;
const SPECIFIER = new RegExp(`${BEFORE_SPECIFIER}${SKIPPED}${TEXT}`, 'gm');
const FIRST_ARGUMENT = new RegExp(String.raw`\(${SKIPPED}${TEXT}`, 'gm');

/** Whether a text may name the service, or a field as the API has it. */
export function mayNameService(text: string): boolean {
  return holds(
    text,
    (spelled) =>
      SERVICE_NAME.test(spelled) ||
      (PARTS_OF_WIRE_NAME.some((part) => spelled.includes(part)) && WIRE_NAME.test(spelled)),
  );
}

/**
 * What a text may name as a module that it imports, or, with `isMocking`, puts something in the place of; and other
 * texts.
 */
export function specifiersIn(text: string, isMocking: boolean): readonly string[] {
  const spelled = isHiding(text) ? [text, spellOut(text)] : [text];
  const found = spelled.flatMap((each) => [
    ...each.matchAll(SPECIFIER),
    ...(isMocking ? each.matchAll(FIRST_ARGUMENT) : []),
  ]);
  return [...new Set(found.map(([, , specifier = '']) => specifier))];
}

/** The same for methods that are taken off their object by a name which isn't written there. */
export function mayHavePickedCalls(text: string): boolean {
  return holds(text, isPicked);
}

/**
 * Whether a text may spell a word by escapes, so that no place in it shows the word itself.
 *
 * @param word matches everywhere (`g`)
 */
export function mayHide(word: RegExp, text: string): boolean {
  return isHiding(text) && spellOut(text).match(word)?.length !== text.match(word)?.length;
}

function isPicked(text: string): boolean {
  return FIELD_NAME.test(text) && PICKED.test(text);
}

function isRequest(text: string): boolean {
  return (PATCH_NAME.test(text) && REQUEST.test(text)) || FIELD_ON_WIRE.test(text);
}

function holds(text: string, test: (spelled: string) => boolean): boolean {
  if (test(text)) return true;
  const spelled = spelledIn(text);
  return spelled !== undefined && test(spelled);
}

let last: { readonly text: string; readonly spelled: string | undefined } = { text: '', spelled: undefined };

/** A text with its escapes read; undefined where none hides a word. Several questions are asked of each text in turn. */
function spelledIn(text: string): string | undefined {
  if (text !== last.text) last = { text, spelled: isHiding(text) ? spellOut(text) : undefined };
  return last.spelled;
}

/** Whether a text, or the bytes of one, may spell a word by escapes. */
function isHiding(text: Searched): boolean {
  return HIDING_SIGNS.some((sign) => text.includes(sign)) && HIDING.test(text.toString('latin1'));
}

/** The text as it is once its escapes are read, wherever they stand. */
function spellOut(text: string): string {
  return text.replace(ESCAPE, (...found) => charactersOf(found.at(-1) as Escape));
}

/** The digits or the characters of an escape, by the groups of {@link ESCAPE}. */
type Escape = Readonly<
  Partial<Record<'braced' | 'four' | 'two' | 'octal' | 'lineEnd' | 'other' | 'hex' | 'decimal', string>>
>;

function charactersOf({ braced, four, two, octal, lineEnd, other, hex, decimal }: Escape): string {
  if (lineEnd !== undefined) return '';
  if (other !== undefined) return SPACE_IF_ESCAPED.test(other) ? ' ' : other;
  const code =
    octal !== undefined
      ? Number.parseInt(octal, 8)
      : decimal !== undefined
        ? Number(decimal)
        : Number.parseInt(braced ?? four ?? two ?? hex ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
