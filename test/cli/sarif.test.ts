import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ajvDraft04 from 'ajv-draft-04';
import type { Log, Region, Result, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { lineStarts } from '../../transforms/edit/moved-places.ts';
import { REASONS } from '../../transforms/reasons.ts';
import {
  APPLICATION,
  makeRepository,
  type Outcome,
  readText,
  runCommand,
  type Settings,
  writeFiles,
} from './harness.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const REVIEW = 'users.updateUser(id); // review\n';
const MANUAL = 'users.updateUser(id); // manual\n';
const IGNORED = 'users.updateUser(id); // ignored\n';

const schema = JSON.parse(
  readFileSync(fileURLToPath(new URL('sarif-schema-2.1.0.json', import.meta.url)), 'utf8'),
) as object;
const validate = new ajvDraft04.default({
  allErrors: true,
  strict: false,
  formats: { uri: isUri, 'uri-reference': true, 'date-time': true },
}).compile(schema);

function isUri(text: string): boolean {
  return URL.canParse(text);
}

/** Runs and reads the only run of a log that the schema allows. */
async function runForSarif(
  folder: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<Outcome & { readonly run: Run; readonly results: Result[] }> {
  const outcome = await runCommand(folder, ['--reporter', 'sarif', ...args], settings);
  const log = JSON.parse(outcome.stdout) as Log;
  expect(validate(log) ? [] : validate.errors).toEqual([]);
  const [run] = log.runs;
  if (run === undefined || log.runs.length > 1) throw new Error('one run is expected');
  return { ...outcome, run, results: run.results ?? [] };
}

function regionOf(result: Result | undefined): Region | undefined {
  return result?.locations?.[0]?.physicalLocation?.region;
}

/** Applies the fixes of all results as an editor would: by line and column in UTF-16 code units. */
function applyFixes(text: string, results: readonly Result[]): string {
  const starts = lineStarts(text);
  const offset = (line = 0, column = 0): number => (starts[line - 1] ?? 0) + column - 1;
  const replacements = results.flatMap(({ fixes = [] }) =>
    fixes.flatMap(({ artifactChanges }) => artifactChanges.flatMap((change) => change.replacements)),
  );
  return replacements
    .map(({ deletedRegion: region, insertedContent }) => ({
      start: offset(region.startLine, region.startColumn),
      end: offset(region.endLine, region.endColumn),
      text: insertedContent?.text ?? '',
    }))
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, text: inserted }) => result.slice(0, start) + inserted + result.slice(end), text);
}

