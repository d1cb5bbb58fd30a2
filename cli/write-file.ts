import { constants, lstatSync, promises, statSync, writeFileSync } from 'node:fs';
import { describeReadFailure, errorCode } from '../project/read.ts';

const FAILURES: Readonly<Record<string, string>> = {
  EACCES: "can't be written: permission denied",
  EPERM: "can't be written: permission denied",
  EROFS: "can't be written: the file system is read-only",
  ENOSPC: "can't be written: the disk is full",
  ENOENT: "can't be written: it is gone, or its folder is",
};

/**
 * Replaces a file's content in one step, if it is still what was read. Mode and owner stay, links are followed.
 *
 * @param before the bytes that the new content was made from
 * @returns why it was not written, as the end of a sentence that starts with the file; undefined when it was
 */
export async function writeIfUnchanged(
  file: string,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string | undefined> {
  try {
    await promises.access(file, constants.W_OK);
  } catch (error) {
    return describeWriteFailure(error);
  }
  let now: Buffer;
  try {
    now = await promises.readFile(file);
  } catch (error) {
    return `${describeReadFailure(error)}; it was there a moment ago, and was not written`;
  }
  if (!now.equals(before))
    return 'was changed by something else while it was being read, and was not written; run the command again';
  try {
    const { default: writeFileAtomic } = await import('write-file-atomic');
    await writeFileAtomic(file, Buffer.from(after));
    return undefined;
  } catch (error) {
    return describeWriteFailure(error);
  }
}

/**
 * Writes a report in one step, so that nobody ever reads half of one. Pipes, devices and links to what isn't there are
 * written to as they are.
 *
 * @throws what the system says
 */
export async function writeReportFile(file: string, text: string): Promise<void> {
  const target = statSync(file, { throwIfNoEntry: false });
  const replaceable = target === undefined ? lstatSync(file, { throwIfNoEntry: false }) === undefined : target.isFile();
  if (!replaceable) {
    writeFileSync(file, text);
    return;
  }
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(file, text);
}

/** Why writing failed, as the end of a sentence that starts with the file. */
export function describeWriteFailure(error: unknown): string {
  const code = errorCode(error) ?? String(error);
  return FAILURES[code] ?? `can't be written (${code})`;
}
