/** The command as it is shipped, as a process of its own, with the real engine. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PACKAGE_NAME, readPackageInfo } from '../../cli/package-info.ts';
import { APPLICATION, makeFolder, makeRepository, readText } from './harness.ts';
import { schemaProblems } from './schema.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

const BEFORE = `import { clerkClient } from '@clerk/nextjs/server';

export async function setRole(id: string) {
  const client = await clerkClient();
  await client.users.updateUser(id, { publicMetadata: { role: 'admin' } });
}
`;
const AFTER = BEFORE.replace('updateUser', 'replaceUserMetadata');

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function spawnCommand(
  folder: string,
  args: readonly string[],
  settings: { readonly stdin?: string; readonly uid?: number } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], HOME: folder };
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: folder,
      env,
      ...(settings.uid === undefined ? {} : { uid: settings.uid }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout, stderr });
    });
    child.stdin.end(settings.stdin ?? '');
  });
}

describe('the built command', () => {
  it('rewrites a file, and has nothing to do afterwards', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': BEFORE });
    const first = await spawnCommand(folder, []);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('updateUser → replaceUserMetadata');
    expect(readText(folder, 'src/a.ts')).toBe(AFTER);
    const second = await spawnCommand(folder, []);
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toContain('Already migrated');
  });

  it('has JSON alone on standard output in a dry run', async () => {
    const folder = makeFolder({ ...APPLICATION, 'src/a.ts': BEFORE });
    const { code, stdout } = await spawnCommand(folder, ['--dry-run', '--force', '--reporter', 'json', '.']);
    expect(code).toBe(0);
    const report: unknown = JSON.parse(stdout);
    expect(schemaProblems(report)).toEqual([]);
    expect(report).toMatchObject({ version: readPackageInfo().version, summary: { exact: 1 } });
  });

  it('is a filter with --stdin-filepath', async () => {
    const folder = makeFolder(APPLICATION);
    expect(await spawnCommand(folder, ['--stdin-filepath', 'src/a.ts'], { stdin: BEFORE })).toEqual({
      code: 0,
      stdout: AFTER,
      stderr: '',
    });
    const broken = await spawnCommand(folder, ['--stdin-filepath', 'src/a.ts'], {
      stdin: `${BEFORE}const = updateUser;\n`,
    });
    expect(broken).toMatchObject({ code: 2, stdout: '' });
    expect(broken.stderr).toMatch(/^error: src\/a\.ts:7:7: doesn't parse: .+\n$/);
  });

  it('exits 1 for --check and 2 for a bad option', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': BEFORE });
    expect((await spawnCommand(folder, ['--check'])).code).toBe(1);
    const bad = await spawnCommand(folder, ['--no-such-option']);
    expect(bad).toMatchObject({ code: 2, stdout: '' });
    expect(bad.stderr).toContain(`Run ${PACKAGE_NAME} --help`);
  });

  it('writes all of a long report to a file and to a slow pipe, and ends with a reader that has seen enough', () => {
    const call = BEFORE.slice(BEFORE.indexOf('export')).repeat(80);
    let n = 0;
    const calls = BEFORE + call.replaceAll('setRole', () => `setRole${String(n++)}`);
    const folder = makeRepository({ ...APPLICATION, 'a.ts': calls });
    const run = '"$0" "$@" --check --no-types --reporter json; echo $? >code';
    const inShell = (line: string): string => {
      execFileSync('sh', ['-c', line, process.execPath, CLI], { cwd: folder });
      return readText(folder, 'code').trim();
    };
    expect(inShell(`(${run}) >file`)).toBe('1');
    expect(inShell(`(${run}) | (sleep 0.3; cat >pipe)`)).toBe('1');
    const read = (name: string): string => readText(folder, name).replace(/"durationMs": ?\d+/, '"durationMs": 0');
    const report = read('file');
    expect(report.length).toBeGreaterThan(100_000);
    expect(JSON.parse(report)).toMatchObject({ summary: { exact: 81 } });
    expect(read('pipe')).toBe(report);
    expect(inShell(`(${run}) 2>&1 | head -c 10 >start`)).toBe('1');
    expect(readText(folder, 'start')).toBe(report.slice(0, 10));
  });

  // Nothing is unreadable to root; as somebody else, or run by somebody else from the start, permissions count.
  it('names files that it may not read or write, and does the others', async () => {
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    const folder = makeFolder({
      ...APPLICATION,
      'a/open.ts': BEFORE,
      'a/unreadable.ts': BEFORE,
      'b/read-only.ts': BEFORE,
    });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'a'), 0o777);
    chmodSync(join(folder, 'a/open.ts'), 0o666);
    chmodSync(join(folder, 'a/unreadable.ts'), 0o000);
    chmodSync(join(folder, 'b/read-only.ts'), 0o444);
    const { code, stderr } = await spawnCommand(folder, ['--force', '.'], uid === undefined ? {} : { uid });
    chmodSync(join(folder, 'a/unreadable.ts'), 0o644);
    expect(code).toBe(2);
    expect(stderr).toBe(
      "error: a/unreadable.ts: can't be read: permission denied\nerror: b/read-only.ts: can't be written: permission denied\n",
    );
    expect(readText(folder, 'a/open.ts')).toBe(AFTER);
    expect(readText(folder, 'b/read-only.ts')).toBe(BEFORE);
  });
});
