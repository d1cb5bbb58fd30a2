import { expect, it } from 'vitest';
import { newTally, sayTally } from './check.ts';
import { checkPrograms, seedOfRun } from './property.ts';

const RUNS = 200;

it(`rewrites ${String(RUNS)} generated programs into what their verdicts say`, async () => {
  const seed = seedOfRun();
  const tally = newTally();
  const { failure } = await checkPrograms(RUNS, seed, tally, { shrinks: true });
  process.stdout.write(`generated programs, seed ${String(seed)}: ${sayTally(tally)}\n`);
  expect(failure, `seed ${String(seed)}`).toBeUndefined();
  // A generator that makes only what is left to people, or programs that store nothing, proves nothing.
  expect(tally.exact / tally.programs).toBeGreaterThan(0.5);
  expect(tally.stored / tally.runs).toBeGreaterThan(0.4);
});
