/** The reports for merge requests and tickets. */
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { APPLICATION, makeRepository, readText, runCommand } from './harness.ts';

const FILE = `import { clerkClient } from '@clerk/nextjs/server';

export async function save(userId: string, plan, changes) {
  const client = await clerkClient();
  const user = await client.users.getUser(userId);
  await client.users.updateUser(userId, { publicMetadata: { role: 'admin' } });
\tawait client.users.updateUser(userId, {
\t\tfirstName: 'Ada',
\t\tprivateMetadata: { ...user.privateMetadata, plan },
\t});
  await client.users.updateUser(userId, changes);
}
`;

describe('the GitLab report', () => {
  it('has an entry for each finding, and for what could not be done', async () => {
    const folder = makeRepository({
      'package.json': '{ "name": "app", "dependencies": { "@clerk/nextjs": "^6.0.0" } }\n',
      'web/a.ts': FILE,
      'web/b.ts': "import { clerkClient } from '@clerk/express'; clerkClient.users.updateUser(;",
    });
    const { stdout, code } = await runCommand(folder, ['--check', '--reporter', 'gitlab'], { engine: ENGINE });
    expect(code).toBe(2);
    const entries = JSON.parse(stdout) as { fingerprint: string; description: string }[];
    expect(entries).toMatchObject([
      { check_name: 'metadata-in-update', severity: 'info', location: { path: 'web/a.ts', lines: { begin: 6 } } },
      { check_name: 'value-may-merge', severity: 'minor', location: { path: 'web/a.ts', lines: { begin: 7 } } },
      { check_name: 'may-carry-metadata', severity: 'major', location: { path: 'web/a.ts', lines: { begin: 11 } } },
      { check_name: 'could-not-be-done', severity: 'critical', location: { path: 'web/b.ts' } },
      { check_name: 'sdk-too-old', severity: 'major', location: { path: 'package.json', lines: { begin: 1 } } },
    ]);
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(5);
    expect(entries[0]?.description).toBe('updateUser → replaceUserMetadata: Proven equivalent.');
  });

  it('is an empty list where there is nothing', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': '' });
    expect((await runCommand(folder, ['--check', '--reporter', 'gitlab'])).stdout).toBe('[]\n');
  });
});

describe('the Markdown report', () => {
  it('has what needs a person as lists to tick off, with the code, and the rest folded', async () => {
    const folder = makeRepository({ ...APPLICATION, 'web/a.ts': FILE });
    await runCommand(folder, ['-o', 'report.md'], { engine: ENGINE });
    const report = readText(folder, 'report.md');
    const sections = report.split('\n').filter((line) => line.startsWith('#') || line.startsWith('<details>'));
    expect(sections).toEqual([
      '## Clerk metadata: API version 2026-05-12',
      '### Needs your decision (1 call)',
      '### To review (1 call)',
      '<details><summary>Proven equivalent (1 call)</summary>',
    ]);
    expect(report).toContain('- [ ] `web/a.ts:13:9` `updateUser`\n  - ');
    // As it is written, the place that caused it in the middle.
    expect(report).toContain(
      [
        '',
        '  ```ts',
        '  await client.users.updateUserMetadata(userId, {',
        '    privateMetadata: { plan },',
        '  });',
        '  ```',
        '',
      ].join('\n'),
    );
  });

  it('lets nothing that is in the code become markup', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a`b.ts': FILE });
    const { stdout } = await runCommand(folder, ['--check', '--reporter', 'markdown'], { engine: ENGINE });
    expect(stdout).toContain('- [ ] ``a`b.ts:11:9`` `updateUser`');
  });
});
