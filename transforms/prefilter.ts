/**
 * The words of which a text with a finding holds one at least. Kept apart so that a file's bytes can be asked before anything is decoded.
 */
const WORDS = ['update', 'PATCH', 'patch', 'Patch'];

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
  if (BACKEND_METHOD.test(text)) return true;
  if (FRONTEND_METHOD.test(text) && FRONTEND_HINT.test(text)) return true;
  return mayHaveRequests(text);
}

/** The same for requests that are sent without the SDK. */
export function mayHaveRequests(text: string): boolean {
  return REQUEST_METHOD.test(text) && REQUEST_HINT.test(text);
}

/** The same for calls of the merging methods, which `mergingCalls` asks for. */
export function mayHaveMergingCalls(text: string): boolean {
  return MERGING_METHOD.test(text);
}

const MERGING_METHOD = /\bupdate(?:User|Organization)?Metadata\b/;

const BACKEND_METHOD = /\bupdate(?:User|Organization)\b/;

/**
 * `update` as code has it. With a word before it, or one behind it that is no operator, it is prose, and with a hyphen the name of a file. What is asked for
 * anything that no promise has (`db.update(users).set(…)`), or is told `where`, is a database's.
 */
const FRONTEND_METHOD =
  /\bupdate\b(?<!\w(?:[ \t]+|-)update)(?!-\w|[ \t]+(?!(?:as|satisfies|in|of|instanceof)\b)\w|\s*\(\s*[\w$.]*\s*\)\s*\.\s*(?!then\b|catch\b|finally\b)[\w$]|\s*\(\s*\{\s*where\b)/;

/** What is called Clerk's wherever its SDK is used, and says nothing of anything else. */
const INNOCENT = String.raw`_?(?:user_?)?ids?\b|client\b|middleware\b|\/(?:[\w-]+\/server|backend|express|fastify|hono|clerk-sdk-node)\b`;

/** It is ours only beside one of the SDK's names or a metadata field. What is called Clerk's on servers says nothing of a browser's user. */
const FRONTEND_HINT = new RegExp(String.raw`clerk(?!${INNOCENT})|useUser\b|useSession\b|(?:public|private|unsafe)_?metadata`, 'i');

/** `patch` as what sends a request has it: at the start of a string, given as a parameter, as a property, or called; not where a route's handler is declared. */
const REQUEST_METHOD = /['"`=]patch\b|\.\s*patch\b|(?<![@\w]|\bfunction\s{1,9})patch\s*[(<]/i;

/** A request is ours only beside the service's name, which isn't that of a package, a metadata field on the wire, or a path of the API. */
const REQUEST_HINT = new RegExp(String.raw`(?<!@)clerk(?!${INNOCENT})|_metadata|[/'"\`](?:users|organizations|me)\b|\b(?:users|organizations|me)[/'"\`]`, 'i');
