import { displayPath, lastName } from '../project/paths.ts';
import { METADATA_FIELDS } from '../transforms/api-change.ts';
import { BACKEND_HOSTS, ENDPOINTS, WIRE_NAMES } from '../transforms/http-api.ts';
import { checkBytes, decode } from '../project/text.ts';
import { createFileReader } from './file-reader.ts';
import type { Progress } from './progress.ts';
import { MAY_HOLD_CALLS, type Skip } from './report.ts';

/** Files per turn, after which others have theirs. */
const FILES_PER_TURN = 200;

/**
 * What sends requests, and isn't JavaScript: scripts of shells, workflows, collections of requests, other languages.
 */
const SENDING_EXTENSIONS: ReadonlySet<string> = new Set(
  'sh bash zsh fish ps1 bat cmd yaml yml http rest bru py rb go php java kt kts scala cs fs rs ex exs swift dart lua pl clj'.split(
    ' ',
  ),
);
const SENDING_NAME = /^(?:[Mm]akefile|[Jj]ustfile|Dockerfile)$|postman_collection\.json$|^insomnia.*\.json$/;

const LOCKFILE = /^pnpm-lock\.ya?ml$/;

/** Whether a file of that name is none that is rewritten, and may call the API. */
export function mayCallApi(path: string): boolean {
  const name = lastName(path);
  const dot = name.lastIndexOf('.');
  // A set is asked sooner than a pattern is compiled.
  if (dot !== -1 && name.slice(dot + 1) !== 'json')
    return SENDING_EXTENSIONS.has(name.slice(dot + 1)) && !LOCKFILE.test(name);
  return SENDING_NAME.test(name);
}

const SEGMENTS = Object.values(ENDPOINTS)
  .filter(({ takesId }) => takesId)
  .map(({ segment }) => segment)
  .join('|');
const FIELD = new RegExp(METADATA_FIELDS.map((field) => WIRE_NAMES[field]).join('|'));
const HOST = new RegExp(BACKEND_HOSTS.map((host) => host.replaceAll('.', String.raw`\.`)).join('|'));

/** The id in a path, as shells, collections and other languages write it: `$ID`, `{{id}}`, `%s`, `:id`, `" + id`. */
const ID = String.raw`(?:\$?\{\{[^}\n]*\}\}|[$#]?\{[^}\n]*\}|\$\([^)\n]*\)|["'][ \t]*[+.][ \t]*[\w.$()]+(?:[ \t]*[+.][ \t]*["'])?|["'][ \t]*,|[\w$%:<>@.-]+)`;
const ENDPOINT = new RegExp(String.raw`/(?:${SEGMENTS})/${ID}(?![\w/{(]|[ \t]*[+.][ \t]*["'])`);

/**
 * The line of a text, 1-based, that names the endpoint of a general update, in a text that names a metadata field and
 * `PATCH`, too; undefined where there is none.
 */
export function lineOfApiCall(text: string): number | undefined {
  if (!FIELD.test(text) || !HOST.test(text) || !/patch/i.test(text)) return undefined;
  const index = text.split('\n').findIndex((line) => ENDPOINT.test(line));
  return index === -1 ? undefined : index + 1;
}

/**
 * What is to be said of files that aren't rewritten: those that may send metadata to an endpoint which takes none any
 * more.
 *
 * @param files absolute paths
 */
export async function noteOtherFiles(
  files: readonly string[],
  root: string,
  progress: Pick<Progress, 'tick'>,
  stage: () => string,
): Promise<Skip[]> {
  const read = createFileReader();
  const notes: Skip[] = [];
  for (const [index, file] of files.entries()) {
    if (index % FILES_PER_TURN === 0) await progress.tick(stage);
    const line = lineIn(file, read);
    if (line === undefined) continue;
    notes.push({
      path: displayPath(root, file),
      why: `${MAY_HOLD_CALLS}: line ${String(line)} names an endpoint that takes no metadata any more; send it to …/metadata`,
    });
  }
  return notes;
}

/** Nobody asked for these files, so one that can't be read is no matter. */
function lineIn(file: string, read: (path: string) => Buffer): number | undefined {
  try {
    const bytes = read(file);
    if (!bytes.includes('_metad')) return undefined;
    const check = checkBytes(bytes);
    return check.kind === 'text' ? lineOfApiCall(decode(bytes, check.encoding).text) : undefined;
  } catch {
    return undefined;
  }
}
