/**
 * The tests that run the fixtures. They are many, so files share them out, and the machine's cores with them.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { listCases, loadCase } from '../../fixtures/cases.ts';
import { frameworkOf } from '../../../transforms/script-blocks.ts';
import { type Service, startService } from '../../service/service.ts';
import { createStore, NEW } from '../../service/store.ts';
import { isRewritten, prepareSubject } from './entries.ts';
import { type Examination, examine } from './examine.ts';
import { NOT_RUN } from './not-run.ts';
import { type Lab, openLab } from './run.ts';
import { SIGNED_IN } from './sdk-modules.ts';

/** A lab for the tests of a file; it is there from the first test on. */
export function useLab(): () => Lab {
  let service: Service | undefined;
  let lab: Lab | undefined;
  beforeAll(async () => {
    // The later SDKs warn of the old form, which stays where a person must decide.
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    service = await startService(NEW);
    service.begin({ store: createStore({ users: [{ id: SIGNED_IN, metadata: {}, general: {} }] }), signedIn: SIGNED_IN });
    lab = await openLab(service);
  });
  afterAll(async () => {
    lab?.close();
    await service?.close();
  });
  return () => {
    if (lab === undefined) throw new Error('the lab is open only while tests run');
    return lab;
  };
}

/**
 * Declares the tests of every so-manyth fixture.
 *
 * @param part from 0
 */
export function testFixtures(part: number, parts: number): void {
  const lab = useLab();
  const fixtures = listCases()
    // Tests are run as tests: test/fixtures/test-doubles.test.ts.
    .filter((name) => !name.startsWith('test-doubles/'))
    .filter((_, index) => index % parts === part)
    .map(loadCase)
    // A component runs only when its framework has compiled it.
    .filter(({ files }) => files.every(({ path }) => frameworkOf(path) === undefined))
    // Arguments are made from the types that a file writes, and these cases are about types written elsewhere.
    .filter(({ options }) => options.types !== true);
  describe('the same before and after the rewrite, with the real SDKs', () => {
    for (const fixture of fixtures.filter(isRewritten)) {
      it(fixture.name, async () => {
        expectTheSame(fixture.name, await examine(lab(), prepareSubject(fixture)));
      });
    }
  });
  describe('left to a person, or none of our business: unchanged', () => {
    for (const fixture of fixtures.filter((candidate) => !isRewritten(candidate))) {
      it(fixture.name, () => {
        for (const file of fixture.files) expect(withoutTodos(file.output), file.path).toBe(withoutTodos(file.input));
      });
    }
  });
}

function expectTheSame(name: string, { problems, missed, writing }: Examination): void {
  const [first] = problems;
  const gap = NOT_RUN[name];
  if (gap?.differsIn !== undefined) {
    // What differs there is looked at by hand; nothing else may.
    expect(new Set(problems.map(({ where }) => where.split(': ').at(-1)))).toEqual(new Set(gap.differsIn));
    return;
  }
  if (first !== undefined) expect(first.after, `${name} ${first.where} (${String(problems.length)} differences)`).toEqual(first.before);
  // Equal to the matcher's eyes is not enough: a key that holds undefined is a key.
  expect(problems.map(({ where }) => where)).toEqual([]);
  expect(missed, `${name}: the rewritten calls that no run has met (test/proof/runtime/not-run.ts)`).toEqual(gap?.missed ?? []);
  expect(writing === 0, `${name}: whether nothing is ever written (test/proof/runtime/not-run.ts)`).toBe(gap?.writesNothing ?? false);
}

/** Lines that say what is left to do are all that may be added. */
function withoutTodos(text: string): string {
  return text.replace(/^[ \t]*\/\/ TODO\(clerk-metadata\).*\r?\n/gm, '');
}
