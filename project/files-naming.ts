import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildOutputByPath } from './build-output.ts';
import { displayPath, withForwardSlashes } from './paths.ts';
import { READ_EXTENSIONS } from './source-extensions.ts';
import { mayHold, placesOf, quadgramsOf, type Quadgrams } from './quadgrams.ts';

/** Beyond this, reading them all takes longer than a person waits for one answer. */
const MOST_FILES = 30_000;

/** So many bytes are kept for the next question; files beyond are read again. */
const MOST_BYTES = 32_000_000;

/**
 * @returns lists the source files below a folder that hold one of the words, absolute and with forward slashes;
 *   undefined where there are too many to read, or one can't be read. Each answer is kept.
 */
export function createFilesNaming(): (words: readonly string[], root: string) => readonly string[] | undefined {
  const answers = new Map<string, readonly string[] | undefined>();
  const listings = new Map<string, readonly string[] | undefined>();
  const isIn = createSearch();
  const holding = new Map<string, ReadonlySet<string>>();
  const filesHolding = (word: string, root: string, files: readonly string[]): ReadonlySet<string> => {
    const key = `${root}\0${word}`;
    const known = holding.get(key);
    if (known !== undefined) return known;
    const found = new Set(files.filter(isIn(word)));
    holding.set(key, found);
    return found;
  };
  const findFiles = (words: readonly string[], root: string): readonly string[] | undefined => {
    try {
      if (!listings.has(root)) listings.set(root, listSources(root));
      const files = listings.get(root);
      if (files === undefined) return undefined;
      const found = words.map((word) => filesHolding(word, root, files));
      return files.filter((file) => found.some((some) => some.has(file))).map(withForwardSlashes);
    } catch {
      return undefined;
    }
  };
  return (words, root) => {
    const key = `${root}\0${words.join()}`;
    if (!answers.has(key)) answers.set(key, findFiles(words, root));
    return answers.get(key);
  };
}

/** What is kept of a file for the next question. */
interface Kept {
  readonly bytes: Buffer;
  asked: number;
  quadgrams?: Quadgrams;
}

/** To mark what is in a file takes as long as a few words take that are looked for in all of it. */
const FEW_WORDS = 4;

/** @returns asks of a word whether it is in a file; throws what reading that throws */
function createSearch(): (word: string) => (file: string) => boolean {
  const files = new Map<string, Kept>();
  let bytesKept = 0;
  const read = (file: string): Kept => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const found = { bytes: readFileSync(file), asked: 0 };
    bytesKept += found.bytes.length;
    if (bytesKept <= MOST_BYTES) files.set(file, found);
    return found;
  };
  return (word) => {
    const wanted = Buffer.from(word);
    const places = placesOf(wanted);
    return (file) => {
      const found = read(file);
      found.asked += 1;
      if (found.asked > FEW_WORDS) found.quadgrams ??= quadgramsOf(found.bytes);
      return (found.quadgrams === undefined || mayHold(found.quadgrams, places)) && found.bytes.includes(wanted);
    };
  };
}

function listSources(root: string): string[] | undefined {
  const files: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isEntered(entry)) waiting.push(path);
      else if (
        entry.isFile() &&
        READ_EXTENSIONS.has(extname(entry.name)) &&
        buildOutputByPath(displayPath(root, path)) === undefined
      )
        files.push(path);
    }
    if (files.length > MOST_FILES) return undefined;
  }
  return files;
}

function isEntered(entry: Dirent): boolean {
  return entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
}
