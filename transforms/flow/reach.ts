/** One node on the way that is being gone. */
interface Step<N> {
  readonly node: N;
  readonly next: readonly N[];
  /** How many of the next were gone to. */
  taken: number;
  /** The earliest node that the way leads back to, by when it was met. */
  earliest: number;
}

/**
 * Gathers what can be reached from a node of a graph, which is found while it is gone through. Nodes that lead to each
 * other have the same answer. Each node is gone through once, whoever asks (after Tarjan's strongly connected
 * components), and without recursion: the depth of the code isn't that of the stack.
 *
 * @param next where a node leads
 * @param gather puts together what nodes have themselves that lead to each other, and what was reached from those that
 *   they lead to beside
 * @returns answers for a node; undefined where it is asked from within `next`, and isn't known yet
 */
export function createReach<N extends object, V>(
  next: (node: N) => readonly N[],
  gather: (nodes: readonly N[], reached: readonly V[]) => V,
): (start: N) => V | undefined {
  const known = new Map<N, { readonly value: V }>();
  let isUnderWay = false;

  const goFrom = (start: N): void => {
    const met = new Map<N, number>();
    const open: Step<N>[] = [];
    const way: Step<N>[] = [];
    const enter = (node: N): void => {
      const step = { node, next: next(node), taken: 0, earliest: met.size };
      met.set(node, met.size);
      open.push(step);
      way.push(step);
    };
    enter(start);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const to = step.next[step.taken];
      step.taken += 1;
      if (to !== undefined) {
        const when = met.get(to);
        if (known.has(to)) continue;
        if (when === undefined) enter(to);
        else step.earliest = Math.min(step.earliest, when);
        continue;
      }
      way.pop();
      const before = way.at(-1);
      if (before !== undefined) before.earliest = Math.min(before.earliest, step.earliest);
      if (step.earliest !== met.get(step.node)) continue;
      const steps = open.splice(open.lastIndexOf(step));
      const nodes = steps.map(({ node }) => node);
      const reached: V[] = [];
      for (const { next: others } of steps)
        for (const other of others) {
          const found = known.get(other);
          if (found !== undefined) reached.push(found.value);
        }
      const answer = { value: gather(nodes, reached) };
      for (const node of nodes) known.set(node, answer);
    }
  };

  return (start) => {
    if (!known.has(start) && !isUnderWay) {
      isUnderWay = true;
      try {
        goFrom(start);
      } finally {
        isUnderWay = false;
      }
    }
    return known.get(start)?.value;
  };
}
