/** What an analysis does, counted: time says more about the machine. */

/**
 * Methods that whatever asks itself something again and again can't do without. Each is called for something of the
 * program that is analysed.
 */
const COUNTED: readonly (readonly [object, readonly string[]])[] = [
  [Array.prototype, ['every', 'filter', 'find', 'flatMap', 'forEach', 'includes', 'map', 'push', 'some']],
  [Map.prototype, ['get', 'has', 'set']],
  [Set.prototype, ['add', 'has']],
  [WeakMap.prototype, ['get', 'has']],
];

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Counts the calls of lists', maps' and sets' methods while `run` runs. It mustn't wait for anything.
 *
 * @param atMost where there are more, the run is ended
 * @returns how many there were
 * @throws RangeError where there are more than `atMost`, and whatever `run` throws
 */
export function countWork(run: () => void, atMost = Number.POSITIVE_INFINITY): number {
  let count = 0;
  const restore: (() => void)[] = [];
  for (const [prototype, names] of COUNTED) {
    for (const name of names) {
      const original = Object.getOwnPropertyDescriptor(prototype, name);
      const method = original?.value as Method;
      const counting: Method = function (...args) {
        count += 1;
        if (count > atMost) throw new RangeError(`more than ${String(atMost)} steps`);
        return method.apply(this, args);
      };
      restore.push(() => Object.defineProperty(prototype, name, { ...original }));
      Object.defineProperty(prototype, name, { ...original, value: counting });
    }
  }
  try {
    run();
  } finally {
    // Restoring calls what is counted.
    count -= 1;
    for (const back of restore) back();
  }
  return count;
}
