import { realpathSync } from 'node:fs';
import { buildOutputByText } from '../project/build-output.ts';
import type { Engine } from './engine.ts';
import { createFileReader } from './file-reader.ts';
import type { Collected } from './files.ts';
import { displayPath } from '../project/paths.ts';
import { describeReadFailure, errorCode } from '../project/read.ts';
import type { Problem, Skip } from './report.ts';
import { holdsWords } from '../transforms/prefilter.ts';
import type { Pulse } from './pulse.ts';
import { count, number } from './reporters/words.ts';
import { checkBytes, decode, type DecodedText } from '../project/text.ts';

/** A file that may have findings. */
export interface Candidate {
  /** As listed, absolute. */
  readonly path: string;
  /** The file itself, links resolved: what is written. */
  readonly realPath: string;
  readonly bytes: Buffer;
  readonly source: DecodedText;
}

export interface Scan {
  readonly candidates: readonly Candidate[];
  /** How many files were read. */
  readonly filesScanned: number;
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skip[];
}

/** Reads every file once and keeps those that are worth parsing. */
export async function scanFiles({ files }: Pick<Collected, 'files'>, root: string, engine: Pick<Engine, 'mayHaveFindings'>, { beat }: Pick<Pulse, 'beat'>): Promise<Scan> {
  const candidates = new Map<string, Candidate>();
  const problems: Problem[] = [];
  const skipped: Skip[] = [];
  const read = createFileReader();
  let filesScanned = 0;
  const stage = () => `${number(filesScanned)} of ${count(files.length, 'file')} scanned, ${count(candidates.size, 'candidate')}`;
  for (const { path, named } of files) {
    const pause = beat(stage);
    if (pause !== undefined) await pause;
    const fail = (message: string) => problems.push({ path: displayPath(root, path), message, line: null, column: null });
    try {
      const bytes = read(path);
      filesScanned++;
      const check = checkBytes(bytes);
      if (check.kind === 'not-text') {
        fail(check.why);
        continue;
      }
      // The prefilter looks for ASCII words, which UTF-8's bytes show as they are, and read as Latin-1 at a fraction of the cost of decoding.
      if (check.encoding === 'utf-8' && !holdsWords(bytes)) continue;
      const cheap = check.encoding === 'utf-8' ? bytes.toString('latin1') : decode(bytes, check.encoding).text;
      if (!engine.mayHaveFindings(cheap)) continue;
      const source = decode(bytes, check.encoding);
      const why = named ? undefined : buildOutputByText(path, source.text);
      if (why !== undefined) {
        skipped.push({ path: displayPath(root, path), why });
        continue;
      }
      const realPath = realpathSync(path);
      const known = candidates.get(realPath);
      // A file and a link to it are one file, known by its own name.
      if (known === undefined || path === realPath) candidates.set(realPath, { path, realPath, bytes: Buffer.from(bytes), source });
    } catch (error) {
      if (isNoFile(error) && !named) continue;
      fail(describeReadFailure(error));
    }
  }
  return { candidates: [...candidates.values()], filesScanned, problems, skipped };
}

/** git also lists files that were deleted from the working tree, submodules, and links to nothing or to a folder. */
function isNoFile(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'EISDIR';
}
