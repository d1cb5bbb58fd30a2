import type { ts } from 'ts-morph';
import { createSolver } from '../flow/solve.ts';
import type { ModuleGraph } from '../language/unit.ts';
import { worst, type FunctionsGiven, type Irrelevant, type Passage, type Through } from './usage-domain.ts';

const known = new WeakMap<ModuleGraph, WeakMap<Irrelevant, WeakMap<ts.Node, FunctionsGiven>>>();

/**
 * What functions in sight do is the same for whoever calls them, so it is asked once, however they call each other.
 *
 * @param graph the files around: with types, other functions are in sight
 * @param look looks at what a function does itself
 */
export function functionsGiven(
  sent: ts.Node,
  irrelevant: Irrelevant,
  graph: ModuleGraph,
  look: (passage: Passage, given: FunctionsGiven) => Through,
): FunctionsGiven {
  const ofGraph = known.get(graph) ?? new WeakMap<Irrelevant, WeakMap<ts.Node, FunctionsGiven>>();
  known.set(graph, ofGraph);
  const ofAsker = ofGraph.get(irrelevant) ?? new WeakMap<ts.Node, FunctionsGiven>();
  ofGraph.set(irrelevant, ofAsker);
  const before = ofAsker.get(sent);
  if (before !== undefined) return before;
  const passages = new Map<ts.Node, Map<string, Passage>>();
  const passageOf = (passage: Passage): Passage => {
    const ofFunction = passages.get(passage.fn) ?? new Map<string, Passage>();
    passages.set(passage.fn, ofFunction);
    const key = `${String(passage.index)} ${passage.share}`;
    const same = ofFunction.get(key) ?? passage;
    ofFunction.set(key, same);
    return same;
  };
  const solve = createSolver<Passage, Through>({
    none: { usage: 'read', returns: new Set() },
    join: (before, found) => ({
      usage: worst([before.usage, found.usage]),
      returns: new Set([...before.returns, ...found.returns]),
    }),
    same: (a, b) => a.usage === b.usage && a.returns.size === b.returns.size,
    answer: (passage, ask) => look(passage, (other) => ask(passageOf(other))),
  });
  const given: FunctionsGiven = (passage) => solve(passageOf(passage)) ?? { usage: 'escape', returns: new Set() };
  ofAsker.set(sent, given);
  return given;
}
