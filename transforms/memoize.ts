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
