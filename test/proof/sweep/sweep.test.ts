import { expect, it } from 'vitest';
import { choosePrograms } from './choose-programs.ts';
import type { Examined } from './examine-program.ts';
import { sweep } from './sweep.ts';
import { sayFailure, sayTotals } from './sweep-report.ts';

/** One of so many programs, always the same ones; `npm run prove` runs more. */
const SHARE = 1000;

it('programs with forms of the language in each role and place are rewritten into what their verdicts say', async () => {
  const programs = choosePrograms(SHARE, 0);
  expect(programs.length).toBeGreaterThan(100);
  const all: Examined[] = [];
  await sweep(programs, (examined) => {
    all.push(...examined);
  });
  process.stdout.write(`sweep: ${sayTotals(all)}\n`);
  expect(all.flatMap(({ failures }) => failures).map(sayFailure)).toEqual([]);
});