describe('--reporter sarif', () => {
  it('has a result for each finding, by verdict, with the rule that decided it', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a b.ts': EXACT + REVIEW + MANUAL + IGNORED });
    const { code, run, results } = await runForSarif(folder, ['--check']);
    expect(code).toBe(1);
    expect(results.map(({ ruleId, level, suppressions }) => [ruleId, level, suppressions?.[0]?.kind])).toEqual([
      ['metadata-in-update', 'note', undefined],
      ['value-may-merge', 'warning', undefined],
      ['receiver-unproven', 'error', undefined],
      ['metadata-in-update', 'note', 'inSource'],
    ]);
    for (const { ruleId, ruleIndex } of results) expect(run.tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(run.originalUriBaseIds).toEqual({ '%SRCROOT%': { uri: `${pathToFileURL(folder).href}/` } });
    expect(results[1]).toMatchObject({
      message: { text: `updateUser → replaceUserMetadata: ${REASONS['value-may-merge'].message}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/a%20b.ts', uriBaseId: '%SRCROOT%' },
            region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 21 },
          },
        },
      ],
      relatedLocations: [
        {
          message: { text: REASONS['value-may-merge'].message },
          physicalLocation: { region: { startLine: 2, startColumn: 7 } },
        },
      ],
      properties: { verdict: 'review', target: 'replaceUserMetadata', fields: ['publicMetadata'] },
    });
  });

  it('describes its rules with the page about the reason', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT + REVIEW + MANUAL });
    const { rules = [] } = (await runForSarif(folder, ['--check'])).run.tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(['metadata-in-update', 'value-may-merge', 'receiver-unproven']);
    const rule = rules[1];
    expect(rule?.name).toBe('ValueMayMerge');
    expect(rule?.shortDescription?.text).toBe(REASONS['value-may-merge'].message);
    expect(rule?.help?.markdown).toMatch(/^## value-may-merge\n/);
    expect(rule?.help?.text).toContain('publicMetadata: { ...user.publicMetadata, plan }');
    expect(rule?.help?.text).not.toContain('```');
    // Until package.json names a repository, there is nothing to link to.
    expect(rule?.helpUri).toBeUndefined();
    expect(rule?.help?.text).toContain('--explain value-may-merge');
    for (const { help } of rules) expect(help?.markdown).not.toMatch(/\]\((?!https:)/);
  });

  it('leaves a person what --exact leaves, under the reason', async () => {
    const text = `import { useUser } from '@clerk/react';
export const useSave = (settings) => {
  const { user } = useUser();
  return () => user?.update({ unsafeMetadata: settings });
};
`;
    const folder = makeRepository({ ...APPLICATION, 'a.ts': text });
    const { results } = await runForSarif(folder, ['--check', '--exact'], { engine: ENGINE });
    expect(results.map(({ ruleId, level, fixes }) => ({ ruleId, level, fixes }))).toEqual([
      { ruleId: 'replace-becomes-merge', level: 'error', fixes: undefined },
    ]);
  });

  it.each(['\n', '\r\n', '\r', '\u2028'])('has fixes that give what a rewrite writes (line end %j)', async (end) => {
    const text = [
      `import { clerkClient } from '@clerk/express';`,
      `export async function verify(userId: string) {`,
      `  const user = await clerkClient.users.getUser(userId);`,
      `  /* 😀漢 */ await clerkClient.users.updateUser(userId, {`,
      `    firstName: 'A',`,
      `    publicMetadata: { ...user.publicMetadata, verified: true },`,
      `  });`,
      `  await clerkClient.users.updateUser(userId, { publicMetadata: { a: 1 } });`,
      `}`,
    ].join(end);
    const folder = makeRepository({ ...APPLICATION, 'a.ts': `\uFEFF${text}` });
    const { results } = await runForSarif(folder, ['--dry-run'], { engine: ENGINE });
    expect(results).toHaveLength(2);
    await runCommand(folder, [], { engine: ENGINE });
    const written = readText(folder, 'a.ts');
    expect(written).not.toBe(`\uFEFF${text}`);
    expect(`\uFEFF${applyFixes(text, results)}`).toBe(written);
  });

  it('points to where the code is after a rewrite, and has nothing left to fix there', async () => {
    const text = `import { clerkClient } from '@clerk/express';
export async function save(clients, userId: string) {
  await clerkClient.users.updateUser(userId, { firstName: 'A', publicMetadata: { role: 'admin' } });
  await clients.users.updateUser(userId, { publicMetadata: { role: 'admin' } });
}
`;
    const folder = makeRepository({ ...APPLICATION, 'a.ts': text });
    const { results } = await runForSarif(folder, [], { engine: ENGINE });
    const line =
      readText(folder, 'a.ts')
        .split('\n')
        .findIndex((found) => found.includes('clients.users')) + 1;
    expect(line).toBeGreaterThan(4);
    expect(regionOf(results[1])).toMatchObject({ startLine: line, startColumn: 9 });
    expect(results.map(({ fixes, properties }): unknown[] => [fixes, properties?.['rewritten']])).toEqual([
      [undefined, true],
      [undefined, false],
    ]);
  });

  it('has fingerprints that stay when lines move, and differ between calls that are alike', async () => {
    const fingerprints = async (files: Record<string, string>, inside = '.'): Promise<unknown[]> => {
      const { results } = await runForSarif(join(makeRepository({ ...APPLICATION, ...files }), inside), ['--check']);
      return results.map(({ partialFingerprints }): unknown => partialFingerprints?.['clerkMetadataCall/v1']);
    };
    const before = await fingerprints({ 'src/a.ts': EXACT + EXACT + MANUAL });
    expect(new Set(before).size).toBe(2 + 1);
    expect(await fingerprints({ 'src/a.ts': `\n// moved\n${EXACT}\n\n${EXACT}${MANUAL}` })).toEqual(before);
    expect(await fingerprints({ 'src/a.ts': EXACT + EXACT + MANUAL }, 'src')).toEqual(before);
    expect(await fingerprints({ 'src/b.ts': EXACT + EXACT + MANUAL })).not.toEqual(before);
  });

  it('names files as the repository does, and those outside of it in full', async () => {
    const outside = makeRepository({ 'c.ts': MANUAL });
    const folder = makeRepository({
      'apps/web/package.json': APPLICATION['package.json'],
      'apps/web/a.ts': MANUAL,
      'lib/b.ts': MANUAL,
    });
    const { run, results } = await runForSarif(join(folder, 'apps/web'), ['--check', '.', '../../lib', outside]);
    expect(run.originalUriBaseIds?.['%SRCROOT%']?.uri).toBe(`${pathToFileURL(folder).href}/`);
    expect(
      results
        .map((result) => result.locations?.[0]?.physicalLocation?.artifactLocation)
        .map((location) => [location?.uri, location?.uriBaseId]),
    ).toEqual(
      [
        ['lib/b.ts', '%SRCROOT%'],
        [pathToFileURL(join(outside, 'c.ts')).href, undefined],
        ['apps/web/a.ts', '%SRCROOT%'],
      ].sort(([a = ''], [b = '']) => (a.includes('c.ts') ? -1 : b.includes('c.ts') ? 1 : 0)),
    );
  });

  it('tells what could not be done, and what was not looked at', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/bad.ts': 'updateUser\n  @@@\n', 'dist/c.js': EXACT });
    const { code, run } = await runForSarif(folder, ['--check']);
    expect(code).toBe(2);
    expect(run.invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          {
            level: 'error',
            message: { text: "src/bad.ts: doesn't parse: Expression expected." },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: 'src/bad.ts' }, region: { startLine: 2, startColumn: 3 } },
              },
            ],
          },
          { level: 'note', message: { text: 'dist/c.js: was not looked at: build output (dist)' } },
        ],
      },
    ]);
  });

  it('says once for each manifest which SDK has to be upgraded, or left', async () => {
    const manifest =
      '{ "name": "old", "dependencies": { "@clerk/backend": "^1.0.0", "@clerk/clerk-sdk-node": "^4.0.0" } }\n';
    const folder = makeRepository({ 'package.json': manifest, 'a.ts': EXACT, 'b.ts': EXACT });
    const { run } = await runForSarif(folder, ['--check']);
    const locations = [{ physicalLocation: { artifactLocation: { uri: 'package.json' } } }];
    expect(run.invocations?.[0]?.toolExecutionNotifications).toMatchObject([
      {
        level: 'warning',
        message: {
          text:
            "package.json: The new methods don't exist in @clerk/backend ^1.0.0. Upgrade to " +
            '@clerk/backend@^3.7.0 before you deploy. It is a new major version: see its upgrade guide.',
        },
        locations,
      },
      {
        level: 'warning',
        message: {
          text: "package.json: The new methods don't exist in @clerk/clerk-sdk-node ^4.0.0. Move to @clerk/express@^2.1.26 before you deploy.",
        },
        locations,
      },
    ]);
  });

  it('is valid where there is nothing to say', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': 'export {};\n' });
    expect(await runForSarif(folder, [])).toMatchObject({ code: 0, results: [] });
  });

  it('replaces a file whole, or leaves it as it was', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': MANUAL });
    writeFiles(folder, { 'report.sarif': 'x'.repeat(1_000_000) });
    expect(await runCommand(folder, ['--check', '-o', 'sarif=report.sarif'])).toMatchObject({ code: 1 });
    expect(JSON.parse(readText(folder, 'report.sarif'))).toMatchObject({ version: '2.1.0' });
  });
});
