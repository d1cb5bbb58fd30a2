/** Files whose reading or analysis never ends, by an engine that loops where it is told to. */
import { describe, expect, it } from 'vitest';
import { finishesWithin, inSlices } from '../../cli/watchdog.ts';
import { createFakeEngine } from './fake-engine.ts';
import { APPLICATION, makeRepository, readText, runCommand, runForReport } from './harness.ts';

const LIMITS = { file: 500, typedFile: 3000, program: 60_000 };
const CALL = (how: string): string => `users.updateUser(id, params); // ${how}\n`;
const TYPED_CALL = (how: string): string =>
  `declare const users: { updateUser(id: string): string };\n${CALL(how).replace('id, params', "'id'")}`;

const whyLate = (limit: string, work: string, way: string): string =>
  `took longer than ${limit} s to ${work}, and was left as it is. ${way} with --ignore; please report it if the file is an ordinary one`;

describe('a file that takes too long', () => {
  it('is an error with its name, and the others are done', async () => {
    const files = {
      ...APPLICATION,
      'a.ts': CALL('exact'),
      'b.ts': CALL('loops'),
      'c.ts': CALL('exact'),
      'd.ts': CALL('loops'),
      'e.ts': CALL('manual'),
    };
    const folder = makeRepository(files);
    const { code, report } = await runForReport(folder, [], { engine: createFakeEngine(LIMITS) });
    const message = whyLate('0.5', 'analyse', 'Leave it out');
    expect(code).toBe(2);
    expect(report.errors).toEqual(['b.ts', 'd.ts'].map((path) => ({ path, message, line: null, column: null })));
    expect(report.files.map(({ path, changed }) => [path, changed])).toEqual([
      ['a.ts', true],
      ['c.ts', true],
      ['e.ts', false],
    ]);
    expect(report.summary).toMatchObject({ filesScanned: 5, filesParsed: 5, exact: 2, manual: 1, errors: 2 });
    expect([readText(folder, 'b.ts'), readText(folder, 'c.ts')]).toEqual([
      files['b.ts'],
      CALL('exact').replace('updateUser', 'replaceUserMetadata'),
    ]);
  });

  it('may be one that is only scanned', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'a.ts': CALL('exact'),
      'b.ts': 'endless update',
      'c.ts': CALL('exact'),
    });
    const { code, report } = await runForReport(folder, ['--check'], { engine: createFakeEngine(LIMITS) });
    expect(code).toBe(2);
    expect(report.errors).toEqual([
      { path: 'b.ts', message: whyLate('0.5', 'read', 'Leave it out'), line: null, column: null },
    ]);
    expect(report.files.map(({ path }) => path)).toEqual(['a.ts', 'c.ts']);
  });

  it('may be one that takes it with types only; the next one has types again', async () => {
    const config = '{ "compilerOptions": { "strict": true, "types": [] } }';
    const folder = makeRepository({
      ...APPLICATION,
      'tsconfig.json': config,
      'a.ts': `export {};\n${TYPED_CALL('types')}`,
      'b.ts': `export {};\n${TYPED_CALL('types')}`,
      'c.ts': CALL('exact'),
    });
    const args = ['--check', '--project', 'tsconfig.json'];
    const { report } = await runForReport(folder, args, { engine: createFakeEngine({ ...LIMITS, typedFile: 500 }) });
    const message = whyLate('0.5', 'analyse with types', 'Run again with --no-types, or leave it out');
    expect(report.errors.map(({ path, message: why }) => [path, why])).toEqual([
      ['a.ts', message],
      ['b.ts', message],
    ]);
    expect(report.files.map(({ path }) => path)).toEqual(['c.ts']);
    const plain = await runForReport(folder, ['--check', '--no-types'], { engine: createFakeEngine(LIMITS) });
    expect(plain.report.summary).toMatchObject({ exact: 3, errors: 0 });
  });

  it('is without types where its project takes too long', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'tsconfig.json': '{}',
      'a.ts': `export {};\n${TYPED_CALL('types')}`,
    });
    const { report, stderr } = await runForReport(folder, ['--check', '--project', 'tsconfig.json'], {
      engine: createFakeEngine({ ...LIMITS, program: 1 }),
    });
    expect(report.summary).toMatchObject({ exact: 1, errors: 0 });
    expect(stderr).toContain('note: tsconfig.json takes longer than 0.001 s to read, so types are not used\n');
  });

  it('is an error on standard input, which gives no output', async () => {
    const folder = makeRepository(APPLICATION);
    const { code, stdout, stderr } = await runCommand(folder, ['--stdin-filepath', 'a.ts'], {
      engine: createFakeEngine(LIMITS),
      stdin: CALL('loops'),
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: a.ts: ${whyLate('0.5', 'analyse', 'Leave it out')}\n`,
    });
  });
});

describe('the watchdog', () => {
  it('ends what a catch and a finally would keep alive', () => {
    const seen: string[] = [];
    const isDone = finishesWithin(50, () => {
      for (;;) {
        try {
          for (;;);
        } catch {
          seen.push('caught');
        } finally {
          seen.push('finally');
        }
      }
    });
    expect({ isDone, seen }).toEqual({ isDone: false, seen: [] });
    expect(
      finishesWithin(1000, () => {
        seen.push('done');
      }),
    ).toBe(true);
    expect(seen).toEqual(['done']);
  });

  it('passes on what is thrown, as it is', () => {
    const error = new TypeError('of our own');
    expect(() =>
      finishesWithin(1000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  it('gives each item the whole time', () => {
    const late: number[] = [];
    const done: number[] = [];
    const slices = inSlices(
      [1, 2, 3, 4],
      100,
      (item) => {
        if (item % 2 === 0) for (;;);
        done.push(item);
      },
      (item) => {
        late.push(item);
      },
    );
    let count = 0;
    while (slices.next().done !== true) count++;
    expect({ done, late, count }).toEqual({ done: [1, 3], late: [2, 4], count: 2 });
  });
});
