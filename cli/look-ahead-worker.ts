/** The thread that looks at files, built as a file of its own. It says how far it is after every so many. */
import { parentPort, workerData } from 'node:worker_threads';
import { mayHaveFindings, mayHaveMergingCalls, mayHaveNewMethods } from '../transforms/prefilter.ts';
import { createFileReader } from './file-reader.ts';
import type { Looked, LookedFor } from './look-ahead.ts';
import { inSlices, TIME_LIMITS } from './watchdog.ts';
import { isWorthReading, mayBeWorthReading } from './worth-reading.ts';

const FILES_PER_MESSAGE = 200;

const { paths, newMethods } = workerData as LookedFor;
const read = createFileReader();
let hasNew = false;

for (let start = 0; start < paths.length; start += FILES_PER_MESSAGE) {
  const upTo = Math.min(start + FILES_PER_MESSAGE, paths.length);
  const worthReading: number[] = [];
  const keep = (index: number): void => {
    worthReading.push(index);
  };
  const look = (index: number): void => {
    if (isWorthIt(paths[index] ?? '')) keep(index);
  };
  const slices = inSlices(
    Array.from({ length: upTo - start }, (_, index) => start + index),
    TIME_LIMITS.file,
    look,
    keep,
  );
  while (slices.next().done !== true);
  parentPort?.postMessage({ upTo, worthReading, hasNew } satisfies Looked);
}

/** What can't be read, or takes too long, is for the other thread to say. */
function isWorthIt(path: string): boolean {
  try {
    const bytes = read(path);
    if (!mayBeWorthReading(bytes)) return false;
    return isWorthReading(bytes, (text) => {
      const mayHaveNew = (newMethods || !hasNew) && mayHaveNewMethods(text);
      hasNew ||= mayHaveNew || mayHaveMergingCalls(text);
      return mayHaveFindings(text) || (newMethods && mayHaveNew);
    });
  } catch {
    return true;
  }
}
