import type { TypeOracle } from '../../transforms/type-oracle.ts';
import type { Progress } from '../progress.ts';
import { count, number } from '../reporters/format.ts';
import { describeOverdue, finishesWithin, inSlices, type TimeLimits } from '../watchdog.ts';
import { createNotice } from './notice.ts';
import type { TellTypeProblem, TypedFile } from './type-files.ts';

export interface TypesWanted {
  /** The tsconfig that holds everywhere, absolute; null: the nearest one of each file does. */
  readonly project: string | null;
  readonly tell: TellTypeProblem;
  /** How a tsconfig is called for people. */
  readonly show: (config: string) => string;
}

/** What is to be done with a file. */
export interface Planner<F, P> {
  /** @param types undefined where none are wanted */
  readonly plan: (file: F, types: TypeOracle | undefined) => P;
  /** What becomes of a file whose planning was ended, and why, as the end of a sentence that starts with the file. */
  readonly giveUp: (file: F, why: string) => P;
}

/** How the planning goes on beside other things. */
export interface PlanningPace<P> {
  readonly limits: TimeLimits;
  readonly progress: Pick<Progress, 'tick' | 'draw'>;
  /** How far the run is, for people, before types are asked. */
  readonly stage: () => string;
  /** Told of each file's first plan. */
  readonly onPlanned: (plan: P) => void;
}

/**
 * Plans every file without types, and those for which types would have been asked again with them, project by project.
 * A file that takes too long is given up, and the others are done.
 *
 * @param files some at a time
 * @param wanted null: never ask for types
 * @returns the last plan of each file, in the order of `files`
 */
export async function planWithTypes<F extends TypedFile, P>(
  files: Iterable<readonly F[]> | AsyncIterable<readonly F[]>,
  { plan, giveUp }: Planner<F, P>,
  wanted: TypesWanted | null,
  { limits, progress, stage, onPlanned }: PlanningPace<P>,
): Promise<P[]> {
  const plans = new Map<F, P>();
  const open: F[] = [];
  const planPlainly = (file: F): void => {
    const notice = wanted === null ? undefined : createNotice();
    const planned = plan(file, notice?.oracle);
    plans.set(file, planned);
    if (notice?.wasAsked() === true) open.push(file);
    onPlanned(planned);
  };
  const giveUpPlainly = (file: F): void => {
    plans.set(file, giveUp(file, describeOverdue(limits.file, 'analyse')));
  };
  for await (const some of files) {
    const slices = inSlices(some, limits.file, planPlainly, giveUpPlainly);
    while (slices.next().done !== true) await progress.tick(stage);
  }
  if (wanted !== null && open.length > 0) {
    const { groupByProject } = await import('./type-files.ts');
    for (const group of groupByProject(open, wanted.project, wanted.tell)) {
      const title = `types of ${wanted.show(group.config)}`;
      let done = 0;
      // The work that was ended may have left the program half asked, so it is made again.
      const readProgram = (): void => {
        progress.draw(title);
        if (finishesWithin(limits.program, group.readProgram)) return;
        wanted.tell(
          group.config,
          `takes longer than ${String(limits.program / 1000)} s to read, so types are not used`,
        );
        group.dropProgram();
      };
      const planTyped = (file: F): void => {
        const oracle = group.oracleFor(file);
        if (oracle !== undefined) plans.set(file, plan(file, oracle));
        done++;
      };
      const giveUpTyped = (file: F): void => {
        plans.set(file, giveUp(file, describeOverdue(limits.typedFile, 'analyse with types')));
        done++;
        readProgram();
      };
      readProgram();
      const slices = inSlices(group.files, limits.typedFile, planTyped, giveUpTyped);
      while (slices.next().done !== true)
        await progress.tick(() => `${title}: ${number(done)} of ${count(group.files.length, 'file')}`);
    }
  }
  return [...plans.values()];
}
