import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Engine, ENGINE } from '../../cli/engine-calls.ts';
import { writeIfUnchanged } from '../../cli/write-file.ts';
import { createFakeEngine } from './fake-engine.ts';
import {
  APPLICATION,
  makeFolder,
  makeRepository,
  type Outcome,
  readText,
  runCommand,
  runForReport,
  type Settings,
} from './harness.ts';
import { schemaProblems } from './schema.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const EXACT_AFTER = 'await users.replaceUserMetadata(id); // exact\n';

it('is told of code that is nested more deeply than the compiler can take', async () => {
  const deep = `users.updateUser(id, { publicMetadata: ${'['.repeat(20_000)}1${']'.repeat(20_000)} });\n`;
  const { code, stderr } = await runCommand(makeRepository({ ...APPLICATION, 'deep.ts': deep }), [], {
    engine: ENGINE,
  });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: deep.ts: is nested too deeply to be analysed, and was left as it is\n',
  });
});

/** Runs over a good file beside `files`: the good one must be done, and each problem have its one line. */
async function runBeside(
  files: Record<string, string | Uint8Array>,
  args: readonly string[] = [],
  settings: Settings = {},
): Promise<Outcome & { errors: string[] }> {
  const folder = makeRepository({ ...APPLICATION, ...files, 'good.ts': EXACT });
  return { ...(await finish(folder, args, settings)) };
}

async function finish(
  folder: string,
  args: readonly string[] = [],
  settings: Settings = {},
): Promise<Outcome & { errors: string[] }> {
  const outcome = await runForReport(folder, args, settings);
  expect(readText(folder, 'good.ts')).toBe(EXACT_AFTER);
  expect(outcome.code).toBe(2);
  expect(schemaProblems(outcome.report)).toEqual([]);
  expect(outcome.report.summary.errors).toBe(outcome.report.errors.length);
  const said = outcome.stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('note: '));
  expect(said).toHaveLength(outcome.report.errors.length);
  const errors = outcome.report.errors.map(
    ({ path, line, column, message }) =>
      `${[path, line, column].filter((part) => part !== null).join(':')}: ${message}`,
  );
  for (const error of errors) expect(outcome.stderr).toContain(`error: ${error}\n`);
  return { ...outcome, errors };
}

