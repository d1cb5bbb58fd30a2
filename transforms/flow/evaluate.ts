import { createSolver } from './solve.ts';

/** Works things out of nodes, each once, however they lead to each other. */
export interface Evaluator<V> {
  /**
   * Works something out of a node. What leads back to itself is `none` at first, and worked out again until it doesn't
   * change any more;
   * what only leads back to itself stays `none`. Whatever asks for what is `none` is `none` as well, unless it asks by
   * way of `soFar`.
   *
   * @param what tells apart what is worked out of the same node
   */
  readonly once: (node: object, what: string, evaluate: () => V) => V;
  /** What one of several ways to a value leads to, as far as it is known: `none` doesn't hold up the other ways. */
  readonly soFar: (evaluate: () => V) => V;
}

interface Question<V> {
  readonly evaluate: () => V;
}

/** The values that are worked out. */
interface Values<V> {
  /** What isn't worked out yet. */
  readonly none: V;
  /** What says nothing of a value: it may be anything. */
  readonly unknown: V;
  /** Whether two values say the same; by default only where they are one. Else what comes back to itself is unknown. */
  readonly same?: (a: V, b: V) => boolean;
  /**
   * What is said where one of several ways says something else than the others did so far. It says no more than both,
   * and has to come to an end, as `unknown` does, also of a value that holds itself (a ref of a ref …).
   */
  readonly join?: (known: V, found: V) => V;
}

export function createEvaluator<V>({ none, unknown, same = Object.is, join = () => unknown }: Values<V>): Evaluator<V> {
  const questions = new WeakMap<object, Map<string, Question<V>>>();
  let ask: ((question: Question<V>) => V) | undefined;
  /** How often what is being worked out asked for what isn't worked out yet. */
  let holdUps = 0;
  const soFar = (evaluate: () => V): V => {
    const outer = holdUps;
    const value = evaluate();
    const isHeldUp = holdUps > outer;
    holdUps = outer;
    return isHeldUp ? none : value;
  };
  const solve = createSolver<Question<V>, V>({
    none,
    join: (known, found) => {
      if (known === none) return found;
      return found === none || same(known, found) ? known : join(known, found);
    },
    same,
    answer: ({ evaluate }, askOther) => {
      const outer = ask;
      ask = askOther;
      try {
        return soFar(evaluate);
      } finally {
        ask = outer;
      }
    },
  });
  const questionOf = (node: object, what: string, evaluate: () => V): Question<V> => {
    let ofNode = questions.get(node);
    if (ofNode === undefined) questions.set(node, (ofNode = new Map<string, Question<V>>()));
    let question = ofNode.get(what);
    if (question === undefined) ofNode.set(what, (question = { evaluate }));
    return question;
  };
  return {
    soFar,
    once(node, what, evaluate) {
      const question = questionOf(node, what, evaluate);
      const value = ask === undefined ? (solve(question) ?? none) : ask(question);
      if (value === none) holdUps += 1;
      return value;
    },
  };
}

/**
 * An evaluator for each of what the values depend on beside their nodes: the modules around, most often. A file's nodes
 * may be those of several analyses.
 */
export function createEvaluators<V>(values: Values<V>): (of: object) => Evaluator<V> {
  const evaluators = new WeakMap<object, Evaluator<V>>();
  return (of) => {
    const evaluator = evaluators.get(of) ?? createEvaluator(values);
    evaluators.set(of, evaluator);
    return evaluator;
  };
}
