/**
 * What a person at a terminal sees of a run that takes its time, by the command as it is shipped on a terminal of its
 * own.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startProgress } from '../../cli/progress.ts';
import { APPLICATION, createOutput, makeRepository } from './harness.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const PRELOAD = fileURLToPath(new URL('disturb.mjs', import.meta.url));

const CLEAR = '\r\u001B[2K';

const CALL = `import { clerkClient } from '@clerk/nextjs/server';

export async function setRole(id: string) {
  const client = await clerkClient();
  await client.users.updateUser(id, { publicMetadata: { role: 'admin' } });
}
`;

/** Whose `update` that is, only types can tell. */
const OPEN_CALL = `import { directory } from 'our-directory';

export const save = (theme: string) => directory.user.update({ unsafeMetadata: { theme } });
`;

const SLOW = { DISTURB: JSON.stringify({ call: 'openSync', pause: 40 }) };

function makeApplication(): string {
  const files = Array.from({ length: 40 }, (_, index) => [`src/file-${String(index)}.ts`, CALL] as const);
  return makeRepository({ ...APPLICATION, ...Object.fromEntries(files) });
}

/** What a program says, whatever it ends with. */
function outputOf(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd, env: { PATH: process.env['PATH'], TERM: 'xterm', ...env } },
      (_error, stdout, stderr) => {
        resolve({ stdout, stderr });
      },
    );
  });
}

/** All that reaches a terminal of 100 columns, with plain line ends. */
async function onTerminal(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const line = `stty cols 100; exec ${[process.execPath, ...('DISTURB' in env ? ['--import', PRELOAD] : []), CLI, ...args].map((word) => `'${word}'`).join(' ')}`;
  const { stdout } = await outputOf('script', ['-qec', line, '/dev/null'], folder, { NO_COLOR: '1', ...env });
  return stdout.replaceAll('\r\n', '\n');
}

/** What stays of it on the screen. */
function screenOf(output: string): string {
  return output
    .split('\n')
    .map((line) => line.split(CLEAR).at(-1))
    .join('\n');
}

// They wait more than they work.
describe.concurrent('the progress line', () => {
  it('says how far a long run is, and is gone when it is done', async () => {
    const output = await onTerminal(makeApplication(), ['--check', '--no-types'], SLOW);
    expect(output).toMatch(/\d+ of 40 files scanned, \d+ candidates/);
    expect(screenOf(output)).not.toContain('scanned');
    expect(output.split(CLEAR).length).toBeGreaterThan(3);
    for (const drawn of output.split(CLEAR)) expect(drawn.split('\n')[0]?.length).toBeLessThan(100);
  });

  it('names the project whose types are read', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'web/tsconfig.json': '{ "compilerOptions": { "strict": true, "types": [] } }',
      'web/a.ts': OPEN_CALL,
    });
    const output = await onTerminal(folder, ['--check', '--project', 'web/tsconfig.json']);
    expect(output).toContain(`${CLEAR}types of web/tsconfig.json`);
    expect(screenOf(output)).not.toContain('types of');
  });

  it('is taken away where the writing is interrupted', async () => {
    const output = await onTerminal(makeApplication(), ['--no-types'], {
      DISTURB: JSON.stringify({ call: 'rename', pause: 100, nth: 20, signal: 'SIGINT' }),
    });
    expect(output).toMatch(/\d+ of 40 files written/);
    expect(screenOf(output)).toMatch(/^interrupted \(SIGINT\): \d+ of 40 files were written/);
  });

  it("isn't there in the first second", async () => {
    let time = 0;
    const stderr = createOutput(80);
    const progress = startProgress({ stderr, env: {}, onStopSignal: () => () => undefined }, () => time);
    for (time = 60; time < 1000; time += 60) await progress.tick(() => 'too soon');
    expect(stderr.bytes().toString()).toBe('');
    time = 1100;
    await progress.tick(() => 'now');
    expect(stderr.bytes().toString()).toBe(`${CLEAR}now`);
    progress.end();
    expect(stderr.bytes().toString()).toBe(`${CLEAR}now${CLEAR}`);
  });

  it.each([{ TERM: 'dumb' }, { CI: 'true' }])('is for nobody with %o', async (env) => {
    const output = await onTerminal(makeApplication(), ['--check', '--no-types'], { ...SLOW, ...env });
    expect(output).not.toMatch(/scanned,/);
    expect(output).not.toContain(CLEAR);
  });

  it('never goes into a pipe', async () => {
    const args = ['--import', PRELOAD, CLI, '--check', '--no-types'];
    const { stderr, stdout } = await outputOf(process.execPath, args, makeApplication(), SLOW);
    expect(stderr).toBe('');
    expect(stdout).not.toContain(CLEAR);
  });
});
