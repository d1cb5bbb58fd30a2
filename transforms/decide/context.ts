import { ts } from 'ts-morph';
import type { AnalyzeOptions } from '../options.ts';
import type { Tracer } from '../recognise/trace.ts';
import type { Unit } from '../recognise/unit.ts';

/** What the decisions about one file share. */
export interface Context {
  readonly unit: Unit;
  readonly tracer: Tracer;
  readonly options: Pick<AnalyzeOptions, 'exact' | 'frontendReplace'>;
  /** Gives a name for use at `node` that nothing in the file has: `base` itself, or `base` with the first number that is free. */
  readonly freshName: (base: string, node: ts.Node) => string;
  /** Gives the name by which a global can be reached, whatever the file declares. */
  readonly globalName: (name: string) => string;
}

export function createContext(unit: Unit, tracer: Tracer, options: AnalyzeOptions): Context {
  const given = new Map<ts.Node, Set<string>>();
  return {
    unit,
    tracer,
    options,
    freshName(base, node) {
      const owner = outermostFunction(node);
      const taken = given.get(owner) ?? new Set();
      given.set(owner, taken);
      let name = base;
      for (let suffix = 2; taken.has(name) || unit.scope.mentions(name); suffix += 1) name = `${base}${String(suffix)}`;
      taken.add(name);
      return name;
    },
    globalName: (name) => (unit.scope.declares(name) ? `globalThis.${name}` : name),
  };
}

/** The function around all others at `node`, or the file: names given in one function don't get in the way of another's. */
function outermostFunction(node: ts.Node): ts.Node {
  let outermost: ts.Node = node.getSourceFile();
  for (let current = node; !ts.isSourceFile(current); current = current.parent) if (ts.isFunctionLike(current)) outermost = current;
  return outermost;
}
