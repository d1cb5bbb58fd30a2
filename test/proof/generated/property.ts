import fc from 'fast-check';
import { checkProgram, newTally, type Engine, type Tally } from './check.ts';
import { program } from './grammar.ts';
import { situation } from './inputs.ts';

/** How often each program is run, before and after, in situations of its own. */
const SITUATIONS = 3;

/** A program and what it is run with. */
export const example = program.chain((generated) =>
  fc.record({
    generated: fc.constant(generated),
    situations: fc.array(situation(generated.surface === 'organizations' ? 'o' : 'u'), {
      minLength: SITUATIONS,
      maxLength: SITUATIONS,
    }),
  }),
);

export interface Report {
  /** The first program whose rewrite isn't what its verdict says, made small; undefined where there was none. */
  readonly failure: string | undefined;
  /** How many programs it took to find it. */
  readonly taken: number;
}

/** The seed for `CI=true`: what is found by chance is found by people, and doesn't stop somebody else's change. */
const CI_SEED = 20260512;

/** The seed to repeat, in `PROOF_SEED`; else a fixed one in CI, and a new one for each run elsewhere. */
export function seedOfRun(): number {
  const { PROOF_SEED, CI } = process.env;
  if (PROOF_SEED !== undefined) return Number(PROOF_SEED);
  return CI === undefined ? Math.trunc(Math.random() * 0x3fff_ffff) : CI_SEED;
}

export interface Options {
  readonly engine?: Engine;
  /** Whether a failing program is made small, which takes as long as some hundred programs. */
  readonly shrinks?: boolean;
  /** Another engine: what fails with both doesn't count. */
  readonly unlike?: Engine;
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}

/**
 * Generates programs and checks each of them.
 *
 * @param runs how many; generation ends with the first that fails
 */
export async function checkPrograms(runs: number, seed: number, tally: Tally, options: Options = {}): Promise<Report> {
  const { engine, unlike } = options;
  const property = fc.asyncProperty(example, async ({ generated, situations }) => {
    try {
      await checkProgram(generated, situations, tally, engine);
    } catch (error) {
      if (unlike === undefined || (await passes(() => checkProgram(generated, situations, newTally(), unlike))))
        throw error;
    }
  });
  const details = await fc.check(property, { numRuns: runs, seed, endOnFailure: options.shrinks !== true });
  return { failure: details.failed ? failureOf(details) : undefined, taken: details.numRuns };
}

function failureOf({
  errorInstance,
  counterexamplePath,
}: Pick<fc.RunDetails<never>, 'errorInstance' | 'counterexamplePath'>): string {
  const {
    message = String(errorInstance),
    name = '',
    stack = '',
  } = errorInstance instanceof Error ? errorInstance : {};
  return `${name === 'Error' ? message : `${message}\n${stack}`}\n(path ${String(counterexamplePath)})`;
}
