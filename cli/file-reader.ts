import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Most source files are smaller. */
const FIRST_SIZE = 256 * 1024;

/**
 * A run reads tens of thousands of files and keeps a few, so all are read into the same memory.
 *
 * @returns reads a file's bytes, which hold until the next call; it throws what `node:fs` throws
 */
export function createFileReader(): (path: string) => Buffer {
  let memory = Buffer.allocUnsafeSlow(FIRST_SIZE);
  return (path) => {
    const file = openSync(path, 'r');
    try {
      let length = 0;
      for (;;) {
        const count = readSync(file, memory, length, memory.length - length, null);
        length += count;
        if (count === 0) return memory.subarray(0, length);
        if (length === memory.length)
          memory = Buffer.concat([memory], Math.max(memory.length * 2, fstatSync(file).size + 1));
      }
    } finally {
      closeSync(file);
    }
  };
}
