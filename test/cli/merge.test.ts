import { join } from 'node:path';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../cli/report.ts';
import {
  APPLICATION,
  git,
  makeFolder,
  makeRepository,
  readText,
  runCommand,
  runForReport,
  writeFiles,
} from './harness.ts';
import { schemaProblems } from './schema.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const REVIEW = 'users.updateUser(id); // review\n';
const MANUAL = 'users.updateUser(id); // manual\n';

/** The smallest report that the contract allows: what a program of another maker would write. */
const SMALL = {
  schemaVersion: 1,
  version: '0.1.0',
  apiVersion: '2026-05-12',
  root: '/home/runner/work/small/small',
  summary: {
    filesScanned: 3,
    filesParsed: 1,
    filesChanged: 1,
    findings: 1,
    exact: 1,
    review: 0,
    manual: 0,
    ignored: 0,
    errors: 0,
    durationMs: 7,
  },
  files: [
    {
      path: 'src/a.ts',
      changed: true,
      findings: [
        {
          kind: 'call',
          surface: 'users',
          method: 'updateUser',
          target: 'replaceUserMetadata',
          fields: ['publicMetadata'],
          verdict: 'exact',
          reasons: [],
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 9,
          edits: [{ start: 0, end: 9, text: 'x' }],
        },
      ],
    },
  ],
  errors: [],
  skipped: [],
  sdk: [],
};

/** Runs in a repository with this address and returns what `--reporter json` wrote. */
async function reportOf(
  name: string,
  files: Record<string, string>,
  inside = '.',
  args: readonly string[] = ['--dry-run'],
): Promise<string> {
  const folder = makeRepository({ ...APPLICATION, ...files });
  if (name !== '') git(folder, 'remote', 'add', 'origin', `git@example.com:${name}.git`);
  return (await runCommand(join(folder, inside), ['--reporter', 'json', ...args])).stdout;
}

async function merge(
  files: Record<string, string | Uint8Array>,
  args: readonly string[],
): Promise<{ code: number; stderr: string; report: Report }> {
  const { code, stderr, report } = await runForReport(makeFolder(files), ['--merge', ...args]);
  expect(schemaProblems(report)).toEqual([]);
  return { code, stderr, report };
}

