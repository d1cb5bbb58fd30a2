import { describe, expect, it } from 'vitest';
import type { Engine } from '../../cli/engine.ts';
import type { Finding } from '../../transforms/finding.ts';
import { createFakeEngine } from './fake-engine.ts';
import { APPLICATION, makeRepository, readText, runCommand } from './harness.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const REVIEW = 'users.updateUser(id); // review\n';
const MANUAL = 'users.updateUser(id); // manual\n';
const IGNORED = 'users.updateUser(id); // ignored\n';
const ESCAPE = '\u001B[';

describe('the pretty report', () => {
  it('lists each call with its place, its change, its verdict and the reason', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': EXACT + REVIEW, 'src/b.ts': `${'\n'.repeat(99)}${MANUAL}${IGNORED}` });
    const { code, stdout, stderr } = await runCommand(folder, []);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(
      [
        'src/a.ts',
        '    1:7  updateUser → replaceUserMetadata  exact',
        '    2:1  updateUser → replaceUserMetadata  review',
        '         This value may be an object, whose keys would now merge with the stored ones, or null or undefined.',
        '',
        'src/b.ts',
        '  100:1  updateUser                        manual',
        "         This looks like the SDK's general update, but where the object it is called on comes from can't be proved.",
        '  101:1  updateUser                        ignored',
        '',
        'Rewrote 2 calls in 1 file.',
        '  1 exact    ',
      ].join('\n'),
    );
  });

  it('says where the cause of a reason is, if that is another line', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': 'users.updateUser(id); // review\n\n  users.updateUser(id); // review\n' });
    const fake = createFakeEngine();
    // The fake's reasons are on their own line: move the second finding's to the first line.
    const moved = (finding: Finding): Finding => ({ ...finding, reasons: finding.reasons.map((reason) => ({ ...reason, line: 1, column: 5 })) });
    const engine: Engine = {
      ...fake,
      loadAnalyze: async () => {
        const analyze = await fake.loadAnalyze();
        return (...args) => {
          const analysis = analyze(...args);
          return analysis.kind === 'analyzed' ? { ...analysis, findings: analysis.findings.map(moved) } : analysis;
        };
      },
    };
    const lines = (await runCommand(folder, [], { engine })).stdout.split('\n').filter((line) => line.startsWith('       This value'));
    expect(lines.map((line) => line.endsWith('undefined. (1:5)'))).toEqual([false, true]);
  });

  it('lists what to review and what is left below the reason, each with its page', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': REVIEW + MANUAL, 'src/b.ts': MANUAL });
    const { stdout } = await runCommand(folder, []);
    expect(stdout).toMatch(/\nTo review \(1\)\n {2}This value may be .*\n {4}\S*docs\/reasons\.md#value-may-merge\n {4}src\/a\.ts:1:1\n\n/);
    expect(stdout).toMatch(/\nLeft for a person \(2\)\n {2}This looks like .*\n {4}\S*docs\/reasons\.md#receiver-unproven\n {4}src\/a\.ts:2:1\n {4}src\/b\.ts:1:1\n\n/);
  });

  it.each([
    ['Rewrote 1 call in 1 file.', { 'a.ts': EXACT }, []],
    ['Rewrote 3 calls in 2 files.', { 'a.ts': EXACT + REVIEW, 'b.ts': EXACT }, []],
    ['1 call to rewrite in 1 file.', { 'a.ts': EXACT }, ['--check']],
    ['Nothing to rewrite. 1 call is left for a person.', { 'a.ts': MANUAL }, []],
    ['Nothing to rewrite. 2 calls are left for a person.', { 'a.ts': MANUAL + MANUAL + IGNORED }, []],
    ['Nothing to rewrite. Every call found is silenced.', { 'a.ts': IGNORED }, []],
    ['Already migrated: nothing is left to rewrite in 1 file.', { 'a.ts': 'export {};\n' }, []],
    ['Already migrated for users and http: nothing is left to rewrite in 1 file.', { 'a.ts': 'export {};\n' }, ['--only', 'users', '--only', 'http']],
    ['No Clerk dependency here: ', { 'package.json': '{}', 'a.ts': 'export {};\n' }, []],
    ['No call to rewrite in 1 file.', { 'a.ts': 'export {};\n' }, ['--ignore', 'x']],
    ['Rewrote 1 call in 1 file. 1 call could not be written. 1 error, listed on standard error.', { 'a.ts': EXACT, 'b.ts': 'users.updateUser(id); // breaks\n' }, []],
    ['Nothing to rewrite was found in the 1 file that could be read.', { 'a.ts': 'export {};\n' }, ['.', 'nowhere']],
  ])('says: %s', async (sentence, files, args) => {
    const base = sentence.startsWith('No call') ? {} : APPLICATION;
    expect((await runCommand(makeRepository({ ...base, ...files }), args)).stdout).toContain(sentence);
  });

  it('says once what no rewrite can keep', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT + EXACT, 'b.ts': REVIEW });
    expect((await runCommand(folder, [])).stdout.split('The old call was one request.')).toHaveLength(2);
    expect((await runCommand(folder, [])).stdout).not.toContain('one request');
  });

  it('shows the SDK packages and the upgrade to make', async () => {
    const folder = makeRepository({
      'package.json': '{ "dependencies": { "@clerk/nextjs": "^6.0.0", "@clerk/clerk-react": "^5.0.0", "@clerk/backend": "^3.7.0" } }',
      'package-lock.json': '{ "packages": { "node_modules/@clerk/nextjs": { "version": "6.39.1" } } }',
      'a.ts': EXACT,
    });
    expect((await runCommand(folder, [])).stdout).toContain(
      [
        'SDK versions',
        '  @clerk/backend      ^3.7.0  not installed  has the new methods       package.json',
        '  @clerk/clerk-react  ^5.0.0  not installed  has no new methods        package.json',
        '    → move to @clerk/react@^6.9.1',
        '  @clerk/nextjs       ^6.0.0  6.39.1         too old: 7.5.2 is needed  package.json',
        '    → upgrade to @clerk/nextjs@^7.5.2, a new major version: see its upgrade guide',
      ].join('\n'),
    );
  });

  it('names up to three package.json files with the same range, and counts more', async () => {
    const packages = (amount: number) =>
      Object.fromEntries(
        Array.from({ length: amount }, (_, index) => [
          [`p${String(index)}/package.json`, '{ "dependencies": { "@clerk/nextjs": "^8" } }'],
          [`p${String(index)}/a.ts`, ''],
        ]).flat(),
      ) as Record<string, string>;
    expect((await runCommand(makeRepository(packages(3)), [])).stdout).toContain('  p0/package.json, p1/package.json, p2/package.json\n');
    expect((await runCommand(makeRepository(packages(4)), [])).stdout).toContain('  4 package.json files\n');
  });

  it('names what was skipped, build output by its folder', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': '', 'packages/x/dist/a.js': '', 'packages/x/dist/deep/b.js': '', 'distance/dist/c.js': '', 'p/x.min.js': '' });
    const { stdout } = await runCommand(folder, []);
    expect(stdout).toContain('  distance/dist    build output, 1 file\n  p/x.min.js       minified\n  packages/x/dist  build output, 2 files\n');
  });

  it('lists the errors itself where it goes to a file', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': '@@@updateUser' });
    const { stdout, stderr } = await runCommand(folder, ['-o', 'report.txt']);
    expect(stdout).toBe('');
    expect(readText(folder, 'report.txt')).toContain("Errors\n  a.ts:1:1: doesn't parse: Expression expected.\n");
    expect(stderr).toBe("error: a.ts:1:1: doesn't parse: Expression expected.\n");
  });

  it('breaks lines for a terminal only', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': MANUAL });
    const longest = (text: string) => Math.max(...text.split('\n').filter((line) => line.includes('This looks') || line.includes('proved')).map((line) => line.length));
    expect(longest((await runCommand(folder, ['--check'], { columns: 72, env: { NO_COLOR: '1' } })).stdout)).toBeLessThanOrEqual(72);
    expect(longest((await runCommand(folder, ['--check'])).stdout)).toBeGreaterThan(100);
  });

  it.each([
    ['a pipe', {}, false],
    ['a terminal', { columns: 80 }, true],
    ['a terminal with NO_COLOR', { columns: 80, env: { NO_COLOR: '1' } }, false],
    ['a dumb terminal', { columns: 80, env: { TERM: 'dumb' } }, false],
    ['a pipe with FORCE_COLOR', { env: { FORCE_COLOR: '1' } }, true],
    ['a terminal with FORCE_COLOR=0', { columns: 80, env: { FORCE_COLOR: '0' } }, false],
    ['both', { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false],
  ])('has colours as it should: %s', async (_, settings, colored) => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT });
    const { stdout, stderr } = await runCommand(folder, ['--dry-run'], settings);
    expect([stdout.includes(ESCAPE), stderr.includes(ESCAPE)]).toEqual([colored, colored]);
    expect((await runCommand(folder, ['--reporter', 'json', '--check'], settings)).stdout).not.toContain(ESCAPE);
  });
});
