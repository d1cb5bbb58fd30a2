/** The tests that run fixtures. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { loadCase } from '../../fixtures/cases.ts';
import { frameworkOf } from '../../../transforms/components/script-blocks.ts';
import { type Service, startService } from '../../service/service.ts';
import { createStore, NEW } from '../../service/store.ts';
import { isRewritten, prepareSubject } from './entries.ts';
import { type Examination, examine } from './examine-fixture.ts';
import { NOT_RUN } from './not-run.ts';
import { type Lab, openLab } from './run-fixture.ts';
import { SIGNED_IN } from './sdk-modules.ts';

/** A lab for the tests of a file; it is there from the first test on. */
export function useLab(): () => Lab {
  let service: Service | undefined;
  let lab: Lab | undefined;
  beforeAll(async () => {
    // The later SDKs warn of the old form, which stays where a person must decide.
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    service = await startService(NEW);
    vi.stubGlobal('fetch', service.fetch);
    // An interval would go on and write into the store of the next fixture.
    vi.stubGlobal('setInterval', () => 0);
    service.begin({
      store: createStore({ users: [{ id: SIGNED_IN, metadata: {}, general: {} }] }),
      signedIn: SIGNED_IN,
    });
    lab = await openLab(service);
  });
  afterAll(async () => {
    lab?.close();
    vi.unstubAllGlobals();
    await service?.close();
  });
  return () => {
    if (lab === undefined) throw new Error('the lab is open only while tests run');
    return lab;
  };
}

/**
 * Declares the tests that run fixtures, where they can be run.
 *
 * @param states as for {@link examine}
 */
export function testRuns(names: readonly string[], states: 'all' | 'first'): void {
  const fixtures = names
    // Tests are run as tests: test/fixtures/tests-with-doubles.test.ts.
    .filter((name) => !name.startsWith('test-doubles/'))
    .map(loadCase)
    // A component runs only when its framework has compiled it.
    .filter(({ files }) => files.every(({ path }) => frameworkOf(path) === undefined))
    // Arguments are made from the types that a file writes, and these cases are about types written elsewhere.
    .filter(({ options }) => options.types !== true);
  if (fixtures.length === 0) return;
  const lab = useLab();
  for (const fixture of fixtures) {
    if (isRewritten(fixture)) {
      it(`${fixture.name}: the same before and after the rewrite, with the real SDKs`, async () => {
        // What is known to differ somewhere is looked for everywhere.
        const where = NOT_RUN[fixture.name]?.differsIn === undefined ? states : 'all';
        expectTheSame(fixture.name, await examine(lab(), prepareSubject(fixture), where));
      });
    } else {
      it(`${fixture.name}: left to a person, or none of our business, and unchanged`, () => {
        for (const file of fixture.files) expect(withoutTodos(file.output), file.path).toBe(withoutTodos(file.input));
      });
    }
  }
}

function expectTheSame(name: string, { problems, missed, writing }: Examination): void {
  const [first] = problems;
  const gap = NOT_RUN[name];
  if (gap?.differsIn !== undefined) {
    // What differs there is looked at by hand; nothing else may.
    expect(new Set(problems.map(({ where }) => where.split(': ').at(-1)))).toEqual(new Set(gap.differsIn));
    return;
  }
  if (first !== undefined)
    expect(first.after, `${name} ${first.where} (${String(problems.length)} differences)`).toEqual(first.before);
  // Equal to the matcher's eyes is not enough: a key that holds undefined is a key.
  expect(problems.map(({ where }) => where)).toEqual([]);
  expect(missed, `${name}: the rewritten calls that no run has met (test/proof/runtime/not-run.ts)`).toEqual(
    gap?.missed ?? [],
  );
  expect(writing === 0, `${name}: whether nothing is ever written (test/proof/runtime/not-run.ts)`).toBe(
    gap?.writesNothing ?? false,
  );
}

/** Lines that say what is left to do are all that may be added. */
function withoutTodos(text: string): string {
  return text.replace(/^[ \t]*\/\/ TODO\(clerk-metadata\).*\r?\n/gm, '');
}
