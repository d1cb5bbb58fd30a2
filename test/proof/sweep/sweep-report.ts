import type { Examined, Failure, Result } from './examine-program.ts';

/** What a run of the sweep found, as text for people. */

/** One line for all of it. */
export function sayTotals(examined: readonly Examined[]): string {
  const results = examined.flatMap(({ results }) => results);
  const share = (count: number): string =>
    `${String(count)} (${((100 * count) / Math.max(1, results.length)).toFixed(1)} %)`;
  const verdicts = (['exact', 'review', 'manual', 'none'] as const).map(
    (verdict) => `${verdict} ${share(results.filter((result) => result.verdict === verdict).length)}`,
  );
  const failing = new Set(examined.filter(({ failures }) => failures.length > 0).map(({ program }) => program.name))
    .size;
  return `${String(examined.length)} programs, ${String(results.length)} readings: ${verdicts.join(', ')}; ${String(failing)} programs fail`;
}

/** A failure with all that is needed to repeat it. */
export function sayFailure({ category, program, readings, verdict, what, before, after }: Failure): string {
  return [
    `${category}: ${program.name} (${readings.join(', ')}; ${verdict})`,
    what,
    '--- before',
    before,
    ...(after === '' ? [] : ['--- after', after]),
  ].join('\n');
}

interface Row {
  readonly role: string;
  readonly surface: string;
  readonly said: string;
  readonly couldBe: string;
  readonly forms: Map<string, Set<string>>;
  readonly readings: Set<string>;
  count: number;
}

/**
 * The list of what to make more precise: programs whose verdict is weaker than what all runs of them show, by role,
 * verdict and place.
 * That no run differs is no proof, so each row is a question.
 */
export function sayTable(examined: readonly Examined[]): string {
  const rows = new Map<string, Row>();
  const totals = new Map<string, number>();
  for (const {
    program: { role, surface, place, form },
    results,
  } of examined) {
    for (const result of results) {
      totals.set(`${role} ${surface}`, (totals.get(`${role} ${surface}`) ?? 0) + 1);
      if (result.couldBe === undefined) continue;
      const said = sayVerdict(result);
      const key = [role, surface, said, result.couldBe].join('\n');
      const row = rows.get(key) ?? {
        role,
        surface,
        said,
        couldBe: result.couldBe,
        forms: new Map<string, Set<string>>(),
        readings: new Set<string>(),
        count: 0,
      };
      rows.set(key, row);
      row.count += 1;
      row.readings.add(result.reading);
      const forms = row.forms.get(place) ?? new Set<string>();
      row.forms.set(place, forms.add(form));
    }
  }
  const sorted = [...rows.values()].sort((a, b) => b.count - a.count);
  return sorted
    .map(({ role, surface, said, couldBe, forms, readings, count }) => {
      const of = totals.get(`${role} ${surface}`) ?? 0;
      const places = [...forms].map(([place, names]) => `    ${place}: ${[...names].join(', ')}`);
      return [
        `${role} (${surface}): ${said}, could be ${couldBe}: ${String(count)} of ${String(of)} (${[...readings].join(', ')})`,
        ...places,
      ].join('\n');
    })
    .join('\n');
}

/** The same without the forms. */
export function sayShortTable(examined: readonly Examined[]): string {
  return sayTable(examined)
    .split('\n')
    .filter((line) => !line.startsWith('    '))
    .join('\n');
}

function sayVerdict({ verdict, target, reasons }: Result): string {
  const how = verdict === 'exact' && target?.startsWith('replace') === true ? 'exact as a replacement' : verdict;
  return reasons.length === 0 ? how : `${how} (${[...new Set(reasons)].join(', ')})`;
}
