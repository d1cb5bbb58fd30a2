/**
 * The words of which a text with a finding holds one at least. Kept apart so that a file's bytes can be asked before anything is decoded.
 */
const UPDATE = 'update';
const PATCH_WORDS = ['PATCH', 'patch', 'Patch'];
const WORDS = [UPDATE, ...PATCH_WORDS];

/**
 * Whether a text, or the bytes of one, may be worth {@link mayHaveFindings} at all.
 *
 * @param text a string, or a buffer in any encoding that writes ASCII as ASCII
 */
export function holdsWords(text: { includes(word: string): boolean }): boolean {
  return WORDS.some((word) => text.includes(word));
}

/**
 * Whether a text is worth parsing at all: a scan for the words without which there is no finding. Over-inclusive by design.
 *
 * @param text decoded, or UTF-8 read as Latin-1: only ASCII words are looked for
 */
export function mayHaveFindings(text: string): boolean {
  // A word is found many times faster than a pattern.
  const mayUpdate = text.includes(UPDATE) && (BACKEND_METHOD.test(text) || (FRONTEND_METHOD.test(text) && FRONTEND_HINT.test(text)));
  return mayUpdate || mayHaveRequests(text);
}

/** The same for requests that are sent without the SDK. */
export function mayHaveRequests(text: string): boolean {
  return PATCH_WORDS.some((word) => text.includes(word)) && REQUEST_METHOD.test(text) && REQUEST_HINT.test(text);
}

/** The same for calls of the merging methods, which `mergingCalls` asks for. */
export function mayHaveMergingCalls(text: string): boolean {
  return MERGING_METHOD.test(text);
}

/** Whether there may be a call of any method for metadata, before the change or since, or of a general update that sends none. */
export function mayHaveCalls(text: string): boolean {
  return ANY_METHOD.test(text);
}

const ANY_METHOD = /\b(?:update|replace)(?:User|Organization)?(?:Metadata)?\b/;

const MERGING_METHOD = /\bupdate(?:User|Organization)?Metadata\b/;

/** A place in a text, by what stands right before a word, right behind it, or both. */
interface Place {
  readonly before?: string;
  readonly behind?: string;
}

/** A condition on the place of the word that was just read. */
function at(word: string, { before, behind = '' }: Place): string {
  return `${before === undefined ? '' : `(?<=(?:${before})${word})`}${behind === '' ? '' : `(?=${behind})`}`;
}

/** A pattern for a word where it isn't at any of these places: there it is somebody else's, or nothing at all. */
function lone(word: string, strangers: readonly Place[], flags = 'm'): RegExp {
  return new RegExp(`${word}${strangers.map((place) => `(?!${at(word, place)})`).join('')}`, flags);
}

const STRING = String.raw`'[^'\\\n]*'|"[^"\\\n]*"`;
const PLAIN = String.raw`[^(){}'"\`/\\]|${STRING}`;
/** Some arguments without functions, comments and templates: at most an object, and calls inside of it. */
const ARGUMENTS = String.raw`\(\s*(?:\{(?:${PLAIN}|\((?:${PLAIN})*\))*\}|[\w$.]*)\s*(?:,\s*)?\)`;
/** An object in which all can be seen, and no metadata. */
const GENERAL_FIELDS = String.raw`\{(?:(?!etadata|\.\.\.|\[)(?:${PLAIN}|\((?:${PLAIN})*\)))*\}\s*,?\s*\)`;

/** A line that is a comment; one in a block starts with a star. */
const COMMENT: Place = { before: String.raw`^[ \t]{0,80}(?:\/\/|\*[ \t]|\/\*)(?:(?!\*\/).){0,300}` };

/** Where a method's name is none. */
const NO_METHOD: readonly Place[] = [
  COMMENT,
  // A variable of that name, or a call of one: where it got the method from, the word stands again.
  { before: String.raw`\b(?:await|const|default|function|import|let|return|var|void)\s+` },
  { before: String.raw`\b(?:const|let|var)\s{0,9}\[\s{0,9}` },
  { before: String.raw`[(,]\s{0,80}`, behind: String.raw`\s*\)` },
  // A database's, and the sign-up's, which still takes metadata.
  { before: String.raw`(?:[rR]epository|\bsignUp)\s{0,9}[?!]?\.\s{0,80}` },
  // The title of a test.
  { before: String.raw`\b(?:describe|it|test)(?:\.\w+)?\(\s{0,9}['"\`]` },
  // A controller's method, and an endpoint of a router's or a client's.
  { behind: String.raw`\s*\(\s*@` },
  { behind: String.raw`\s*:\s*[\w$.]*(?:[pP]rocedure\b|\.(?:mutation|query)\s*[(<])` },
];

