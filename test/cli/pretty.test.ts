import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { REASONS } from '../../transforms/reasons.ts';
import { ROOT } from '../architecture/imports.ts';
import { APPLICATION, makeRepository, readText, runCommand, runForReport } from './harness.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const REVIEW = 'users.updateUser(id); // review\n';
const MANUAL = 'users.updateUser(id); // manual\n';
const IGNORED = 'users.updateUser(id); // ignored\n';
const ESCAPE = '\u001B[';

describe('the pretty report', () => {
  it('lists each call with its place, its change, its verdict and its reasons', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'src/a.ts': EXACT + REVIEW,
      'src/b.ts': `${'\n'.repeat(99)}${MANUAL}${IGNORED}`,
    });
    const { code, stdout, stderr } = await runCommand(folder, []);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(
      [
        'src/a.ts',
        '    1:7  updateUser → replaceUserMetadata  exact',
        '    2:1  updateUser → replaceUserMetadata  review   value-may-merge',
        '',
        'src/b.ts',
        '  100:1  updateUser                        manual   receiver-unproven',
        '  101:1  updateUser                        ignored',
        '',
        'Rewrote 2 calls in 1 file.',
        '  1 exact    ',
      ].join('\n'),
    );
  });

  it('says each reason once, above the places that caused it', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': REVIEW + MANUAL, 'src/b.ts': `\n  ${MANUAL}` });
    const { stdout } = await runCommand(folder, []);
    expect(stdout).toContain(
      [
        '',
        'To review (1 call)',
        '  value-may-merge',
        `  ${REASONS['value-may-merge'].message}`,
        '    src/a.ts:1:7',
        '',
        'Left for a person (2 calls)',
        '  receiver-unproven',
        `  ${REASONS['receiver-unproven'].message}`,
        '    src/a.ts:2:7',
        '    src/b.ts:2:9',
        '',
        `What each reason means and what to do: ${join(ROOT, 'docs/reasons.md')}#<reason>, or npx clerk-metadata-codemod --explain <reason>`,
        '',
      ].join('\n'),
    );
    expect((await runCommand(makeRepository({ ...APPLICATION, 'a.ts': EXACT }), [])).stdout).not.toContain('--explain');
  });

  it('lists what is good to know, whatever the verdict', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'a.ts': `import { clerkClient } from '@clerk/express';
export async function verify(userId: string) {
  const user = await clerkClient.users.getUser(userId);
  await clerkClient.users.updateUser(userId, { publicMetadata: { ...user.publicMetadata, verified: true } });
}
`,
    });
    const { stdout } = await runCommand(folder, [], { engine: ENGINE });
    expect(stdout).toContain('  4:9  updateUser → updateUserMetadata  exact  fetch-now-unused\n');
    expect(stdout).toContain(
      "\n\nGood to know (1 call)\n  fetch-now-unused\n  `user` isn't used any more. Delete it.\n    a.ts:3:9\n\n",
    );
  });

  it('says where things are now: moved by the rewrite where it was written, and else as they were read', async () => {
    const before = `import { clerkClient } from '@clerk/express';
export async function save(clients, userId: string, changes) {
  await clerkClient.users.updateUser(userId, { firstName: 'A', publicMetadata: { role: 'admin' } });
  await clients.users.updateUser(userId, { publicMetadata: { role: 'admin' } });
}
`;
    const folder = makeRepository({ ...APPLICATION, 'a.ts': before });
    for (const args of [['--dry-run'], ['--check']]) {
      const { stdout, stderr } = await runCommand(folder, args, { engine: ENGINE });
      expect(stdout + stderr).toMatch(/^ {2}4:9 {2}updateUser {2,}manual/m);
    }
    const json = await runForReport(folder, ['--dry-run'], { engine: ENGINE });
    expect(json.report.files[0]?.findings.map((finding) => finding.line)).toEqual([3, 4]);

    const { stdout } = await runCommand(folder, [], { engine: ENGINE });
    const line =
      readText(folder, 'a.ts')
        .split('\n')
        .findIndex((text) => text.includes('clients.users')) + 1;
    expect(line).toBeGreaterThan(4);
    expect(stdout).toMatch(new RegExp(`^ {2}${String(line)}:9 {2}updateUser {2,}manual`, 'm'));
    expect(stdout).toContain(`    a.ts:${String(line)}:9\n`);
  });

  it.each([
    ['Rewrote 1 call in 1 file.', { 'a.ts': EXACT }, []],
    ['Rewrote 3 calls in 2 files.', { 'a.ts': EXACT + REVIEW, 'b.ts': EXACT }, []],
    ['1 call to rewrite in 1 file.', { 'a.ts': EXACT }, ['--check']],
    ['Nothing to rewrite. 1 call is left for a person.', { 'a.ts': MANUAL }, []],
    ['Nothing to rewrite. 2 calls are left for a person.', { 'a.ts': MANUAL + MANUAL + IGNORED }, []],
    ['Nothing to rewrite. Every call found is silenced.', { 'a.ts': IGNORED }, []],
    ['Nothing to rewrite. 1 call is left for a person. Left a TODO comment at 1 call.', { 'a.ts': MANUAL }, ['--todo']],
    ['Rewrote 1 call in 1 file. Left a TODO comment at 1 call.', { 'a.ts': EXACT + MANUAL }, ['--todo']],
    ['1 call to rewrite in 1 file.\n', { 'a.ts': EXACT + MANUAL }, ['--todo', '--check']],
    ['Already migrated: nothing is left to rewrite in 1 file.', { 'a.ts': 'export {};\n' }, []],
    [
      'Already migrated for users and frontend: nothing is left to rewrite in 1 file.',
      { 'a.ts': 'export {};\n' },
      ['--only', 'users', '--only', 'frontend'],
    ],
    [
      'Already migrated for raw HTTP requests: nothing is left to rewrite in 1 file.',
      { 'a.ts': 'export {};\n' },
      ['--only', 'http'],
    ],
    ['No Clerk dependency here: ', { 'package.json': '{}', 'a.ts': 'export {};\n' }, []],
    ['No call to rewrite in 1 file.', { 'a.ts': 'export {};\n' }, ['--ignore', 'x']],
    [
      'Rewrote 1 call in 1 file. 1 call could not be written. 1 error, listed on standard error.',
      { 'a.ts': EXACT, 'b.ts': 'users.updateUser(id); // breaks\n' },
      [],
    ],
    ['Nothing to rewrite was found in what could be read. 1 error, ', { 'a.ts': 'export {};\n' }, ['.', 'nowhere']],
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
      'package.json':
        '{ "dependencies": { "@clerk/nextjs": "^6.0.0", "@clerk/clerk-react": "^5.0.0", "@clerk/backend": "^3.7.0" } }',
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
    expect((await runCommand(makeRepository(packages(3)), [])).stdout).toContain(
      '  p0/package.json, p1/package.json, p2/package.json\n',
    );
    expect((await runCommand(makeRepository(packages(4)), [])).stdout).toContain('  4 package.json files\n');
  });

  it('names what was skipped, build output by its folder', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'a.ts': '',
      'packages/x/dist/a.js': '',
      'packages/x/dist/deep/b.js': '',
      'distance/dist/c.js': '',
      'p/x.min.js': '',
    });
    const { stdout } = await runCommand(folder, []);
    expect(stdout).toContain(
      '  distance/dist    build output, 1 file\n  p/x.min.js       minified\n  packages/x/dist  build output, 2 files\n',
    );
  });

  it('offers no way to look at what can not be read', async () => {
    const coffee = '<script lang="coffee">\nusers.updateUser id\n</script>\n';
    const { stdout } = await runCommand(makeRepository({ ...APPLICATION, 'a.vue': coffee }), [], { engine: ENGINE });
    expect(stdout).toContain('No call to rewrite in what was read of 1 file. 1 part may hold some: see Skipped.');
    expect(stdout).toContain('\nSkipped\n  a.vue  may hold calls: its script in "coffee" can\'t be read\n');
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
    const { message } = REASONS['receiver-unproven'];
    const linesOn = async (columns: number) => {
      const { stdout } = await runCommand(folder, ['--check'], { columns, env: { NO_COLOR: '1' } });
      const lines = stdout.split('\n');
      const first = lines.findIndex((line) => line.startsWith(`  ${message.slice(0, 20)}`));
      return lines
        .slice(
          first,
          lines.findIndex((line) => line.startsWith('    a.ts')),
        )
        .map((line) => line.slice(2));
    };
    for (const [columns, most] of [
      [72, 72],
      [300, 100],
    ] as const) {
      const lines = await linesOn(columns);
      expect(lines.join(' ')).toBe(message);
      expect(Math.max(...lines.map((line) => line.length + 2))).toBeLessThanOrEqual(most);
    }
    expect(await linesOn(40)).toEqual([message]);
    expect((await runCommand(folder, ['--check'])).stdout).toContain(`\n  ${message}\n`);
  });

  it('says how long it took on a terminal only, so that elsewhere the same run has the same report', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT });
    expect((await runCommand(folder, ['--check'])).stdout).toContain('1 file read, 1 parsed.\n');
    expect((await runCommand(folder, ['--check'], { columns: 80, env: { NO_COLOR: '1' } })).stdout).toMatch(
      /\n1 file read, 1 parsed, in \d+\.\d\d s\.\n/,
    );
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
