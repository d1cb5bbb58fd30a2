import { describe, expect, it } from 'vitest';
import { APPLICATION, git, makeFolder, makeRepository, readText, runCommand } from './harness.ts';
import { schemaProblems } from './schema.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const EXACT_AFTER = 'await users.replaceUserMetadata(id); // exact\n';
const MANUAL = 'users.updateUser(id); // manual\n';

const pipe = (stdin: string | Uint8Array, args: readonly string[] = [], folder = makeFolder(APPLICATION)) =>
  runCommand(folder, ['--stdin-filepath', 'src/a.ts', ...args], { stdin });

describe('--stdin-filepath', () => {
  it('writes the result to standard output and nothing else anywhere', async () => {
    expect(await pipe(EXACT)).toMatchObject({ code: 0, stdout: EXACT_AFTER, stderr: '' });
  });

  it('passes through what there is nothing to do in, byte for byte', async () => {
    const bytes = Buffer.from('\uFEFF// é\r\nnothing', 'utf8');
    expect((await pipe(bytes)).stdoutBytes).toEqual(bytes);
    expect(await pipe('')).toMatchObject({ code: 0, stdout: '' });
  });

  it('keeps encoding, byte order mark and line ends', async () => {
    const encode = (text: string) => Buffer.from(`\uFEFF// é\r\n${text.trimEnd()}\r\n`, 'utf16le');
    expect((await pipe(encode(EXACT))).stdoutBytes).toEqual(encode(EXACT_AFTER));
  });

  it('needs no git, and touches no file of that name', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': 'something else\n' });
    expect((await pipe(EXACT, [], folder)).stdout).toBe(EXACT_AFTER);
    expect(readText(folder, 'src/a.ts')).toBe('something else\n');
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('exits 1 for what is left, and says it', async () => {
    const { code, stdout, stderr } = await pipe(EXACT + MANUAL);
    expect({ code, stdout }).toEqual({ code: 1, stdout: EXACT_AFTER + MANUAL });
    expect(stderr).toMatch(/^src\/a\.ts:2:1: updateUser: `<object>` can't be traced .*\n$/);
  });

  it('prints nothing on a failure but the error', async () => {
    expect(await pipe(`${EXACT}@@@`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "error: src/a.ts:2:1: doesn't parse: Expression expected.\n",
    });
    expect(await pipe(Buffer.from([0x61, 0xff]))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "error: src/a.ts: isn't valid UTF-8 (line 1); save it as UTF-8\n",
    });
    expect(await pipe('users.updateUser(id); // breaks\n')).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints the diff in a dry run, and nothing with --check', async () => {
    const dry = await pipe(EXACT, ['--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.stdout).toContain('--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,1 +1,1 @@\n');
    const check = await pipe(EXACT, ['--check']);
    expect(check).toMatchObject({ code: 1, stdout: '' });
    expect(check.stderr).toBe('src/a.ts:1:7: updateUser: exact\n');
  });

  it('sends a report to a file', async () => {
    const folder = makeFolder(APPLICATION);
    const { stdout, stderr } = await pipe(EXACT + MANUAL, ['--output-file', 'json=report.json'], folder);
    expect({ stdout, stderr }).toEqual({ stdout: EXACT_AFTER + MANUAL, stderr: '' });
    const report = JSON.parse(readText(folder, 'report.json')) as { files: unknown };
    expect(schemaProblems(report)).toEqual([]);
    expect(report.files).toMatchObject([{ path: 'src/a.ts', changed: true }]);
    await pipe(EXACT, ['-o', 'report.txt'], folder);
    expect(readText(folder, 'report.txt')).toContain('updateUser → replaceUserMetadata');
  });

  it('passes through what --ignore names', async () => {
    expect(await pipe(EXACT, ['--ignore', 'src/'])).toMatchObject({ code: 0, stdout: EXACT });
  });

  it('reads build output like any file, since it is named', async () => {
    const minified = `${'x'.repeat(3000)};${EXACT}`;
    const { stdout } = await runCommand(makeFolder(APPLICATION), ['--stdin-filepath', 'dist/x.min.js'], {
      stdin: minified,
    });
    expect(stdout).toContain('replaceUserMetadata');
  });
});
