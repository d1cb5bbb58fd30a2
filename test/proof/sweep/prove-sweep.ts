import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seedOfRun } from '../generated/property.ts';
import { choosePrograms } from './choose-programs.ts';
import type { Examined } from './examine-program.ts';
import { sweep } from './sweep.ts';
import { sayFailure, sayShortTable, sayTable, sayTotals } from './sweep-report.ts';

/** One of so many programs is run, another part with each seed; all of them where `SWEEP=all` says so. */
const SHARE = process.env['SWEEP'] === 'all' ? 1 : 12;

it('the same programs each time, one of a thousand', async () => {
  const all: Examined[] = [];
  await sweep(choosePrograms(1000, 0), (examined) => {
    all.push(...examined);
  });
  expect(all.length).toBeGreaterThan(100);
  expect(all.flatMap(({ failures }) => failures).map(sayFailure)).toEqual([]);
});

it('the sweep: programs with each form of the language in each role and place are rewritten into what their verdicts say', async () => {
  const seed = seedOfRun();
  const programs = choosePrograms(SHARE, seed % SHARE);
  expect(programs.length).toBeGreaterThan(5_000);
  const all: Examined[] = [];
  const tell = (examined: readonly Examined[]): void => {
    all.push(...examined);
    process.stdout.write(`sweep, seed ${String(seed)}, of ${String(programs.length)}: ${sayTotals(all)}\n`);
  };
  await sweep(programs, tell);
  // What an index finds may be undefined, whether the compiler says so or not.
  await sweep(
    programs.filter(({ role }) => role.endsWith(' of the patch')),
    tell,
    { noUncheckedIndexedAccess: true },
  );
  const failures = all.flatMap((examined) => examined.failures);
  const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-codemod-sweep-'));
  writeFileSync(join(folder, 'failures.txt'), failures.map(sayFailure).join('\n\n'));
  writeFileSync(join(folder, 'table.txt'), `${sayTable(all)}\n`);
  process.stdout.write(
    `what isn't exact and could be:\n${sayShortTable(all)}\nall of it, and what fails, is in ${folder}\n`,
  );
  expect(failures.slice(0, 3).map(sayFailure), `${String(failures.length)} failures, all of them in ${folder}`).toEqual(
    [],
  );
});