describe('each of these gets one line with the file, and the others are done', () => {
  it('a file with a syntax error', async () => {
    const { errors } = await runBeside({ 'src/bad.ts': 'users.updateUser(id); // exact\n  @@@\n' });
    expect(errors).toEqual(["src/bad.ts:2:3: doesn't parse: Expression expected."]);
  });

  it('a binary file', async () => {
    const { errors } = await runBeside({ 'video.ts': Buffer.from([0x47, 0x40, 0x00, 0x10, 0x00]) });
    expect(errors).toEqual(['video.ts: is a binary file (it has a zero byte), not source text']);
  });

  it('invalid UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`// line one\n${EXACT}// caf`), Buffer.from([0xe9]), Buffer.from('\n')]);
    const { errors } = await runBeside({ 'latin1.ts': bytes });
    expect(errors).toEqual(["latin1.ts: isn't valid UTF-8 (line 3); save it as UTF-8"]);
  });

  it('half a character of UTF-16', async () => {
    const { errors } = await runBeside({ 'wide.ts': Buffer.from([0xff, 0xfe, 0x61]) });
    expect(errors).toEqual(['wide.ts: starts like UTF-16 text but has an odd number of bytes; save it as UTF-8']);
  });

  it('a missing path', async () => {
    const { errors } = await runBeside({}, ['good.ts', 'src/gone.ts', 'nowhere/', 'lib/*.ts']);
    expect(errors).toEqual([
      'lib/*.ts: no file matched this pattern',
      'nowhere: no such file or folder',
      'src/gone.ts: no such file or folder',
    ]);
  });

  it('a symlink loop', async () => {
    const folder = makeFolder({ ...APPLICATION, 'good.ts': EXACT, 'src/b.ts': '' });
    symlinkSync('y.ts', join(folder, 'src/x.ts'));
    symlinkSync('x.ts', join(folder, 'src/y.ts'));
    symlinkSync('..', join(folder, 'src/up'));
    const { errors } = await finish(folder, ['--force']);
    const message = "can't be read: a symbolic link that leads back to itself";
    expect(errors).toEqual([`src/x.ts: ${message}`, `src/y.ts: ${message}`]);
  });

  it('a broken package.json, once', async () => {
    const { errors } = await runBeside({
      'lib/package.json': '{\n  "name": "lib",\n  "dependencies": {,}\n}\n',
      'lib/a.ts': EXACT,
      'lib/deep/b.ts': EXACT,
    });
    expect(errors).toEqual(["lib/package.json:3:20: isn't valid JSON: a string in double quotes expected"]);
  });

  it('a package.json that holds something else', async () => {
    const { errors } = await runBeside({ 'lib/package.json': '[]', 'lib/a.ts': '' });
    expect(errors).toEqual(["lib/package.json:1:1: isn't a package.json: it holds no object"]);
  });

  it('a broken tsconfig, once', async () => {
    const { errors } = await runBeside({
      'tsconfig.json': '{ // comment\n  "compilerOptions": { "strict": tru }\n}\n',
      'other.ts': EXACT,
    });
    expect(errors).toEqual(["tsconfig.json:2:34: is broken, so its path aliases aren't known: a value expected"]);
  });

  it('a broken tsconfig that another one extends, or that --project names', async () => {
    const files = {
      'tsconfig.json': '{ "extends": ["./base.json", "not-installed/tsconfig.json", "./.nuxt/tsconfig.json"] }',
      'base.json': '{',
    };
    expect((await runBeside(files)).errors).toEqual([
      "base.json:1:2: is broken, so its path aliases aren't known: it ends where a string in double quotes should be",
    ]);
    expect((await runBeside({ 'other.json': '"text"' }, ['--project', 'other.json'])).errors).toEqual([
      "other.json:1:1: is broken, so its path aliases aren't known: it holds no object",
    ]);
  });

  it('an output that does not parse, which is not written', async () => {
    const source = `${EXACT}users.updateUser(id); // breaks\n`;
    const folder = makeRepository({ ...APPLICATION, 'good.ts': EXACT, 'breaks.ts': source });
    const { errors, stdout } = await finish(folder);
    expect(errors).toEqual([
      'breaks.ts: was left as it is: the rewritten text would not parse (Expression expected. at 2:7). That is a defect of this command; please report it',
    ]);
    expect(readText(folder, 'breaks.ts')).toBe(source);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { path: 'breaks.ts', changed: false },
        { path: 'good.ts', changed: true },
      ],
    });
  });

  it('edits that overlap', async () => {
    const fake = createFakeEngine();
    const engine: Engine = {
      ...fake,
      applyEdits: (text, edits) => {
        if (text.includes('overlap')) throw new RangeError('edit 1–2 overlaps another');
        return fake.applyEdits(text, edits);
      },
    };
    const { errors } = await runBeside({ 'bad.ts': `// overlap\n${EXACT}` }, [], { engine });
    expect(errors).toEqual([
      expect.stringContaining("bad.ts: was left as it is: its edits don't fit together (edit 1–2 overlaps another)"),
    ]);
  });

  it('a defect of the analysis', async () => {
    const { errors } = await runBeside({ 'bad.ts': 'users.updateUser(id); // throws\n' });
    expect(errors).toEqual([
      'bad.ts: could not be analysed (TypeError: cannot read what is not there), and was left as it is. That is a defect of this command; please report it',
    ]);
  });

  it('a file that changes between reading and writing', async () => {
    const folder = makeRepository({ ...APPLICATION, 'good.ts': EXACT, 'moving.ts': EXACT });
    const fake = createFakeEngine();
    const engine: Engine = {
      ...fake,
      applyEdits: (text, edits) => {
        if (fake.calls.at(-1)?.fileName.endsWith('/moving.ts') === true)
          writeFileSync(join(folder, 'moving.ts'), 'somebody else was here\n');
        return fake.applyEdits(text, edits);
      },
    };
    const { errors } = await finish(folder, ['--force'], { engine });
    expect(errors).toEqual([
      'moving.ts: was changed by something else while it was being read, and was not written; run the command again',
    ]);
    expect(readText(folder, 'moving.ts')).toBe('somebody else was here\n');
  });
});

describe('writing', () => {
  it('says so when the file is gone', async () => {
    const folder = makeFolder();
    expect(await writeIfUnchanged(join(folder, 'gone.ts'), Buffer.from('a'), Buffer.from('b'))).toBe(
      "can't be written: it is gone, or its folder is",
    );
  });

  it('says so when the path is no file any more', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'a.ts'));
    expect(await writeIfUnchanged(join(folder, 'a.ts'), Buffer.from('a'), Buffer.from('b'))).toContain(
      "can't be read (EISDIR)",
    );
  });

  it('fails for a report that cannot be written, after the work is done', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT, 'report.json': '{}' });
    symlinkSync('nowhere/report.json', join(folder, 'link.json'));
    const { code, stderr } = await runCommand(folder, ['-o', 'json=link.json']);
    expect(code).toBe(2);
    expect(stderr).toContain("error: link.json: the report can't be written");
    expect(readText(folder, 'a.ts')).toBe(EXACT_AFTER);
  });
});

describe('no file at all', () => {
  it.each([
    ['an empty folder', {}, ['.'], '.: no file matched: there is no JavaScript or TypeScript file here to look at'],
    [
      'a folder with build output only',
      { 'dist/a.js': EXACT },
      ['.'],
      '.: no file matched: there is no JavaScript or TypeScript file here to look at',
    ],
    [
      'a file of another kind',
      { 'a.md': '' },
      ['a.md'],
      'a.md: no file matched: there is nothing here to look at (not a JavaScript or TypeScript file)',
    ],
    ['a pattern without a match', { 'a.ts': '' }, ['**/*.tsx'], '**/*.tsx: no file matched this pattern'],
    [
      '--ignore for everything',
      { 'a.ts': EXACT },
      ['--ignore', '*.ts'],
      '.: no file matched: there is no JavaScript or TypeScript file here to look at',
    ],
  ])('%s: exit 2, in words', async (_, files, args, message) => {
    const { code, stderr, stdout } = await runCommand(makeRepository(files), args);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${message}\n`);
    expect(stdout).toContain('No file was looked at.');
  });
});
