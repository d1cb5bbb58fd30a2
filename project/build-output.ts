/** What counts as build output, which nobody edits by hand. */

const BUILD_FOLDER = /(?<=^|\/)(?:dist|build|out|\.(?:next|nuxt|svelte-kit|output|vercel))(?=\/)/;

const MINIFIED_NAME = /[.-]min\.[cm]?js$/;

/** A text of at least this many characters, in lines this long on average, wasn't written by hand. */
const MINIFIED = { length: 2000, averageLine: 300 };

/** Strings of the SDK's own sources; an application has one or another, but not all of a row. */
const SDK_SOURCE_MARKS: readonly (readonly string[])[] = [
  ['disableUserMFA', 'verifyTOTP', 'oauth_access_tokens', 'api.clerk.'],
  ['/client/sign_ins', '/client/sign_ups', '__clerk_'],
];

/** The first folder of `path` (forward slashes, relative) that holds build output. */
export function buildFolderOf(path: string): string | undefined {
  return BUILD_FOLDER.exec(path)?.[0];
}

/** Why a file's relative path says that it is build output; undefined where it doesn't. */
export function buildOutputByPath(path: string): string | undefined {
  const folder = buildFolderOf(path);
  if (folder !== undefined) return `build output (${folder})`;
  return MINIFIED_NAME.test(path) ? 'minified' : undefined;
}

/** Why a file's text says that it is build output; undefined where it doesn't. `path` is needed for its extension only. */
export function buildOutputByText(path: string, text: string): string | undefined {
  if (!/\.[cm]?js$/.test(path)) return undefined;
  if (text.length >= MINIFIED.length && text.length / countLines(text) > MINIFIED.averageLine) return 'minified';
  return SDK_SOURCE_MARKS.some((marks) => marks.every((mark) => text.includes(mark))) ? 'a bundle that contains the SDK' : undefined;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
