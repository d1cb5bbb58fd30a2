import { displayPath } from '../project/paths.ts';
import { encode } from '../project/text.ts';
import { Interrupted } from './interruption.ts';
import type { PlannedFile } from './plan-files.ts';
import type { Progress } from './progress.ts';
import { count, number } from './reporters/format.ts';
import type { Problem } from './report.ts';
import { writeIfUnchanged } from './write-file.ts';

/** How many files are written at the same time. */
const WRITES_AT_ONCE = 8;

export interface Writing {
  readonly written: readonly PlannedFile[];
  readonly problems: readonly Problem[];
}

/**
 * Writes the new texts, each in one step. It throws {@link Interrupted}, with what was written by then, between two of
 * them.
 */
export async function writeFiles(
  changes: readonly PlannedFile[],
  root: string,
  { tick, hearSignals }: Pick<Progress, 'tick' | 'hearSignals'>,
): Promise<Writing> {
  const written: PlannedFile[] = [];
  const problems: Problem[] = [];
  const shown = (file: PlannedFile): string => displayPath(root, file.candidate.path);
  const writeOne = async (file: PlannedFile): Promise<void> => {
    const { realPath, bytes, source } = file.candidate;
    const message = await writeIfUnchanged(realPath, bytes, encode(file.output ?? source.text, source));
    if (message === undefined) written.push(file);
    else problems.push({ path: shown(file), message, line: null, column: null });
  };
  hearSignals();
  for (let start = 0; start < changes.length; start += WRITES_AT_ONCE) {
    try {
      await tick(() => `${number(written.length)} of ${count(changes.length, 'file')} written`);
    } catch (error) {
      throw error instanceof Interrupted ? new Interrupted(error.signal, written.map(shown), changes.length) : error;
    }
    await Promise.all(changes.slice(start, start + WRITES_AT_ONCE).map(writeOne));
  }
  return { written, problems };
}
