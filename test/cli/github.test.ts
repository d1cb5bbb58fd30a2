import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { REASONS } from '../../transforms/reasons.ts';
import { APPLICATION, makeFolder, makeRepository, readText, runCommand } from './harness.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const REVIEW = 'users.updateUser(id); // review\n';
const MANUAL = 'users.updateUser(id); // manual\n';
const IGNORED = 'users.updateUser(id); // ignored\n';

const UNPROVEN = REASONS['receiver-unproven'].message;

function commandsIn(output: string, level: string): string[] {
  return output.split('\n').filter((line) => line.startsWith(`::${level} `));
}

describe('--reporter github', () => {
  it('annotates each call by its verdict, and lists them all in the log', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': EXACT + REVIEW, 'src/b.ts': MANUAL + IGNORED });
    const { code, stdout, stderr } = await runCommand(folder, ['--check', '--reporter', 'github']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toBe(
      [
        '::error title=Clerk metadata%3A left for a ' +
          `person,file=src/b.ts,line=1,endLine=1,col=1,endColumn=21::updateUser: ${UNPROVEN} ` +
          '(receiver-unproven)',
        '::warning title=Clerk metadata%3A to ' +
          'review,file=src/a.ts,line=2,endLine=2,col=1,endColumn=21::updateUser → replaceUserMetadata: ' +
          `${REASONS['value-may-merge'].message} (value-may-merge)`,
        '::notice title=Clerk metadata%3A to ' +
          'rewrite,file=src/a.ts,line=1,endLine=1,col=7,endColumn=27::updateUser → replaceUserMetadata: ' +
          'Provably the same program.',
        '::group::4 findings',
        'src/a.ts:1:7: exact: updateUser → replaceUserMetadata',
        'src/a.ts:2:1: review: updateUser → replaceUserMetadata (value-may-merge)',
        'src/b.ts:1:1: manual: updateUser (receiver-unproven)',
        'src/b.ts:2:1: ignored: updateUser',
        '::endgroup::',
        '4 calls: 1 exact, 1 review, 1 manual, 1 ignored; 2 files read.',
        '',
      ].join('\n'),
    );
  });

  it('gives lines only where a call has several, as the runner wants it', async () => {
    const text = `import { clerkClient } from '@clerk/express';
export const promote = (id: string) =>
  clerkClient.users.updateUser(id, {
    publicMetadata: { role: 'admin' },
  });
`;
    const folder = makeRepository({ ...APPLICATION, 'a.ts': text });
    const { stdout } = await runCommand(folder, ['--check', '--reporter', 'github'], { engine: ENGINE });
    expect(stdout).toContain('::notice title=Clerk metadata%3A to rewrite,file=a.ts,line=3,endLine=5::');
  });

  it('escapes what a workflow command would take for something else', async () => {
    const path = 'odd, 100%: name\n::error::fake/a.ts';
    const folder = makeRepository({ ...APPLICATION, [path]: MANUAL, 'src/##[error]b.ts': '\n  @@@ updateUser\n' });
    const { stdout } = await runCommand(folder, ['--check', '--reporter', 'github', '.']);
    expect(stdout).toContain('file=odd%2C 100%25%3A name%0A%3A%3Aerror%3A%3Afake/a.ts,line=1,');
    expect(stdout.split('\n').filter((line) => line.startsWith('::error'))).toHaveLength(2);
    const log = stdout.split('\n').filter((line) => !line.startsWith('::'));
    expect(log.join('\n')).not.toContain('##[');
    expect(log).toContain('odd, 100%: name ::error::fake/a.ts:1:1: manual: updateUser (receiver-unproven)');
  });

  it('keeps to what GitHub shows of each level, and says in the last how many more there are', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`src/${String(index)}.ts`, MANUAL.repeat(2) + REVIEW.repeat(2) + EXACT]),
    );
    const { stdout } = await runCommand(makeRepository({ ...APPLICATION, ...files }), [
      '--check',
      '--reporter',
      'github',
    ]);
    for (const level of ['error', 'warning']) expect(commandsIn(stdout, level)).toHaveLength(10);
    expect(commandsIn(stdout, 'notice')).toHaveLength(7);
    expect(commandsIn(stdout, 'error').at(-1)).toBe(
      '::error title=Clerk metadata%3A left for a person::5 more places in 3 files, which GitHub would not ' +
        'show here. The log and the job summary have all of them.',
    );
    expect(stdout.split('\n').filter((line) => /^src\/\d\.ts:\d+:\d+: /.test(line))).toHaveLength(35);
  });

  it('annotates what could not be done', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/bad.ts': 'updateUser\n  @@@\n' });
    const { code, stdout } = await runCommand(folder, ['--reporter', 'github', '.', 'gone.ts']);
    expect(code).toBe(2);
    expect(commandsIn(stdout, 'error')).toEqual([
      '::error title=Clerk metadata%3A could not be done,file=gone.ts::gone.ts: no such file or folder',
      '::error title=Clerk metadata%3A could not be ' +
        "done,file=src/bad.ts,line=2,endLine=2,col=3,endColumn=3::src/bad.ts: doesn't parse: Expression " +
        'expected.',
    ]);
  });

  it('names files as the repository does, wherever it runs', async () => {
    const folder = makeRepository({
      'apps/web/package.json': APPLICATION['package.json'],
      'apps/web/a.ts': MANUAL,
      'lib/b.ts': MANUAL,
    });
    const { stdout } = await runCommand(join(folder, 'apps/web'), [
      '--check',
      '--reporter',
      'github',
      '.',
      '../../lib',
    ]);
    expect(commandsIn(stdout, 'error').map((line) => /file=([^,]+)/.exec(line)?.[1])).toEqual([
      'lib/b.ts',
      'apps/web/a.ts',
    ]);
  });

  it('says so where nothing is found', async () => {
    const { stdout } = await runCommand(makeRepository({ ...APPLICATION, 'a.ts': 'export {};\n' }), [
      '--reporter',
      'github',
    ]);
    expect(stdout).toBe('No call found; 1 file read.\n');
  });

  it('adds to the summary of the job', async () => {
    const outside = makeFolder({ 'summary.md': 'What was there.\n' });
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': EXACT + REVIEW, 'src/`b`.ts': MANUAL });
    const env = { GITHUB_STEP_SUMMARY: join(outside, 'summary.md') };
    await runCommand(folder, ['--check', '--reporter', 'json', '-o', 'report.json'], { env });
    expect(readText(outside, 'summary.md')).toBe('What was there.\n');
    await runCommand(folder, ['--check', '--reporter', 'github'], { env });
    expect(readText(outside, 'summary.md')).toBe(`What was there.
## Clerk metadata

3 calls: 1 exact, 1 review, 1 manual; 2 files read.

| Calls | Verdict | |
| ---: | :--- | :--- |
| 1 | manual | needs your decision |
| 1 | review | rewritten as the upgrade guide says, to be reviewed |
| 1 | exact | proven equivalent |

<details><summary><code>receiver-unproven</code> (1 place)</summary>

${UNPROVEN}

- \`\`src/\`b\`.ts:1:7\`\`

</details>

<details><summary><code>value-may-merge</code> (1 place)</summary>

${REASONS['value-may-merge'].message}

- \`src/a.ts:2:7\`

</details>
`);
  });

  it('says once for each manifest which SDK has to be upgraded', async () => {
    const manifest = '{ "name": "old", "dependencies": { "@clerk/nextjs": "^5.0.0" } }\n';
    const folder = makeRepository({
      'a/package.json': manifest,
      'a/a.ts': EXACT,
      'a/b.ts': EXACT,
      'b/package.json': APPLICATION['package.json'],
      'b/a.ts': EXACT,
    });
    const { stdout } = await runCommand(folder, ['--check', '--reporter', 'github'], {
      env: { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') },
    });
    const advice =
      "The new methods don't exist in @clerk/nextjs ^5.0.0. Upgrade to @clerk/nextjs@^7.5.2 before you " +
      'deploy. It is a new major version: see its upgrade guide.';
    expect(commandsIn(stdout, 'warning')).toEqual([
      `::warning title=Clerk metadata%3A SDK to upgrade,file=a/package.json::${advice}`,
    ]);
    expect(readText(folder, 'summary.md')).toContain(`### SDK to upgrade\n\n- \`a/package.json: ${advice}\`\n`);
  });

  it('fails where the summary cannot be written', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': 'export {};\n' });
    const { code, stderr } = await runCommand(folder, ['--reporter', 'github'], {
      env: { GITHUB_STEP_SUMMARY: join(folder, 'gone/summary.md') },
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: gone/summary.md: the report can't be written: it is gone, or its folder is\n",
    });
  });

  it('goes beside the report for people, which moves to standard error', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': MANUAL });
    const { stdout, stderr } = await runCommand(folder, [
      '--check',
      '--reporter',
      'pretty',
      '--reporter',
      'github',
      '-o',
      'json=r.json',
    ]);
    expect(stdout).toMatch(/^::error /);
    expect(stderr).toContain('Needs your decision (1 call)');
    expect(JSON.parse(readText(folder, 'r.json'))).toMatchObject({ summary: { manual: 1 } });
  });
});
