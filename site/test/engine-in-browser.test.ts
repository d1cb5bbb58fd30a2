/**
 * The engine in the built page says what the engine of the command says: each fixture that is one file goes through the
 * page's own worker, through the engine, and through the built command.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Report } from '../../cli/report.ts';
import { type Case, type CaseFile, listCases, loadCase } from '../../test/fixtures/cases.ts';
import { analyze, applyEdits, findSyntaxProblem, type Finding } from '../../transforms/index.ts';
import { type Plan, planRewrite } from '../../transforms/plan-rewrite.ts';
import type { EngineAnswer, EngineOptions, EngineRequest } from '../engine/engine-messages.ts';
import { ROOT } from '../build/site-pages.ts';
import { awaitResult, browseSite } from './browse-site.ts';

interface Single {
  readonly fixture: Case;
  readonly file: CaseFile;
}

const SINGLES = listCases()
  .map(loadCase)
  .flatMap((fixture): Single[] => {
    const [file] = fixture.files;
    return file === undefined || fixture.texts('input').size > 1 ? [] : [{ fixture, file }];
  });

/** What the page's worker says of each fixture, in their order. */
let inBrowser: readonly Plan[];

beforeAll(async () => {
  const { open } = await browseSite();
  const { page } = await open('playground');
  await awaitResult(page);
  const [worker] = page.workers();
  if (worker === undefined) throw new Error('the page has started no worker');
  const requests = SINGLES.map(({ fixture, file }, id): EngineRequest => ({
    id,
    files: [
      { path: file.path, text: file.input },
      ...(fixture.options.dependsOnSdk === false ? [{ path: 'package.json', text: '{}' }] : []),
    ],
    options: optionsOf(fixture),
  }));
  const answers = await page.evaluate(askWorker, { address: worker.url(), requests });
  inBrowser = answers.map(({ results }) => {
    const [result] = results;
    if (result === undefined) throw new Error('the worker says nothing of a file');
    return result.plan;
  });
}, 300_000);

/** Runs in the page. */
async function askWorker({
  address,
  requests,
}: {
  address: string;
  requests: readonly EngineRequest[];
}): Promise<readonly EngineAnswer[]> {
  const worker = new Worker(address);
  const answers: EngineAnswer[] = [];
  await new Promise<void>((done, fail) => {
    worker.addEventListener('error', ({ message }) => {
      fail(new Error(message));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<EngineAnswer>) => {
      if (answers.push(data) === requests.length) done();
    });
    for (const request of requests) worker.postMessage(request);
  });
  worker.terminate();
  return answers;
}

function optionsOf({ options }: Case): EngineOptions {
  const { exact, frontendReplace, newMethods, only, removeUnused, skipReview, todo } = options;
  return Object.fromEntries(
    Object.entries({ exact, frontendReplace, newMethods, only, removeUnused, skipReview, todo }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

it('there are more than a thousand of them', () => {
  expect(SINGLES.length).toBeGreaterThan(1000);
  expect(inBrowser.length).toBe(SINGLES.length);
});

describe('what the page says is what the engine says', () => {
  it.each(SINGLES.map((single, index) => ({ name: single.fixture.name, single, index })))(
    '$name',
    ({ single: { fixture, file }, index }) => {
      const project = fixture.project('input');
      const engine = { analyze, findSyntaxProblem };
      const plan = planRewrite(file.input, file.fileName, engine, applyEdits, { ...optionsOf(fixture), project });
      expect(inBrowser[index]).toEqual(plan);
      // With types some are decided otherwise.
      if (fixture.options.types !== true) expect(plan).toMatchObject({ kind: 'planned', output: file.output });
    },
  );
});

describe('what the page says is what the built command says', () => {
  const plain = SINGLES.map((single, index) => ({ ...single, index })).filter(
    ({ fixture: { options } }) => options.dependsOnSdk !== false && options.newMethods !== true,
  );
  const groups = [...new Set(plain.map(({ fixture }) => flagsOf(fixture).join(' ')))];

  it.each(groups)('with the options "%s"', (flags) => {
    const singles = plain.filter(({ fixture }) => flagsOf(fixture).join(' ') === flags);
    const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-site-'));
    try {
      // Each in a folder of its own, and no package around it: a file on its own.
      for (const { fixture, file } of singles) {
        const path = join(folder, fixture.name, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file.input);
      }
      const report = runCommand(folder, flags.split(' ').filter(Boolean));
      for (const { fixture, file, index } of singles) {
        const path = `${fixture.name}/${file.path}`;
        const reported = report.files.find((found) => found.path === path)?.findings ?? [];
        const found = inBrowser[index]?.findings ?? [];
        expect(found.length, path).toBe(reported.length);
        for (const [place, finding] of reported.entries()) {
          const { fingerprint, excerpts, ...told } = finding;
          expect([typeof fingerprint, Array.isArray(excerpts)]).toEqual(['string', true]);
          expect(asReported(found[place]), path).toMatchObject(told);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The options of the command that a fixture's are. */
function flagsOf(fixture: Case): string[] {
  const { exact, frontendReplace, only = [], removeUnused, skipReview, todo } = fixture.options;
  return [
    ...(exact === true ? ['--exact'] : []),
    ...(skipReview === true ? ['--skip-review'] : []),
    ...(removeUnused === true ? ['--remove-unused'] : []),
    ...(frontendReplace === undefined ? [] : [`--frontend-replace=${frontendReplace}`]),
    ...only.map((area) => `--only=${area}`),
    ...(todo === undefined || todo === false ? [] : [todo === true ? '--todo' : `--todo=${todo}`]),
  ];
}

function runCommand(folder: string, flags: readonly string[]): Report {
  const args = ['--dry-run', '--force', '--no-types', '--reporter', 'json', '-o', 'report.json', ...flags, '.'];
  try {
    execFileSync(process.execPath, [join(ROOT, 'dist/cli.cjs'), ...args], {
      cwd: folder,
      // What it prints for people is longer than what is kept of that.
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    // 1: something is left to decide.
    if ((error as { status?: number }).status !== 1) throw error;
  }
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
}

/** A finding with its place as a report has it. */
function asReported(finding: Finding | undefined): unknown {
  if (finding === undefined) return undefined;
  const { from, to } = finding;
  return { ...finding, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}
