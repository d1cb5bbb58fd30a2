/** What counts as build output, which nobody edits by hand. */

const BUILD_FOLDER = /(?<=^|\/)(?:dist|build|out|\.(?:next|nuxt|svelte-kit|output|vercel))(?=\/)/;

/** What no compiler, bundler or packager writes: TypeScript that is no declaration. */
const HANDWRITTEN = /(?<!\.d)\.[cm]?tsx?$/;

/** A feature called `build` is a folder among the sources. */
const AMONG_SOURCES = /(?:^|\/)src\//;

const MINIFIED_NAME = /[.-]min\.[cm]?js$/;

/** A text of at least this many characters, in lines this long on average, wasn't written by hand. */
const MINIFIED = { length: 2000, averageLine: 300 };

/** A pattern of Perl, which matches in each text that is called minified. */
export const MINIFIED_PATTERN = String.raw`^[^\n]{${String(MINIFIED.averageLine)}}`;

/** Strings of the SDK's own sources; an application has one or another, but not all of a row. */
const SDK_SOURCE_MARKS: readonly (readonly string[])[] = [
  ['disableUserMFA', 'verifyTOTP', 'oauth_access_tokens', 'api.clerk.'],
  ['/client/sign_ins', '/client/sign_ups', '__clerk_'],
];

/** The first folder of `path` (forward slashes, relative) whose name is that of a folder for build output. */
export function buildFolderOf(path: string): string | undefined {
  return BUILD_FOLDER.exec(path)?.[0];
}

/** Why a file's relative path says that it is build output; undefined where it doesn't. */
export function buildOutputByPath(path: string): string | undefined {
  const at = BUILD_FOLDER.exec(path);
  // Folders of a framework's own, whose names start with a dot, hold nothing else. In the others people keep sources,
  // too.
  if (
    at !== null &&
    (at[0].startsWith('.') || (!HANDWRITTEN.test(path) && !AMONG_SOURCES.test(path.slice(0, at.index))))
  )
    return `build output (${at[0]})`;
  return MINIFIED_NAME.test(path) ? 'minified' : undefined;
}

/**
 * Why a file's text says that it is build output; undefined where it doesn't. `path` is needed for its extension only.
 */
export function buildOutputByText(path: string, text: string): string | undefined {
  if (!mayBeBuilt(path)) return undefined;
  if (text.length >= MINIFIED.length && text.length / countLines(text) > MINIFIED.averageLine) return 'minified';
  return SDK_SOURCE_MARKS.some((marks) => marks.every((mark) => text.includes(mark)))
    ? 'a bundle that contains the SDK'
    : undefined;
}

/** Whether a text's extension is one that build output has. */
export function mayBeBuilt(path: string): boolean {
  return /\.(?:[cm]?js|html?)$/.test(path);
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
