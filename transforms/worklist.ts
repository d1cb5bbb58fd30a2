/**
 * What is still to be looked at, each thing once: what is gone through may be added to on the way, and as long as there
 * are only so many different things, it ends.
 */
export class Worklist<T> implements Iterable<T> {
  readonly #things: T[] = [];
  readonly #known = new Map<unknown, Set<unknown>>();
  readonly #keysOf: (thing: T) => readonly [unknown, unknown?];

  /** @param keysOf what tells things apart: two of which both keys are the same are one; by default the thing itself */
  constructor(first: Iterable<T>, keysOf: (thing: T) => readonly [unknown, unknown?] = (thing) => [thing]) {
    this.#keysOf = keysOf;
    this.add(first);
  }

  add(things: Iterable<T>): void {
    for (const thing of things) {
      const [key, other] = this.#keysOf(thing);
      const others = this.#known.get(key) ?? new Set();
      if (others.has(other)) continue;
      this.#known.set(key, others.add(other));
      this.#things.push(thing);
    }
  }

  /** In the order in which they were added, with what is added meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return this.#things.values();
  }
}
