import { realpathSync } from 'node:fs';
import { buildOutputByText } from '../project/build-output.ts';
import { now } from './clock.ts';
import type { Engine } from './engine-calls.ts';
import { createFileReader } from './file-reader.ts';
import type { Collected, SourceFile } from './files.ts';
import { paysToLookAhead } from './look-ahead.ts';
import { displayPath } from '../project/paths.ts';
import { mayLeadToService, mayRestLeadToService, type Rest } from './names-service.ts';
import { describeReadFailure, errorCode } from '../project/read.ts';
import type { Problem, Skip } from './report.ts';
import { mayHaveMergingCalls, mayHaveNewMethods, type Searched } from '../transforms/prefilter.ts';
import type { Progress } from './progress.ts';
import { checkBytes, decode, type DecodedText, searchedText } from '../project/text.ts';
import { describeOverdue, inSlices, SLICE } from './watchdog.ts';
import { isWorthReading, mayBeWorthReading } from './worth-reading.ts';

/** A file that may have findings. */
export interface Candidate {
  /** As listed, absolute. */
  readonly path: string;
  /** The file itself, links resolved: what is written. */
  readonly realPath: string;
  readonly bytes: Buffer;
  readonly source: DecodedText;
}

interface FileRead extends SourceFile {
  readonly bytes: Buffer;
}

/** A scan that goes on while its candidates are asked for. */
export interface Scan {
  /**
   * Some as soon as they are found, in the order of the files. A file and a link to it are one file, known by its own
   * name: it comes a second time, under that name, where the link came first.
   */
  readonly candidates: AsyncIterable<readonly Candidate[]>;
  /** How many files were read. */
  readonly filesScanned: () => number;
  /** Whether a file that was read may call a method that takes metadata now. */
  readonly hasNewMethods: () => boolean;
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skip[];
}

export interface ScanRun {
  readonly root: string;
  readonly engine: Pick<Engine, 'mayHaveFindings' | 'lookAhead' | 'loadAnalyzer' | 'limits'>;
  /** The most threads to use; null: as many as pay. */
  readonly jobs: number | null;
  readonly progress: Pick<Progress, 'tick'>;
  readonly stage: () => string;
  /**
   * Whether a file that passed the scan may have findings, as far as its package and its text say; undefined where that
   * is for what it imports to say.
   */
  readonly mayMatter: (path: string, text: Searched) => boolean | undefined;
  /** Whether what it imports leads to the service. */
  readonly leadsToService: (path: string, text: string) => boolean;
  /** What else there is in the repository; undefined where it isn't known. */
  readonly rest: Rest | undefined;
  /** Whether the package of a file says that it may have findings. */
  readonly mayMatterByPackage: (path: string) => boolean;
  /** Whether any file is likely to pass both. */
  readonly expectsCandidates: boolean;
  /** Whether a call of a new method is worth a word in a file; undefined where it is in none. */
  readonly seeksNewMethods: ((path: string) => boolean) | undefined;
}

/**
 * Reads every file once, and once more what a thread that looks ahead finds worth reading, and keeps those that are
 * worth parsing.
 */
