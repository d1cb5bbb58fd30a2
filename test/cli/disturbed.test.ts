/** The command as it is shipped, stopped by real signals and by a disk that is full. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { APPLICATION, git, makeRepository, readText } from './harness.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const PRELOAD = fileURLToPath(new URL('disturb.mjs', import.meta.url));

const BEFORE = `import { clerkClient } from '@clerk/nextjs/server';

export async function setRole(id: string) {
  const client = await clerkClient();
  await client.users.updateUser(id, { publicMetadata: { role: 'admin' } });
}
`;
const AFTER = BEFORE.replace('updateUser', 'replaceUserMetadata');
const FILES = Array.from({ length: 40 }, (_, index) => `src/file-${String(index).padStart(2, '0')}.ts`);

/** What is to happen in the process; see disturb.mjs. */
interface Disturbance {
  readonly call: 'rename' | 'openSync' | 'write';
  /** From which call on; for a signal, at which. */
  readonly nth?: number;
  readonly signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL';
  readonly error?: string;
  /** It never comes back. */
  readonly loops?: boolean;
  /** Milliseconds that each call takes longer. */
  readonly pause?: number;
}

function makeApplication(): string {
  return makeRepository({ ...APPLICATION, ...Object.fromEntries(FILES.map((file) => [file, BEFORE])) });
}

function environment(disturbance: Disturbance): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], TERM: 'xterm', DISTURB: JSON.stringify(disturbance) };
}

function runDisturbed(folder: string, disturbance: Disturbance, ...args: readonly string[]) {
  const argv = ['--import', PRELOAD, CLI, '--no-types', ...args];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: folder,
    encoding: 'utf8',
    env: environment(disturbance),
  });
  return { status, signal, stdout, stderr };
}

/** What is in each file now. Anything but its old or its new text is a failure, and so is a file that wasn't there. */
function whatBecame(folder: string): { readonly written: string[]; readonly left: string[] } {
  expect(
    readdirSync(join(folder, 'src'))
      .map((name) => `src/${name}`)
      .sort(),
  ).toEqual(FILES);
  const texts = FILES.map((file) => ({ file, text: readText(folder, file) }));
  for (const { file, text } of texts) expect([BEFORE, AFTER], file).toContain(text);
  const withText = (wanted: string): string[] => texts.filter(({ text }) => text === wanted).map(({ file }) => file);
  return { written: withText(AFTER), left: withText(BEFORE) };
}

describe.each([
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
] as const)('$signal', ({ signal, code }) => {
  it('while files are written: says which were, and leaves the others', () => {
    const folder = makeApplication();
    const { status, stdout, stderr } = runDisturbed(folder, { call: 'rename', nth: 3, signal });
    const { written, left } = whatBecame(folder);
    expect(written.length).toBeGreaterThanOrEqual(3);
    expect(left.length).toBeGreaterThan(0);
    const [first = '', ...others] = stderr.trimEnd().split('\n');
    expect(first).toBe(
      `interrupted (${signal}): ${String(written.length)} of 40 files were written, each as a whole; the others are as they were`,
    );
    expect(others.sort()).toEqual(written.map((file) => `written: ${file}`));
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
  });

  it('while files are read: ends the process, and nothing is written', () => {
    const folder = makeApplication();
    const run = runDisturbed(folder, { call: 'openSync', nth: 20, signal, pause: 10 });
    expect(run).toEqual({ status: null, signal, stdout: '', stderr: '' });
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('while something loops for ever: ends the process all the same', async () => {
    const folder = makeApplication();
    const child = spawn(process.execPath, ['--import', PRELOAD, CLI, '--no-types'], {
      cwd: folder,
      env: environment({ call: 'openSync', nth: 20, loops: true }),
    });
    child.stderr.once('data', () => child.kill(signal));
    const ended = await new Promise((resolve) =>
      child.on('exit', (status, by) => {
        resolve({ status, by });
      }),
    );
    expect(ended).toEqual({ status: null, by: signal });
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('a second time: ends at once, between two files', () => {
    const folder = makeApplication();
    const child = spawn(process.execPath, ['--import', PRELOAD, CLI, '--no-types'], {
      cwd: folder,
      env: environment({ call: 'rename', pause: 200 }),
      stdio: 'ignore',
    });
    return new Promise<void>((resolve, reject) => {
      const look = setInterval(() => {
        if (!FILES.some((file) => existsSync(join(folder, file)) && readText(folder, file) === AFTER)) return;
        clearInterval(look);
        child.kill(signal);
        child.kill(signal);
      }, 10);
      child.on('error', reject);
      child.on('exit', (status, by) => {
        clearInterval(look);
        // Two that come so close may be seen as one.
        expect([status, by]).toContainEqual(by === null ? code : signal);
        const { left } = whatBecame(folder);
        expect(left.length).toBeGreaterThan(0);
        resolve();
      });
    });
  });
});

it('a run that was interrupted goes on where it was', () => {
  const folder = makeApplication();
  runDisturbed(folder, { call: 'rename', nth: 3, signal: 'SIGINT' });
  const { status } = spawnSync(process.execPath, [CLI, '--no-types'], { cwd: folder });
  expect({ status, left: whatBecame(folder).left }).toEqual({ status: 0, left: [] });
});

it('killed while files are written: each is old or new', () => {
  const folder = makeApplication();
  const { signal } = runDisturbed(folder, { call: 'rename', nth: 3, signal: 'SIGKILL' });
  expect(signal).toBe('SIGKILL');
  for (const file of FILES) expect([BEFORE, AFTER], file).toContain(readText(folder, file));
});

describe('a full disk', () => {
  it('is an error of each file that no longer fits, which stays as it is', () => {
    const folder = makeApplication();
    const { status, stderr } = runDisturbed(folder, { call: 'write', nth: 31, error: 'ENOSPC' });
    const { written, left } = whatBecame(folder);
    expect(status).toBe(2);
    expect(written).toHaveLength(30);
    expect(stderr.trim().split('\n').sort()).toEqual(
      left.map((file) => `error: ${file}: can't be written: the disk is full`),
    );
  });

  it('takes neither standard output nor a report', () => {
    const folder = makeApplication();
    const onStream = spawnSync('sh', ['-c', '"$0" "$@" >/dev/full', process.execPath, CLI, '--check', '--no-types'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(onStream).toMatchObject({
      status: 2,
      stderr: "error: standard output can't be written: the disk is full\n",
    });
    const inFile = spawnSync(process.execPath, [CLI, '--check', '--no-types', '-o', 'json=/dev/full'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(inFile.status).toBe(2);
    expect(inFile.stderr).toContain("/dev/full: the report can't be written: the disk is full\n");
  });
});
