/** A list in the order of the source, of which parts are asked for again and again. */
export interface Shrinking<T> {
  /** What matters of what is asked for that begins from one offset on and before another, in order. */
  readonly within: (from: number, to: number, isAskedFor: (one: T) => boolean) => Generator<T, void>;
}

/**
 * Makes a list of which only some matters: the rest is asked about once, and passed over from then on.
 *
 * @param all in the order of the source
 * @param startOf where one begins
 */
export function createShrinking<T>(
  all: readonly T[],
  startOf: (one: T) => number,
  matters: (one: T) => boolean,
): Shrinking<T> {
  /** What is known to matter. */
  const known = new Set<T>();
  /** What was passed by once without being asked for. The next time it is asked about all the same. */
  const passed = new Set<T>();
  /** For each place, where to go on: itself, or behind what was left out. */
  const next = Array.from({ length: all.length + 1 }, (_, index) => index);
  const goOn = (from: number): number => {
    let to = from;
    while (next[to] !== to) to = next[to] ?? all.length;
    for (let at = from; at !== to;) {
      const behind = next[at] ?? to;
      next[at] = to;
      at = behind;
    }
    return to;
  };
  const firstFrom = (offset: number): number => {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const one = all[middle];
      if (one !== undefined && startOf(one) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    *within(from, to, isAskedFor) {
      for (let index = goOn(firstFrom(from)); ; index = goOn(index + 1)) {
        const one = all[index];
        if (one === undefined || startOf(one) >= to) return;
        const isAsked = isAskedFor(one);
        if (!isAsked && !known.has(one) && !passed.has(one)) {
          passed.add(one);
        } else if (known.has(one) || matters(one)) {
          known.add(one);
          if (isAsked) yield one;
        } else {
          next[index] = index + 1;
        }
      }
    },
  };
}
