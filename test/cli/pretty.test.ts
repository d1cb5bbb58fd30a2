import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { REASONS } from '../../transforms/reasons.ts';
import { wrap } from '../../cli/reporters/format.ts';
import { APPLICATION, makeRepository, readText, runCommand, runForReport } from './harness.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const REVIEW = 'users.updateUser(id); // review\n';
const MANUAL = 'users.updateUser(id); // manual\n';
const IGNORED = 'users.updateUser(id); // ignored\n';
const ESCAPE = '\u001B[';

/** Its lines are as long as a terminal is wide. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

describe('the pretty report', () => {
  it('has what needs a decision first, then what to review, then what is proven', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'src/a.ts': EXACT + REVIEW,
      'src/b.ts': `${'\n'.repeat(99)}${MANUAL}${IGNORED}`,
    });
    const { code, stdout, stderr } = await runCommand(folder, []);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const [sentence = ''] = wrap(`${REASONS['receiver-unproven'].message} [receiver-unproven]`, 78);
    expect(stdout).toContain(`Needs your decision (1 call)\n\n  src/b.ts:100:7  updateUser\n  ${sentence}`);
    const titles = stdout.split('\n').filter((line) => /^[A-Z][a-z ]+(?: \(|$)/.test(line));
    expect(titles).toEqual([
      'Needs your decision (1 call)',
      'To review (1 call)',
      'Proven equivalent (1 call)',
      'Silenced (1 call)',
      'Next',
    ]);
    expect(stdout).toContain('Proven equivalent (1 call)\n  src/a.ts\n    1:7  updateUser → replaceUserMetadata\n');
    expect(stdout).toContain('Rewrote 2 calls in 1 file.\n  1 manual   needs your decision');
  });

  it('shows three lines of code, as they are or as they are written, with the cause marked', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'a.ts': `import { clerkClient } from '@clerk/express';

export async function save(userId: string, changes, plan) {
\tconst user = await clerkClient.users.getUser(userId);
\tawait clerkClient.users.updateUser(userId, {
\t\tpublicMetadata: { ...user.publicMetadata, plan },
\t});
\tawait clerkClient.users.updateUser(userId, changes);
}
`,
    });
    const { stdout } = await runCommand(folder, ['--check'], { engine: ENGINE });
    expect(stdout).toContain(
      [
        '      7 |   });',
        '    > 8 |   await clerkClient.users.updateUser(userId, changes);',
        '        |                                              ^^^^^^^',
        '      9 | }',
      ].join('\n'),
    );
    expect(stdout).toContain(
      [
        '      5 | await clerkClient.users.updateUserMetadata(userId, {',
        '    > 6 |   publicMetadata: { plan },',
        '        |                     ^^^^',
        '      7 | });',
      ].join('\n'),
    );
  });

  it('says where one call becomes two, and only then that the second can fail', async () => {
    const call = (params: string): string =>
      `import { clerkClient } from '@clerk/express';\nawait clerkClient.users.updateUser('user_1', ${params});\n`;
    const two = await runCommand(
      makeRepository({ ...APPLICATION, 'a.ts': call("{ firstName: 'A', publicMetadata: {} }") }),
      [],
      { engine: ENGINE },
    );
    expect(two.stdout).toContain('    2:7  updateUser → updateUser + replaceUserMetadata\n');
    expect(two.stdout.split('Where one call becomes two')).toHaveLength(2);
    const one = await runCommand(makeRepository({ ...APPLICATION, 'a.ts': call('{ publicMetadata: {} }') }), [], {
      engine: ENGINE,
    });
    expect(one.stdout).toContain('updateUser → replaceUserMetadata\n');
    expect(one.stdout).not.toContain('one call becomes two');
  });

  it('has a line for a file from twenty proven calls on, and none of them where it is quiet', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT.repeat(19), 'b.ts': EXACT, 'c.ts': MANUAL });
    expect((await runCommand(folder, ['--check'])).stdout).toContain(
      'Proven equivalent (20 calls)\n  a.ts  19 calls\n  b.ts  1 call\n',
    );
    const { stdout } = await runCommand(folder, ['--check', '--quiet']);
    expect(stdout).toMatch(
      /^Needs your decision \(1 call\)\n[^]*\n\n20 calls to rewrite in 2 files\.\n[^]*read, 3 parsed\.\n$/,
    );
  });

  it.each([
    [
      '--check',
      ['--check', 'a.ts'],
      [
        'npx clerk-metadata-codemod a.ts',
        '// clerk-metadata-ignore -- why',
        'npx clerk-metadata-codemod --explain receiver-unproven',
      ],
    ],
    [
      '--dry-run',
      ['--dry-run', '--only', 'users', '--ignore', '*.x y'],
      [
        "npx clerk-metadata-codemod --only users --ignore '*.x y'",
        'npx clerk-metadata-codemod --explain receiver-unproven',
      ],
    ],
    [
      'a write',
      [],
      [
        'git diff',
        'npx clerk-metadata-codemod --explain receiver-unproven',
        '// clerk-metadata-ignore -- why',
        'git stash && npx clerk-metadata-codemod -o clerk.html',
        'npx clerk-metadata-codemod --check',
      ],
    ],
    [
      'a write with a report',
      ['-o', 'clerk.md'],
      [
        'git diff',
        'npx clerk-metadata-codemod --explain receiver-unproven',
        '// clerk-metadata-ignore -- why',
        'clerk.md',
        'npx clerk-metadata-codemod --check',
      ],
    ],
    [
      'the first of two commits',
      ['--skip-review', '--exact'],
      [
        'git diff',
        'npx clerk-metadata-codemod --explain receiver-unproven',
        '// clerk-metadata-ignore -- why',
        'npx clerk-metadata-codemod --exact',
        'npx clerk-metadata-codemod --check',
      ],
    ],
  ])('ends with what to do next, as commands: %s', async (_, args, commands) => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': MANUAL + REVIEW + EXACT });
    const { stdout, stderr } = await runCommand(folder, args);
    const said = `${stdout}${stderr}`.split('\nNext\n')[1]?.split('\n') ?? [];
    expect(said.filter((line) => line.startsWith('    ')).map((line) => line.trim())).toEqual(commands);
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
    expect(stdout).toContain(
      "\n\nGood to know\n  a.ts:3:9\n    `user` isn't used any more. Delete it. [fetch-now-unused]\n\n",
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
      expect(stdout + stderr).toContain('  a.ts:4:9  updateUser\n');
      expect(stdout + stderr).toContain('    > 4 |   await clients.users');
    }
    const json = await runForReport(folder, ['--dry-run'], { engine: ENGINE });
    expect(json.report.files[0]?.findings.map((finding) => finding.line)).toEqual([3, 4]);

    const { stdout } = await runCommand(folder, [], { engine: ENGINE });
    const line =
      readText(folder, 'a.ts')
        .split('\n')
        .findIndex((text) => text.includes('clients.users')) + 1;
    expect(line).toBeGreaterThan(4);
    expect(stdout).toContain(`  a.ts:${String(line)}:9  updateUser\n`);
    expect(stdout).toContain(`    > ${String(line)} |   await clients.users`);
  });

  it.each([
    ['Rewrote 1 call in 1 file.', { 'a.ts': EXACT }, []],
    ['Rewrote 3 calls in 2 files.', { 'a.ts': EXACT + REVIEW, 'b.ts': EXACT }, []],
    ['1 call to rewrite in 1 file.', { 'a.ts': EXACT }, ['--check']],
    ['Nothing to rewrite. 1 call needs your decision.', { 'a.ts': MANUAL }, []],
    ['Nothing to rewrite. 2 calls need your decision.', { 'a.ts': MANUAL + MANUAL + IGNORED }, []],
    ['Nothing to rewrite. Every call found is silenced.', { 'a.ts': IGNORED }, []],
    ['Nothing to rewrite. 1 call needs your decision. Left a TODO comment at 1 call.', { 'a.ts': MANUAL }, ['--todo']],
    ['Rewrote 1 call in 1 file. Left a TODO comment at 1 call.', { 'a.ts': EXACT + MANUAL }, ['--todo']],
    ['1 call to rewrite in 1 file.\n', { 'a.ts': EXACT + MANUAL }, ['--todo', '--check']],
    ['Nothing to migrate: no call in 1 file sends metadata.', { 'a.ts': 'export {};\n' }, []],
    ['Already migrated: nothing is left to rewrite in 1 file.', { 'a.ts': 'users.updateUserMetadata(id, {});\n' }, []],
    [
      'Already migrated for users and frontend: nothing is left to rewrite in 1 file.',
      { 'a.ts': 'users.replaceUserMetadata(id, {});\n' },
      ['--only', 'users,frontend'],
    ],
    [
      'Nothing to migrate for raw HTTP requests: no call in 1 file sends metadata.',
      { 'a.ts': 'export {};\n' },
      ['--only', 'http'],
    ],
    ['No Clerk dependency here: ', { 'package.json': '{}', 'a.ts': 'export {};\n' }, []],
    ['Nothing to migrate: no call in 1 file sends', { 'a.ts': 'export {};\n' }, ['--ignore', 'x']],
    [
      'Rewrote 1 call in 1 file. 1 call could not be written. 1 error, listed on standard error.',
      { 'a.ts': EXACT, 'b.ts': 'users.updateUser(id); // breaks\n' },
      [],
    ],
    ['Nothing to rewrite was found in what could be read. 1 error, ', { 'a.ts': 'export {};\n' }, ['.', 'nowhere']],
  ])('says: %s', async (sentence, files, args) => {
    const base = (args as readonly string[]).includes('--ignore') ? {} : APPLICATION;
    const { stdout } = await runCommand(makeRepository({ ...base, ...files }), args);
    expect(inOneLine(stdout)).toContain(inOneLine(sentence));
  });

  it('says which SDK lacks the new methods, and what to do before the next deploy', async () => {
    const folder = makeRepository({
      'package.json':
        '{ "dependencies": { "@clerk/nextjs": "^6.0.0", "@clerk/clerk-react": "^5.0.0", "@clerk/backend": "^3.7.0" } }',
      'package-lock.json': '{ "packages": { "node_modules/@clerk/nextjs": { "version": "6.39.1" } } }',
      'a.ts': EXACT,
    });
    expect((await runCommand(folder, [])).stdout).toContain(
      [
        'Upgrade the SDK before you deploy',
        "  The new methods don't exist in @clerk/clerk-react ^5.0.0. Move to",
        '  @clerk/react@^6.9.1 before you deploy.',
        '    package.json',
        "  The new methods don't exist in the installed @clerk/nextjs 6.39.1. Upgrade to",
        '  @clerk/nextjs@^7.5.2 before you deploy. It is a new major version: see its',
        '  upgrade guide.',
        '    package.json',
        '  @clerk/backend ^3.7.0  has the new methods  package.json',
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
    expect(inOneLine(stdout)).toContain(
      'No call to rewrite in what was read of 1 file. 1 part may hold some: see Skipped.',
    );
    expect(stdout).toContain('\nSkipped\n  a.vue  may hold calls: its script in "coffee" can\'t be read\n');
  });

  it('lists the errors itself where it goes to a file', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': '@@@updateUser' });
    const { stdout, stderr } = await runCommand(folder, ['-o', 'report.txt']);
    expect(stdout).toBe('');
    expect(readText(folder, 'report.txt')).toContain("Errors\n  a.ts:1:1: doesn't parse: Expression expected.\n");
    expect(stderr).toBe("error: a.ts:1:1: doesn't parse: Expression expected.\n");
  });

  it('has lines of 80 characters, and of a narrow terminal leaves it to break them', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': MANUAL + REVIEW });
    const longest = async (columns?: number): Promise<number> => {
      const settings = columns === undefined ? {} : { columns, env: { NO_COLOR: '1' } };
      const { stdout } = await runCommand(folder, ['--check'], settings);
      return Math.max(...stdout.split('\n').map((line) => line.length));
    };
    expect(await longest()).toBeLessThanOrEqual(80);
    expect(await longest(300)).toBeLessThanOrEqual(80);
    expect(await longest(40)).toBeGreaterThan(100);
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
