import type { TypeOracle } from '../../transforms/type-oracle.ts';
import type { Pulse } from '../pulse.ts';
import { count, number } from '../reporters/words.ts';
import { createNotice } from './notice.ts';
import type { TellTypeProblem, TypedFile } from './type-files.ts';

export interface TypesWanted {
  /** The tsconfig that holds everywhere, absolute; null: the nearest one of each file does. */
  readonly project: string | null;
  readonly tell: TellTypeProblem;
  /** How a tsconfig is called for people. */
  readonly show: (config: string) => string;
}

/** How the planning goes on beside other things. */
export interface PlanningPace<P> {
  readonly pulse: Pick<Pulse, 'beat' | 'block'>;
  /** How far the run is, for people, before types are asked. */
  readonly stage: () => string;
  /** Told of each file's first plan. */
  readonly onPlanned: (plan: P) => void;
}

/**
 * Plans every file without types, and those for which types would have been asked again with them, project by project.
 *
 * @param plan what is to be done with a file; `types` is undefined where none are wanted
 * @param wanted null: never ask for types
 * @returns the last plan of each file, in the order of `files`
 */
export async function planWithTypes<F extends TypedFile, P>(
  files: Iterable<F> | AsyncIterable<F>, plan: (file: F, types: TypeOracle | undefined) => P, wanted: TypesWanted | null, { pulse, stage, onPlanned }: PlanningPace<P>,
): Promise<P[]> {
  const plans = new Map<F, P>();
  const open: F[] = [];
  for await (const file of files) {
    const pause = pulse.beat(stage);
    if (pause !== undefined) await pause;
    const notice = wanted === null ? undefined : createNotice();
    const planned = plan(file, notice?.oracle);
    plans.set(file, planned);
    onPlanned(planned);
    if (notice?.wasAsked() === true) open.push(file);
  }
  if (wanted !== null && open.length > 0) {
    const { groupByProject } = await import('./type-files.ts');
    for (const group of groupByProject(open, wanted.project, wanted.tell)) {
      const title = `types of ${wanted.show(group.config)}`;
      let done = 0;
      for (const file of group.files) {
        const pause = pulse.beat(() => `${title}: ${number(done)} of ${count(group.files.length, 'file')}`);
        if (pause !== undefined) await pause;
        // The first file's question builds the program for all.
        const oracle = done === 0 ? pulse.block(title, () => group.oracleFor(file)) : group.oracleFor(file);
        if (oracle !== undefined) plans.set(file, plan(file, oracle));
        done++;
      }
    }
  }
  return [...plans.values()];
}
