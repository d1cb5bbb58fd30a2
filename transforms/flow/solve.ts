/** How a kind of question is answered. */
export interface Questions<K, V> {
  /** The answer of what is known to be none: a question that comes back to itself starts with it. */
  readonly none: V;
  /** What to go on with where something is found beside what was known. It must come to an end. */
  readonly join: (known: V, found: V) => V;
  readonly same: (a: V, b: V) => boolean;
  /**
   * Works a question out, given what others are answered with. It sees every way to an answer, whatever the others say.
   */
  readonly answer: (question: K, ask: (other: K) => V) => V;
}

/** What is known of one question. */
interface Cell<K, V> {
  readonly question: K;
  value: V;
  /** What was answered with the value so far; undefined once that doesn't change any more. */
  readers: Set<Cell<K, V>> | undefined;
  isWaiting: boolean;
}

/**
 * So deep go questions on the stack; those below wait for their turn, so that the depth of the code isn't that of the
 * stack.
 */
const ON_THE_STACK = 100;

/**
 * Answers questions that lead to each other, and back to themselves. Each is worked out once, and again only where
 * something that it was answered with has changed; what doesn't change any more is kept. The answer is the least that
 * all of them agree on.
 *
 * @returns answers a question; undefined where it is asked from within an answer by another way than `ask`, and isn't
 *   known yet
 */
export function createSolver<K extends object, V>({
  none,
  join,
  same,
  answer,
}: Questions<K, V>): (question: K) => V | undefined {
  const cells = new WeakMap<K, Cell<K, V>>();
  let open: Cell<K, V>[] = [];
  let waiting: Cell<K, V>[] = [];
  let asking: Cell<K, V> | undefined;
  let depth = 0;

  const wait = (cell: Cell<K, V>): void => {
    if (cell.isWaiting) return;
    cell.isWaiting = true;
    waiting.push(cell);
  };

  const work = (cell: Cell<K, V>): void => {
    const around = asking;
    asking = cell;
    depth += 1;
    cell.isWaiting = false;
    const value = join(cell.value, answer(cell.question, ask));
    depth -= 1;
    asking = around;
    if (same(cell.value, value)) return;
    cell.value = value;
    cell.readers?.forEach(wait);
  };

  const ask = (question: K): V => {
    let cell = cells.get(question);
    if (cell === undefined) {
      cell = { question, value: none, readers: new Set(), isWaiting: false };
      cells.set(question, cell);
      open.push(cell);
      if (depth < ON_THE_STACK) work(cell);
      else wait(cell);
    }
    if (asking !== undefined) cell.readers?.add(asking);
    return cell.value;
  };

  return (question) => {
    const known = cells.get(question);
    if (known !== undefined && known.readers === undefined) return known.value;
    if (asking !== undefined) return undefined;
    try {
      ask(question);
      for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) if (cell.isWaiting) work(cell);
      for (const cell of open) cell.readers = undefined;
      return cells.get(question)?.value;
    } finally {
      // What was thrown on the way is asked again.
      for (const cell of open) if (cell.readers !== undefined) cells.delete(cell.question);
      open = [];
      waiting = [];
      asking = undefined;
      depth = 0;
    }
  };
}

/**
 * The same where an answer is a set of things that may be, as bits of a number: of several ways to an answer, any may
 * be taken.
 */
export function createSetSolver<K extends object>(
  answer: Questions<K, number>['answer'],
): (question: K) => number | undefined {
  return createSolver({ none: 0, join: (known, found) => known | found, same: (a, b) => a === b, answer });
}
