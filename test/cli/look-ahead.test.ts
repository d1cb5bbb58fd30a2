/** The shipped command on as many files as it reads ahead for, in a second thread. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paysToLookAhead } from '../../cli/look-ahead.ts';
import { APPLICATION, git } from './harness.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const PRELOAD = fileURLToPath(new URL('disturb.mjs', import.meta.url));

const CALL = `import { clerkClient } from '@clerk/nextjs/server';

export async function setRole(id: string) {
  const client = await clerkClient();
  await client.users.updateUser(id, { publicMetadata: { role: 'admin' } });
}
`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'look-ahead-')));

/** 2,400 files with nothing, and here and there what is worth a word. */
beforeAll(() => {
  const nothing = Array.from(
    { length: 2400 },
    (_, index) =>
      [
        `src/part-${String(index % 20)}/${String(index)}.ts`,
        `export const value${String(index)} = 'nothing';\n`,
      ] as const,
  );
  const files = {
    ...APPLICATION,
    ...Object.fromEntries(nothing),
    'src/a-first.ts': CALL,
    'src/part-3/in-between.ts': CALL.replace('setRole', 'setOther'),
    'src/part-7/broken.ts': `${CALL}const = updateUser;\n`,
    'src/z-last.ts': CALL.replace('publicMetadata: {', 'publicMetadata: { ...id,'),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'src/part-9/utf-16.ts'), Buffer.from(`\uFEFF${CALL}`, 'utf16le'));
  writeFileSync(join(folder, 'src/part-11/zero.ts'), Buffer.from([0, 1, 2]));
  writeFileSync(join(folder, 'src/part-12/latin-1.ts'), Buffer.from("export const name = 'Zo\u00EB';\n", 'latin1'));
  symlinkSync(join(folder, 'src/z-last.ts'), join(folder, 'src/part-0/link-before.ts'));
  symlinkSync(join(folder, 'src/nowhere.ts'), join(folder, 'src/part-0/link-to-nothing.ts'));
  git(folder, 'init', '-q');
  git(folder, 'add', '--all');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a run reports, without what differs from run to run. */
function report(args: readonly string[], env: Readonly<Record<string, string>> = {}): unknown {
  const argv = [
    ...('DISTURB' in env ? ['--import', PRELOAD] : []),
    CLI,
    '--check',
    '--no-types',
    '--reporter',
    'json',
    ...args,
  ];
  const { stdout, status } = spawnSync(process.execPath, argv, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(status).toBe(2);
  return JSON.parse(stdout.replace(/"durationMs": ?\d+/, '"durationMs": 0'));
}

describe('reading ahead', () => {
  it('finds what one thread finds, in the same order', () => {
    const alone = report(['--jobs', '1']);
    expect(alone).toMatchObject({
      summary: { filesScanned: 2408, filesParsed: 5, findings: 4, errors: 3 },
      files: [
        { path: 'src/a-first.ts' },
        { path: 'src/part-3/in-between.ts' },
        { path: 'src/part-9/utf-16.ts' },
        { path: 'src/z-last.ts' },
      ],
    });
    expect(report(['--jobs', '2'])).toEqual(alone);
    expect(report([])).toEqual(alone);
  });

  it('is done without where its thread dies', () => {
    const alone = report(['--jobs', '1']);
    for (const nth of [1, 700, 2300]) {
      expect(
        report(['--jobs', '2'], { DISTURB: JSON.stringify({ call: 'openSync', nth, endsThread: true }) }),
        String(nth),
      ).toEqual(alone);
    }
  });

  it('ends with the process that is interrupted', () => {
    const argv = ['--import', PRELOAD, CLI, '--no-types', '--jobs', '2'];
    const env = {
      PATH: process.env['PATH'],
      DISTURB: JSON.stringify({ call: 'openSync', nth: 300, signal: 'SIGINT', pause: 1 }),
    };
    const { signal, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8', env });
    expect({ signal, stdout, stderr }).toEqual({ signal: 'SIGINT', stdout: '', stderr: '' });
  });

  it('is for many files, and for who allows a second thread', () => {
    expect([paysToLookAhead(1999, 2), paysToLookAhead(2000, 2), paysToLookAhead(50_000, 1)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
