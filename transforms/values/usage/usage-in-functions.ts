import type { ts } from 'ts-morph';
import { createSolver } from '../../flow/solve.ts';
import type { ModuleGraph } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { worst, type FunctionsGiven, type Irrelevant, type Passage, type Through } from './usage-domain.ts';

/**
 * What functions in sight do is the same for whoever calls them, so it is asked once, however they call each other.
 *
 * @param graph the files around: with types, other functions are in sight
 * @param look looks at what a function does itself
 */
export const functionsGiven = memoizeBy<
  [sent: ts.Node, irrelevant: Irrelevant, graph: ModuleGraph, look: Look],
  FunctionsGiven
>(
  (sent, irrelevant, graph) => [graph, irrelevant, sent],
  (_sent, _irrelevant, _graph, look) => createFunctionsGiven(look),
);

type Look = (passage: Passage, given: FunctionsGiven) => Through;

function createFunctionsGiven(look: Look): FunctionsGiven {
  const passageOf = memoizeBy(
    ({ fn, index, share, property }: Passage) => [fn, index, share, property],
    (passage) => passage,
  );
  const solve = createSolver<Passage, Through>({
    none: { usage: 'read', returns: new Set() },
    join: (before, found) => ({
      usage: worst([before.usage, found.usage]),
      returns: new Set([...before.returns, ...found.returns]),
    }),
    same: (a, b) => a.usage === b.usage && a.returns.size === b.returns.size,
    answer: (passage, ask) => look(passage, (other) => ask(passageOf(other))),
  });
  return (passage) => solve(passageOf(passage)) ?? { usage: 'escape', returns: new Set() };
}
