import { fstatSync, statSync, writeSync } from 'node:fs';
import { errorCode } from '../project/read.ts';
import type { Output } from './io.ts';

const STANDARD_OUTPUT = 1;

/**
 * Standard output. To make Node's stream for it takes longer than to look at a file, and for a file or a pipe the
 * stream only does the call that is done here.
 *
 * @param fail told of what keeps it from being written, once
 */
export function standardOutput(fail: (error: unknown) => void): Output {
  let stream: Output | undefined;
  let hasFailed = false;
  const open = (): Output => {
    if (stream === undefined) process.stdout.on('error', fail);
    return (stream ??= process.stdout);
  };
  if (!isPlain()) return open();
  return {
    write: (chunk) => {
      if (hasFailed) return false;
      if (stream !== undefined) return stream.write(chunk);
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(STANDARD_OUTPUT, bytes, written);
        return true;
      } catch (error) {
        // A pipe that doesn't wait, and is full.
        if (errorCode(error) === 'EAGAIN') return open().write(bytes.subarray(written));
        hasFailed = true;
        fail(error);
        return false;
      }
    },
  };
}

/** Whether it is a file, a pipe or nothing at all, of a system that writes to these at once. */
function isPlain(): boolean {
  if (process.platform === 'win32') return false;
  try {
    const stats = fstatSync(STANDARD_OUTPUT);
    return stats.isFile() || stats.isFIFO() || (stats.isCharacterDevice() && stats.rdev === statSync('/dev/null').rdev);
  } catch {
    return false;
  }
}
