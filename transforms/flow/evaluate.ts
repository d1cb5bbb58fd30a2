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

/**
 * A value becomes another a few times until it comes to rest: none, one, one of several, unknown. Only one that holds
 * itself (a ref of a ref …) never does, and becomes another more often than this.
 */
const RESTLESS = 20;

/**
 * @param none what isn't worked out yet
 * @param unknown what is said of a value that never comes to rest
 */
export function createEvaluator<V>({
  none,
  unknown,
  same,
}: {
  readonly none: V;
  readonly unknown: V;
  readonly same: (a: V, b: V) => boolean;
}): Evaluator<V> {
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
    join: (_known, found, changes) => (changes < RESTLESS ? found : unknown),
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
    const ofNode = questions.get(node) ?? new Map<string, Question<V>>();
    questions.set(node, ofNode);
    const question = ofNode.get(what) ?? { evaluate };
    ofNode.set(what, question);
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
export function createEvaluators<V>(rules: Parameters<typeof createEvaluator<V>>[0]): (of: object) => Evaluator<V> {
  const evaluators = new WeakMap<object, Evaluator<V>>();
  return (of) => {
    const evaluator = evaluators.get(of) ?? createEvaluator(rules);
    evaluators.set(of, evaluator);
    return evaluator;
  };
}