describe('--merge', () => {
  it('makes one report of many, with the names of the repositories in front of the paths', async () => {
    const web = await reportOf('acme/web', {
      'src/a.ts': EXACT + MANUAL,
      'src/bad.ts': 'updateUser\n@@@',
      'dist/b.js': EXACT,
    });
    const api = await reportOf('acme/api', { 'packages/core/a.ts': REVIEW }, 'packages/core', []);
    const { code, stderr, report } = await merge({ 'reports/web.json': web, 'reports/api.json': api }, [
      'reports/web.json',
      'reports/api.json',
    ]);
    expect(code).toBe(0);
    expect(stderr).toBe("error: acme/web/src/bad.ts:2:1: doesn't parse: Expression expected.\n");
    expect(report).toMatchObject({
      mode: 'merge',
      summary: { filesScanned: 3, filesChanged: 2, findings: 3, exact: 1, review: 1, manual: 1, ignored: 0, errors: 1 },
      files: [
        { path: 'acme/api/packages/core/a.ts', repository: 'acme/api', package: 'app' },
        { path: 'acme/web/src/a.ts', repository: 'acme/web' },
      ],
      skipped: [{ path: 'acme/web/dist/b.js' }],
      sdk: [{ manifest: 'acme/api/package.json' }, { manifest: 'acme/web/package.json' }],
      reports: [
        { name: 'acme/web', path: '', mode: 'dry-run' },
        { name: 'acme/api', path: 'packages/core', mode: 'write' },
      ],
    });
  });

  it('takes folders, patterns, what has only what the contract names, and merged reports', async () => {
    const web = await reportOf('acme/web', { 'a.ts': EXACT });
    const files = { 'in/web/r.json': web, 'in/small/r.json': JSON.stringify(SMALL) };
    const { report } = await merge(files, ['in']);
    expect(report.summary).toMatchObject({ findings: 2, filesScanned: 4 });
    expect(report.files.map(({ path }) => path)).toEqual(['acme/web/a.ts', 'small/src/a.ts']);
    expect(report.reports?.map(({ mode }) => mode).sort()).toEqual(['dry-run', 'unknown']);
    const api = await reportOf('acme/api', { 'a.ts': MANUAL });
    const again = await merge({ 'merged.json': JSON.stringify(report), 'api.json': api }, ['*.json']);
    expect(again.report.files.map(({ path, repository }) => [path, repository])).toEqual([
      ['acme/api/a.ts', 'acme/api'],
      ['acme/web/a.ts', 'acme/web'],
      ['small/src/a.ts', 'small'],
    ]);
    expect(again.report.reports).toHaveLength(3);
  });

  it.each([
    ['nothing', '', 'is empty: the run that should have written it may have failed'],
    ['no JSON', 'error: no file matched', "isn't JSON; --reporter json writes what can be merged"],
    ['a binary file', Buffer.from([0, 1, 2]), 'is a binary file (it has a zero byte), not source text'],
    [
      'other JSON',
      '{ "name": "app" }',
      "isn't a report of clerk-metadata-codemod (it has no schemaVersion); --reporter json writes one",
    ],
    ['a list', '[]', "isn't a report of clerk-metadata-codemod (it has no schemaVersion); --reporter json writes one"],
    [
      'another format',
      JSON.stringify({ ...SMALL, schemaVersion: 2 }),
      'has the format 2, and this version reads 1; merge with the version that wrote it',
    ],
    [
      'a report that lacks something',
      JSON.stringify({ ...SMALL, files: undefined }),
      "isn't a report that can be read: files is missing",
    ],
    [
      'a report with something else in it',
      JSON.stringify({ ...SMALL, files: [{ path: 1 }] }),
      "isn't a report that can be read: files.0.changed is missing",
    ],
    [
      'a verdict that there isn’t',
      JSON.stringify({
        ...SMALL,
        files: [{ ...SMALL.files[0], findings: [{ ...SMALL.files[0]?.findings[0], verdict: 'maybe' }] }],
      }),
      "isn't a report that can be read: files.0.findings.0.verdict is none of exact, review, manual, ignored",
    ],
  ])('names the file that holds %s, and merges the others', async (_, content, why) => {
    const { code, stderr, report } = await merge({ 'good.json': JSON.stringify(SMALL), 'bad.json': content }, [
      'good.json',
      'bad.json',
    ]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: `error: bad.json: ${why}\n` });
    expect(report).toMatchObject({ summary: { findings: 1, errors: 1 }, errors: [{ path: 'bad.json', message: why }] });
  });

  it('names what there is not', async () => {
    const { code, stderr } = await merge({ 'empty/a.txt': '' }, ['gone.json', 'empty']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'error: empty: there is no .json file in this folder\nerror: gone.json: no such report, and no file matches it as a pattern\n',
    });
  });

  it('counts nothing twice', async () => {
    const small = JSON.stringify(SMALL);
    const twice = await merge({ 'a.json': small, 'b.json': small }, ['.']);
    expect(twice).toMatchObject({
      code: 2,
      stderr: 'error: b.json: is a report of small, as a.json is, and was left out so that nothing counts twice\n',
    });
    expect(twice.report.summary.findings).toBe(1);

    const elsewhere = JSON.stringify({ ...SMALL, root: '/srv/small' });
    const alike = await merge({ 'a.json': small, 'b.json': elsewhere }, ['.']);
    expect(alike.code).toBe(0);
    expect(alike.report.files.map(({ path }) => path)).toEqual(['small (/srv/small)/src/a.ts', 'small/src/a.ts']);

    const files = { 'app/a.ts': EXACT, 'b.ts': EXACT };
    const whole = await reportOf('acme/web', files);
    const part = await reportOf('acme/web', files, 'app');
    const overlapping = await merge({ 'a.json': whole, 'b.json': part }, ['.']);
    expect(overlapping).toMatchObject({
      code: 2,
      stderr: 'error: b.json: has a file that is in another report too, and counted there: acme/web/app/a.ts\n',
    });
    expect(overlapping.report.summary.findings).toBe(2);
  });

  it('reads what a shell redirected as UTF-16', async () => {
    const { code, report } = await merge({ 'a.json': Buffer.from(`\uFEFF${JSON.stringify(SMALL)}`, 'utf16le') }, [
      'a.json',
    ]);
    expect({ code, findings: report.summary.findings }).toEqual({ code: 0, findings: 1 });
  });

  it('scans nothing and writes nothing but the reports', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT, 'small.json': JSON.stringify(SMALL) });
    const { code, stdout } = await runCommand(folder, ['--merge', 'small.json', '-o', 'sarif=merged.sarif']);
    expect({ code, source: readText(folder, 'a.ts') }).toEqual({ code: 0, source: EXACT });
    expect(stdout).toContain('1 call in 1 file of 1 report.\n');
    expect(git(folder, 'status', '--porcelain')).toBe('?? merged.sarif\n');
  });

  it('fails with --check where anything is left', async () => {
    const folder = makeFolder({ 'small.json': JSON.stringify(SMALL) });
    expect((await runCommand(folder, ['--merge', 'small.json', '--check'])).code).toBe(1);
    writeFiles(folder, { 'small.json': JSON.stringify({ ...SMALL, files: [] }) });
    expect((await runCommand(folder, ['--merge', 'small.json', '--check'])).code).toBe(0);
  });

  it('gives SARIF a run for each repository, with its own paths', async () => {
    const api = await reportOf('acme/api', { 'packages/core/a.ts': REVIEW }, 'packages/core');
    const folder = makeFolder({ 'a.json': JSON.stringify(SMALL), 'b.json': api, 'c.json': '{}' });
    const log = JSON.parse((await runCommand(folder, ['--merge', '.', '--reporter', 'sarif'])).stdout) as Log;
    const runs = log.runs.map((run) => ({
      id: run.automationDetails?.id,
      uris: run.results?.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri),
      notes: run.invocations?.[0]?.toolExecutionNotifications?.length,
    }));
    expect(runs).toEqual([
      { id: 'clerk-metadata-codemod/small/', uris: ['src/a.ts'], notes: 0 },
      { id: 'clerk-metadata-codemod/acme/api/', uris: ['packages/core/a.ts'], notes: 0 },
      { id: 'clerk-metadata-codemod/', uris: [], notes: 1 },
    ]);
  });

  it('annotates a workflow without places, which are in other repositories', async () => {
    const folder = makeFolder({ 'a.json': JSON.stringify(SMALL) });
    const { stdout } = await runCommand(folder, ['--merge', 'a.json', '--reporter', 'github']);
    expect(stdout).toContain(
      '::notice title=Clerk metadata%3A to rewrite::small/src/a.ts:1:1: updateUser → replaceUserMetadata: Provably the same program.\n',
    );
  });
});
