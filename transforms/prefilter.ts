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

const MERGING_METHOD = /\bupdate(?:User|Organization)?Metadata\b/;

/** A pattern for a word with none of these right before it, and none right behind it. */
function lone(word: string, { before, behind }: { readonly before: readonly string[]; readonly behind: readonly string[] }): RegExp {
  return new RegExp(String.raw`\b${word}\b(?<!(?:${before.join('|')})${word})(?!${behind.join('|')})`);
}

/** `updateUser`, `updateOrganization`: what they are called on isn't asked, so a call without an object, and one whose user is an object, is somebody else's. */
const BACKEND_METHOD = lone('update(?:User|Organization)', {
  before: [String.raw`\b(?:await|function)\s+`, String.raw`\bimport\s(?:\s*type\s)?\s*(?:[\w$]+\s*,\s*)?\{[^{}()=.;'"]{0,2000}`],
  behind: [String.raw`\s*\(\s*\{`],
});

const STRING = String.raw`'[^'\\\n]*'|"[^"\\\n]*"`;
const PLAIN = String.raw`[^(){}'"\`/\\]|${STRING}`;
/** Some arguments without functions, comments and templates: at most an object, and calls inside of it. */
const ARGUMENTS = String.raw`\(\s*(?:\{(?:${PLAIN}|\((?:${PLAIN})*\))*\}|[\w$.]*)\s*(?:,\s*)?\)`;

/** `update` as code has it, and not as a database's: the browser's user has one argument for it, and gives a promise. */
const FRONTEND_METHOD = lone('update', {
  before: [
    // Prose, a declaration, or the name of a file.
    String.raw`[\w\x80-\uffff](?:[ \t]+|-)`,
    // One of a list of words.
    String.raw`['"]\s*,\s*['"]`,
  ],
  behind: [
    String.raw`-\w`,
    String.raw`[ \t]+(?!(?:as|satisfies|in|of|instanceof)\b)[\w\x80-\uffff]`,
    // `db.update(users).set(…)`, `from('users').update({ … }).eq(…)`.
    String.raw`\s*${ARGUMENTS}\s*\.\s*(?!then\b|catch\b|finally\b)[\w$]`,
    // `repository.update(id, { … })`.
    String.raw`\s*\(\s*[+\w$.]+\s*,(?!\s*(?:\)|\/[/*]))`,
    String.raw`\s*\(\s*\{\s*where\b`,
    // A controller's method, and a router's.
    String.raw`\s*\(\s*@`,
    String.raw`\s*:\s*[\w$.]*[pP]rocedure\b`,
  ],
});

/** What is called Clerk's wherever its SDK is used, and says nothing of anything else. */
const INNOCENT = String.raw`_?(?:user_?)?ids?\b|client\b(?![\s?!]*\.\s*(?:user|session)\b)|middleware\b|\/(?:[\w-]+\/server|backend|express|fastify|hono|clerk-sdk-node)\b`;

/** It is ours only beside one of the SDK's names or a metadata field. What is called Clerk's on servers says nothing of a browser's user. */
const FRONTEND_HINT = new RegExp(String.raw`clerk(?!${INNOCENT})|useUser\b|useSession\b|(?:public|private|unsafe)_?metadata`, 'i');

/** `patch` as what sends a request has it: at the start of a string, given as a parameter, as a property, or called; not where a route's handler is declared, and not a database's. */
const REQUEST_METHOD = /['"`=]patch\b|\bmethod\s*:\s*[\w$.]*patch\b|(?<!\bdb\s{0,9})\.\s*patch\b|(?<![@\w.]|\bfunction\s{1,9})patch\s*[(<]/i;

/** A request is ours only beside the service's name, which isn't that of a package, a metadata field on the wire, or a path of the API. */
const REQUEST_HINT = new RegExp(String.raw`(?<!@)clerk(?!${INNOCENT})|_metadata|[/'"\`](?:users|organizations|me)\b|\b(?:users|organizations|me)[/'"\`]`, 'i');
