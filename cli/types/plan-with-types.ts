import type { TypeOracle } from '../../transforms/type-oracle.ts';
import { createNotice } from './notice.ts';
import type { TellTypeProblem, TypedFile } from './type-files.ts';

export interface TypesWanted {
  /** The tsconfig that holds everywhere, absolute; null: the nearest one of each file does. */
  readonly project: string | null;
  readonly tell: TellTypeProblem;
}

/**
 * Plans every file without types, and those for which types would have been asked again with them, project by project.
 *
 * @param plan what is to be done with a file; `types` is undefined where none are wanted
 * @param wanted null: never ask for types
 * @returns the last plan of each file, in the order of `files`
 */
export async function planWithTypes<F extends TypedFile, P>(
  files: readonly F[], plan: (file: F, types: TypeOracle | undefined) => P, wanted: TypesWanted | null,
): Promise<P[]> {
  const plans = new Map<F, P>();
  const open: F[] = [];
  for (const file of files) {
    const notice = wanted === null ? undefined : createNotice();
    plans.set(file, plan(file, notice?.oracle));
    if (notice?.wasAsked() === true) open.push(file);
  }
  if (wanted !== null && open.length > 0) {
    const { groupByProject } = await import('./type-files.ts');
    for (const group of groupByProject(open, wanted.project, wanted.tell)) {
      for (const file of group.files) {
        const oracle = group.oracleFor(file);
        if (oracle !== undefined) plans.set(file, plan(file, oracle));
      }
    }
  }
  return [...plans.values()];
}
