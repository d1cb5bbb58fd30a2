/**
 * A function whose answers are kept as long as what they are about: each is worked out once.
 *
 * @param find works an answer out; what throws is asked again
 * @param keyOf what an answer is kept by; by default the argument itself
 */
export function memoize<A extends object, V>(
  find: (about: A) => V,
  keyOf: (about: A) => object = (about) => about,
): (about: A) => V {
  const answers = new WeakMap<object, { readonly answer: V }>();
  return (about) => {
    const key = keyOf(about);
    let known = answers.get(key);
    if (known === undefined) {
      known = { answer: find(about) };
      answers.set(key, known);
    }
    return known.answer;
  };
}

/**
 * The same about several things together.
 *
 * @param keysOf what an answer is kept by: as long as each of these that is an object is there, the first one always is
 * @param find works an answer out; what throws is asked again
 * @param meanwhile what is answered as long as it is being worked out, for what leads back to itself
 */
export function memoizeBy<A extends readonly unknown[], V>(
  keysOf: (...about: A) => readonly [object, ...unknown[]],
  find: (...about: A) => V,
  meanwhile?: { readonly answer: V },
): (...about: A) => V {
  const all: Kept<V> = {};
  return (...about) => {
    let kept = all;
    for (const key of keysOf(...about)) kept = keptUnder(key, kept);
    if (kept.known !== undefined) return kept.known.answer;
    let known: { readonly answer: V } | undefined;
    if (meanwhile !== undefined) kept.known = meanwhile;
    try {
      known = { answer: find(...about) };
      return known.answer;
    } finally {
      if (known === undefined) delete kept.known;
      else kept.known = known;
    }
  };
}

/** What is kept by the keys that led here, and by those that follow. */
interface Kept<V> {
  known?: { readonly answer: V };
  ofObjects?: WeakMap<object, Kept<V>>;
  ofOthers?: Map<unknown, Kept<V>>;
}

function keptUnder<V>(key: unknown, kept: Kept<V>): Kept<V> {
  const isObject = typeof key === 'object' && key !== null;
  const before = isObject ? kept.ofObjects?.get(key) : kept.ofOthers?.get(key);
  if (before !== undefined) return before;
  const next: Kept<V> = {};
  if (isObject) (kept.ofObjects ??= new WeakMap()).set(key, next);
  else (kept.ofOthers ??= new Map()).set(key, next);
  return next;
}

/** Asks only the first time. */
export function once<T>(ask: () => T): () => T {
  let answer: { readonly value: T } | undefined;
  return () => (answer ??= { value: ask() }).value;
}
