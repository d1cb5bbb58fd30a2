import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import type { Excerpt } from '../../cli/excerpts.ts';
import type { FindingReport } from '../../cli/report.ts';
import { APPLICATION, git, makeRepository, readText, runCommand, runForReport } from './harness.ts';

const HEAD = `import { clerkClient } from '@clerk/express';\n`;

async function findingsIn(text: string, args: readonly string[] = []): Promise<readonly FindingReport[]> {
  const { report } = await runForReport(makeRepository({ ...APPLICATION, 'a.ts': text }), ['--dry-run', ...args], {
    engine: ENGINE,
  });
  return report.files[0]?.findings ?? [];
}

function linesOf(excerpts: readonly Excerpt[] | undefined): string[] {
  return (excerpts ?? []).map(({ line, before }) => `${String(line)}+${String(before.split('\n').length - 1)}`);
}

describe('excerpts', () => {
  it('show the call with three lines around it, as it was and as it becomes', async () => {
    const text = `${HEAD}${'// above\n'.repeat(8)}await clerkClient.users.updateUser(id, { publicMetadata: {} });\n${'// below\n'.repeat(8)}`;
    const [finding] = await findingsIn(text);
    const before = `${'// above\n'.repeat(3)}await clerkClient.users.updateUser(id, { publicMetadata: {} });\n${'// below\n'.repeat(3)}`;
    expect(finding?.excerpts).toEqual([
      {
        line: 7,
        lineAfter: 7,
        start: text.indexOf(before),
        before,
        after: before.replace('updateUser', 'replaceUserMetadata'),
      },
    ]);
  });

  it('show what caused a reason, however far away it is', async () => {
    const text = `${HEAD}async function verify(id: string) {
  const user = await clerkClient.users.getUser(id);
${'  // between\n'.repeat(10)}  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, verified: true } });
}
`;
    const [finding] = await findingsIn(text);
    expect(finding?.reasons.map(({ code }) => code)).toEqual(['fetch-now-unused']);
    expect(linesOf(finding?.excerpts)).toEqual(['1+6', '11+5']);
    expect(finding?.excerpts.map(({ after }) => after === null)).toEqual([true, false]);
  });

  it('have only the edits of their own finding, and the lines where they will be', async () => {
    const call = `  await clerkClient.users.updateUser(id, { firstName: 'A', publicMetadata: { role: 'admin' } });\n`;
    const text = `${HEAD}export async function save(id: string) {\n${call}${'  // between\n'.repeat(2)}${call}${'  // between\n'.repeat(9)}${call}}\n`;
    const folder = makeRepository({ ...APPLICATION, 'a.ts': text });
    const { report } = await runForReport(folder, [], { engine: ENGINE });
    const findings = report.files[0]?.findings ?? [];
    expect(findings).toHaveLength(3);
    const excerpts = findings.map(({ excerpts: [excerpt] }) => excerpt);
    expect(excerpts[0]?.after?.split('updateUserMetadata').length).toBe(
      excerpts[0]?.before.split('updateUserMetadata').length,
    );
    expect(excerpts[0]?.after?.split('replaceUserMetadata')).toHaveLength(2);
    const written = readText(folder, 'a.ts').split('\n');
    const last = excerpts[2];
    expect(last?.lineAfter).toBeGreaterThan(last?.line ?? 0);
    expect(written.slice((last?.lineAfter ?? 0) - 1, (last?.lineAfter ?? 0) + 2)).toEqual(
      last?.after?.split('\n').slice(0, 3),
    );
  });

  it('keep line ends, and end with a file that has none at its end', async () => {
    const text = `${HEAD}clerkClient.users.updateUser(id, { publicMetadata: {} });`.replaceAll('\n', '\r\n');
    const [finding] = await findingsIn(text);
    expect(finding?.excerpts).toMatchObject([{ line: 1, start: 0, before: text }]);
  });

  it('are left out where they would be too long', async () => {
    const [finding] = await findingsIn(
      `${HEAD}clerkClient.users.updateUser(id, { publicMetadata: { text: '${'x'.repeat(30_000)}' } });\n`,
      ['a.ts'],
    );
    expect(finding).toMatchObject({ verdict: 'exact', excerpts: [] });
  });

  it('show the beginning of a call of many lines', async () => {
    const text = `${HEAD}unknown.users.updateUser(id, { publicMetadata: {\n${'  // inside\n'.repeat(200)}} });\n`;
    const [finding] = await findingsIn(text);
    expect(finding).toMatchObject({ verdict: 'manual', endLine: 203 });
    expect(linesOf(finding?.excerpts)).toEqual(['1+44']);
  });
});

describe('the repository of a report', () => {
  it.each([
    ['git@example.com:acme/web.git', 'acme/web'],
    ['https://user:secret@example.com/acme/web', 'acme/web'],
    ['ssh://git@example.com:7999/group/acme/web.git/', 'acme/web'],
  ])('is named by its address %s', async (address, name) => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': '' });
    git(folder, 'remote', 'add', 'origin', address);
    const { report, stdout } = await runForReport(folder, []);
    expect(report.repository).toEqual({ name, path: '' });
    expect(stdout).not.toContain('secret');
  });

  it('is asked for nothing else where no report for programs is', async () => {
    expect((await runCommand(makeRepository({ ...APPLICATION, 'a.ts': '' }), [])).code).toBe(0);
  });
});