export function scanFiles(
  { files: seen, plain }: Pick<Collected, 'files' | 'plain'>,
  {
    root,
    engine,
    jobs,
    progress,
    stage,
    mayMatter,
    leadsToService,
    rest,
    mayMatterByPackage,
    expectsCandidates,
    seeksNewMethods,
  }: ScanRun,
): Scan {
  const problems: Problem[] = [];
  const skipped: Skip[] = [];
  const read = createFileReader();
  let hasNewMethods = false;
  // Until all of the repository says otherwise.
  let mayLead = rest === undefined;
  const isUnread = (path: string): boolean => !mayLead && !mayMatterByPackage(path);
  /** What is plain isn't read before something leads anywhere. */
  const unread = plain.filter(isUnread);
  const files = [...seen, ...filesAt(plain.length === unread.length ? [] : plain.filter((path) => !isUnread(path)))];
  let filesScanned = unread.length;
  /** Those that matter if they lead to the service. */
  const open: SourceFile[] = [];
  const mayHaveNew = (text: string): boolean => {
    const mayHave = mayHaveNewMethods(text);
    hasNewMethods ||= mayHave || mayHaveMergingCalls(text);
    return mayHave;
  };
  const mayHaveFindings = (text: string): boolean => {
    // One file is enough to know.
    if (!hasNewMethods) mayHaveNew(text);
    return engine.mayHaveFindings(text);
  };
  const mayHaveAny = (text: string): boolean => mayHaveFindings(text) || mayHaveNew(text);

  const fail = (path: string, message: string) =>
    problems.push({ path: displayPath(root, path), message, line: null, column: null });

  /**
   * Those of some files that hold a word, with their bytes, after each slice of time. It never takes long, so nothing
   * watches over it: to start what watches takes longer than to look at one file.
   */
  function* filesWithWords(batch: readonly SourceFile[]): Generator<readonly FileRead[]> {
    let found: FileRead[] = [];
    let end = now() + SLICE;
    for (const file of batch) {
      try {
        const bytes = read(file.path);
        filesScanned++;
        const text = mayLead ? undefined : searchedText(bytes);
        mayLead ||= text !== undefined && mayLeadToService(bytes, text, file.path, root, leadsToService);
        if (!mayLead && text !== undefined && isOpen(text, file)) open.push(file);
        else if (mayBeWorthReading(bytes)) found.push({ ...file, bytes: Buffer.from(bytes) });
      } catch (error) {
        // What is there and can't be read may be a folder.
        mayLead ||= errorCode(error) !== 'ENOENT';
        if (!isNoFile(error) || file.named) fail(file.path, describeReadFailure(error));
      }
      if (now() < end) continue;
      yield found;
      found = [];
      end = now() + SLICE;
    }
    yield found;
  }

  /**
   * Whether a file can only matter by where it leads. Whether it holds a word doesn't matter before something leads
   * anywhere, and it mostly doesn't.
   */
  const isOpen = (text: string, { path }: SourceFile): boolean => {
    if (mayMatter(path, text) !== undefined) return false;
    if (!hasNewMethods) mayHaveNew(text);
    // It has as many characters as the decoded text, or more: what is no build output by it is none.
    return buildOutputByText(path, text) === undefined;
  };

  const candidateOf = ({ path, named, bytes }: FileRead): Candidate | undefined => {
    try {
      if (!isWorthReading(bytes, seeksNewMethods?.(path) === true ? mayHaveAny : mayHaveFindings)) return undefined;
      const check = checkBytes(bytes);
      if (check.kind === 'not-text') {
        fail(path, check.why);
        return undefined;
      }
      const source = decode(bytes, check.encoding);
      const why = named ? undefined : buildOutputByText(path, source.text);
      if (why !== undefined) skipped.push({ path: displayPath(root, path), why });
      else {
        const matters = mayMatter(path, source.text) ?? (mayLead ? leadsToService(path, source.text) : undefined);
        if (matters === undefined) open.push({ path, named });
        else if (matters) return { path, realPath: realpathSync(path), bytes, source };
      }
    } catch (error) {
      if (!isNoFile(error) || named) fail(path, describeReadFailure(error));
    }
    return undefined;
  };

  /** The files that aren't plainly nothing, as they are found, all that nobody has looked at, and those left open. */
  async function* filesToRead(): AsyncGenerator<readonly SourceFile[]> {
    let next = 0;
    // Where nothing will be analysed, there is nothing to do meanwhile.
    if (engine.lookAhead !== undefined && expectsCandidates && paysToLookAhead(files.length, jobs)) {
      const looks = engine.lookAhead({
        paths: files.map(({ path }) => path),
        newMethods: seeksNewMethods !== undefined,
      });
      // Of so many files, some will pass. Until the thread has started, there is nothing else to do.
      await engine.loadAnalyzer();
      for await (const { upTo, worthReading, hasNew } of looks) {
        hasNewMethods ||= hasNew;
        filesScanned += upTo - next - worthReading.length;
        next = upTo;
        yield worthReading.flatMap((index) => files[index] ?? []);
      }
    }
    yield files.slice(next);
    if (
      (open.length === 0 && unread.length === 0) ||
      !(mayLead || rest === undefined || mayRestLeadToService(rest, root, leadsToService))
    )
      return;
    mayLead = true;
    // They are counted when they are read again.
    filesScanned -= open.length + unread.length;
    yield [...open.splice(0), ...filesAt(unread)];
  }

  async function* candidates(): AsyncGenerator<readonly Candidate[]> {
    const known = new Set<string>();
    const found: Candidate[] = [];
    const look = (file: FileRead): void => {
      const candidate = candidateOf(file);
      if (candidate === undefined || (known.has(candidate.realPath) && candidate.path !== candidate.realPath)) return;
      known.add(candidate.realPath);
      found.push(candidate);
    };
    const giveUp = ({ path }: SourceFile): void => {
      fail(path, describeOverdue(engine.limits.file, 'read'));
    };
    for await (const batch of filesToRead()) {
      await progress.tick(stage);
      for (const some of filesWithWords(batch)) {
        const slices = inSlices(some, engine.limits.file, look, giveUp);
        while (slices.next().done !== true) {
          if (found.length > 0) yield found.splice(0);
          await progress.tick(stage);
        }
        await progress.tick(stage);
      }
    }
  }

  return {
    candidates: candidates(),
    filesScanned: () => filesScanned,
    hasNewMethods: () => hasNewMethods,
    problems,
    skipped,
  };
}

function filesAt(paths: readonly string[]): SourceFile[] {
  return paths.map((path) => ({ path, named: false }));
}

/** git also lists files that were deleted from the working tree, submodules, and links to nothing or to a folder. */
function isNoFile(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'EISDIR';
}