/** `updateUser`, `updateOrganization`: a call without an object, and one whose user is an object, is somebody else's. */
const BACKEND_METHOD = lone(String.raw`\bupdate(?:User|Organization)\b`, [
  ...NO_METHOD,
  { before: String.raw`\bimport\s(?:\s*type\s)?\s*(?:[\w$]+\s*,\s*)?\{[^{}()=.;'"]{0,2000}` },
  // The last part of a path.
  { before: String.raw`\w\/`, behind: `['"]` },
  { behind: String.raw`\s*\(\s*\{` },
  { behind: String.raw`\s*\(\s*[\w$.?!]+\s*,\s*${GENERAL_FIELDS}` },
]);

/** `update` as code has it, and not as a database's: the browser's user has one argument for it, and gives a promise. */
const FRONTEND_METHOD = lone(String.raw`\bupdate\b`, [
  ...NO_METHOD,
  // Prose, a declaration, or the name of a file.
  { before: String.raw`[\w\x80-\uffff](?:[ \t]+|-)` },
  { behind: String.raw`-\w` },
  { behind: String.raw`[ \t]+(?!(?:as|satisfies|in|of|instanceof)\b)[\w\x80-\uffff]` },
  // One of a list of words, and a database's lock.
  { before: String.raw`['"]\s*,\s*['"]` },
  { before: String.raw`\.for\(\s*['"\`]` },
  // An event, and the name of one: `@update:value`.
  { before: String.raw`[@'"\`]`, behind: String.raw`:\w` },
  // `db.update(users).set(…)`, `from('users').update({ … }).eq(…)`.
  { behind: String.raw`\s*${ARGUMENTS}\s*\.\s*(?!then\b|catch\b|finally\b)[\w$]` },
  // `repository.update(id, { … })`.
  { behind: String.raw`\s*\(\s*[+\w$.]+\s*,(?!\s*(?:\)|\/[/*]))` },
  // What a database has beside `where` and `create`.
  { behind: String.raw`\s*\(\s*\{\s*where\b` },
  { behind: String.raw`\s*:\s*\{` },
  // Nothing is sent, or no metadata.
  { behind: String.raw`\s*\(\s*(?:\)|${GENERAL_FIELDS})` },
]);

/** What is called Clerk's wherever its SDK is used, and says nothing of anything else. */
const INNOCENT = String.raw`_?(?:(?:user|org(?:anization)?)_?)?ids?\b|client\b(?![\s?!]*\.\s*(?:user|session)\b)|middleware\b|[_-]?webhooks?|(?:auth)?guard\b|\/(?:[\w-]+\/server|backend|express|fastify|hono|clerk-sdk-node)\b`;

/** It is ours only beside one of the SDK's names or a metadata field. What is called Clerk's on servers says nothing of a browser's user. */
const FRONTEND_HINT = new RegExp(String.raw`clerk(?!${INNOCENT})|useUser\b|useSession\b|(?:public|private|unsafe)_?metadata`, 'i');

/** `patch` as what sends a request has it: at the start of a string, given as a parameter, as a property, or called. */
const SENDING: readonly Place[] = [
  { before: String.raw`['"\`=]` },
  { before: String.raw`\bmethod\s*:\s*[\w$.]*` },
  { before: String.raw`\.\s*` },
  { before: String.raw`(?<![@\w])`, behind: String.raw`\s*[(<]` },
];

/** It is none where a route's handler is declared, and not a database's. */
const REQUEST_METHOD = lone(String.raw`patch\b(?:${SENDING.map((place) => at('patch', place)).join('|')})`, [
  COMMENT,
  { before: String.raw`\bfunction\s{1,9}` },
  { before: String.raw`\bdb\s{0,9}\.\s*` },
  // Words, and a path that isn't the API's.
  { before: String.raw`['"\`]`, behind: String.raw` (?:(?!https?:)\w|\/api\b)` },
  // A property that isn't called, but asked for something.
  { before: String.raw`\.\s*`, behind: String.raw`\s*(?:\.\s*(?!call\b|apply\b|bind\b)\w|\?\?)` },
], 'im');

const RESOURCES = '(?:users|organizations|me)';

/** A request is ours only beside the service's name, which isn't that of a package, a metadata field on the wire, or a path of the API, where the resource comes first or after `v1`. */
const REQUEST_HINT = new RegExp(String.raw`(?<!@)clerk(?!${INNOCENT})|_metadata|(?:(?<!\w)|(?<=\bv1))[/'"\`]${RESOURCES}\b|(?<!\w\/)\b${RESOURCES}[/'"\`]`, 'i');
