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

/** `update` as code has it. With a word before it, or one behind it that is no operator, it is prose, and with a hyphen the name of a file. */
const FRONTEND_METHOD = /\bupdate\b(?<!\w(?:[ \t]+|-)update)(?!-\w|[ \t]+(?!(?:as|satisfies|in|of|instanceof)\b)\w)/;

/** It is ours only beside one of the SDK's names or a metadata field. What is called Clerk's on servers says nothing of a browser's user. */
const FRONTEND_HINT = /clerk(?!_?(?:user_?)?ids?\b|client\b|middleware\b|\/(?:[\w-]+\/server|backend|express|fastify|hono|clerk-sdk-node)\b)|useUser\b|useSession\b|(?:public|private|unsafe)_?metadata/i;

/** A request is ours only beside the service's name, a metadata field on the wire, or a path of the API. */
const REQUEST_METHOD = /\bpatch\b/i;
const REQUEST_HINT = /clerk|_metadata|[/'"`](?:users|organizations|me)\b|\b(?:users|organizations|me)[/'"`]/i;
