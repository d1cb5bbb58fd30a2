import type { AnalyzeOptions } from '../analyze.ts';
import type { Tracer } from '../recognise/trace.ts';
import type { Unit } from '../recognise/unit.ts';

/** What the decisions about one file share. */
export interface Context {
  readonly unit: Unit;
  readonly tracer: Tracer;
  readonly options: Pick<AnalyzeOptions, 'exact' | 'frontendReplace'>;
  /** Gives a name that occurs nowhere in the file: `base` itself, or `base` with the first number that is free. */
  readonly freshName: (base: string) => string;
}

export function createContext(unit: Unit, tracer: Tracer, options: AnalyzeOptions): Context {
  const given = new Set<string>();
  return {
    unit,
    tracer,
    options,
    freshName(base) {
      let name = base;
      for (let suffix = 2; given.has(name) || unit.scope.mentions(name); suffix += 1) name = `${base}${String(suffix)}`;
      given.add(name);
      return name;
    },
  };
}
