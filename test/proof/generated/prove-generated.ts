import { expect, it } from 'vitest';
import { newTally, sayTally } from './check.ts';
import { checkPrograms, seedOfRun } from './property.ts';

/** In CI a part of them, always the same. */
const RUNS = process.env['CI'] === undefined ? 20_000 : 5_000;
/** So many at a time, each lot with a seed of its own, so that there is something to see on the way. */
const LOT = 1_000;

it(`rewrites ${String(RUNS)} generated programs into what their verdicts say`, async () => {
  const first = seedOfRun();
  const tally = newTally();
  for (let seed = first; tally.programs < RUNS; seed += 1) {
    const { failure } = await checkPrograms(LOT, seed, tally, { shrinks: true });
    process.stdout.write(`seed ${String(seed)}: ${sayTally(tally)}\n`);
    expect(failure, `seed ${String(seed)}`).toBeUndefined();
  }
  expect(tally.exact / tally.programs).toBeGreaterThan(0.6);
});
