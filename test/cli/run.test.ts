import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../cli/engine-calls.ts';
import { createFakeEngine } from './fake-engine.ts';
import {
  APPLICATION,
  git,
  makeFolder,
  makeRepository,
  readText,
  runCommand,
  runForReport,
  writeFiles,
} from './harness.ts';
import { SCHEMA, schemaProblems } from './schema.ts';

const EXACT = 'await users.updateUser(id); // exact\n';
const EXACT_AFTER = 'await users.replaceUserMetadata(id); // exact\n';
const REVIEW = 'users.updateUser(id); // review\n';
const MANUAL = 'users.updateUser(id); // manual\n';
const IGNORED = 'users.updateUser(id); // ignored\n';

describe('a run', () => {
  it('rewrites in place, and a second one finds nothing to do', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'src/a.ts': EXACT,
      'src/b.ts': `${REVIEW}${IGNORED}`,
      'src/c.ts': 'nothing\n',
    });
    expect((await runCommand(folder, [])).code).toBe(0);
    expect(readText(folder, 'src/a.ts')).toBe(EXACT_AFTER);
    expect(readText(folder, 'src/b.ts')).toBe(`users.replaceUserMetadata(id); // review\n${IGNORED}`);
    const { code, report } = await runForReport(folder, []);
    expect(code).toBe(0);
    expect(report.summary).toMatchObject({ filesScanned: 3, filesParsed: 1, filesChanged: 0, findings: 1, ignored: 1 });
  });

  it('does not load the engine where no file may have findings', async () => {
    const folder = makeRepository({ ...APPLICATION, 'src/a.ts': 'export {};\n' });
    const engine: Engine = { ...createFakeEngine(), loadAnalyzer: () => Promise.reject(new Error('loaded')) };
    expect(await runCommand(folder, [], { engine })).toMatchObject({ code: 0, stderr: '' });
  });

  it('passes the options on to the engine', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': MANUAL });
    const engine = createFakeEngine();
    await runCommand(
      folder,
      ['--exact', '--frontend-replace', 'null-keys', '--todo', '--only', 'http', '--only', 'users', '--check'],
      { engine },
    );
    expect(engine.calls[0]).toMatchObject({
      fileName: join(folder, 'a.ts'),
      options: { exact: true, frontendReplace: 'null-keys', todo: 'manual', only: ['http', 'users'] },
    });
    await runCommand(folder, ['--check'], { engine });
    expect(engine.calls.at(-1)?.options).toMatchObject({ exact: false, todo: false });
    for (const left of ['only', 'frontendReplace']) expect(engine.calls.at(-1)?.options).not.toHaveProperty(left);
  });

  it('leaves what needs a review for a later run where that is asked for', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': `${EXACT}${REVIEW}` });
    const first = await runCommand(folder, ['--skip-review']);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('Rewrote 1 call in 1 file. 1 call to review is left for a later run.');
    expect(readText(folder, 'a.ts')).toBe(`${EXACT_AFTER}${REVIEW}`);
    expect((await runCommand(folder, ['--check', '--skip-review'])).code).toBe(0);
    expect((await runCommand(folder, ['--check'])).code).toBe(1);
    expect((await runCommand(folder, ['--skip-review', '--force'])).stdout).toContain(
      'Nothing to rewrite. 1 call to review is left for a later run.',
    );
    expect((await runCommand(folder, ['--force'])).stdout).toContain('Rewrote 1 call in 1 file.\n');
    expect(readText(folder, 'a.ts')).toBe(`${EXACT_AFTER}users.replaceUserMetadata(id); // review\n`);
  });

  it('leaves a TODO comment where one is asked for, once', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': MANUAL });
    expect((await runCommand(folder, ['--todo'])).code).toBe(1);
    const once = readText(folder, 'a.ts');
    expect(once).toContain('TODO(clerk-metadata)');
    await runCommand(folder, ['--todo', '--force']);
    expect(readText(folder, 'a.ts')).toBe(once);
  });

  it.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf8')],
    ['UTF-16, little-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, big-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['CRLF line ends', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'), 'utf8')],
  ])('keeps %s', async (_, encode) => {
    const before = `// é 漢 😀\n${EXACT}last`;
    const folder = makeRepository({ ...APPLICATION, 'a.ts': encode(before) });
    expect((await runCommand(folder, [])).code).toBe(0);
    expect(readFileSync(join(folder, 'a.ts'))).toEqual(encode(before.replace('updateUser', 'replaceUserMetadata')));
  });

  it('keeps the mode, and writes through a link', async () => {
    const folder = makeRepository({ ...APPLICATION, 'script.js': `#!/usr/bin/env node\n${EXACT}`, 'target.ts': EXACT });
    chmodSync(join(folder, 'script.js'), 0o755);
    symlinkSync('target.ts', join(folder, 'link.ts'));
    const { report } = await runForReport(folder, ['--force', 'link.ts', 'script.js']);
    expect(statSync(join(folder, 'script.js')).mode & 0o777).toBe(0o755);
    expect(lstatSync(join(folder, 'link.ts')).isSymbolicLink()).toBe(true);
    expect(readText(folder, 'target.ts')).toBe(EXACT_AFTER);
    expect(report.files.map((file) => file.path)).toEqual(['link.ts', 'script.js']);
  });

  it('takes a file and links to it for one file', async () => {
    const folder = makeFolder({ ...APPLICATION, 'target.ts': EXACT });
    symlinkSync('target.ts', join(folder, 'a-link.ts'));
    symlinkSync('target.ts', join(folder, 'z-link.ts'));
    const { report, code } = await runForReport(folder, ['--force']);
    expect(code).toBe(0);
    expect(report.files.map((file) => file.path)).toEqual(['target.ts']);
    expect(readText(folder, 'target.ts')).toBe(EXACT_AFTER);
  });

  it('leaves no file beside those it was given', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT });
    await runCommand(folder, []);
    expect(git(folder, 'status', '--porcelain')).toBe(' M a.ts\n');
  });

  it('skips minified files and bundles that contain the SDK, unless they are named', async () => {
    const minified = `${'x'.repeat(3000)};users.updateUser(id); // exact\n`;
    const bundle = readFileSync(new URL('../../node_modules/@clerk/backend/dist/index.js', import.meta.url), 'utf8');
    const folder = makeRepository({
      ...APPLICATION,
      'public/app.js': minified,
      'server/index.cjs': `${bundle}\n${EXACT}`,
      'src/long.ts': minified,
    });
    const { report } = await runForReport(folder, ['--check']);
    expect(report.skipped).toEqual([
      { path: 'public/app.js', why: 'minified' },
      { path: 'server/index.cjs', why: 'a bundle that contains the SDK' },
    ]);
    expect(report.files.map((file) => file.path)).toEqual(['src/long.ts']);
    const named = await runForReport(folder, ['--check', 'public/app.js', 'server/index.cjs']);
    expect(named.report.skipped).toEqual([]);
    expect(named.report.summary.exact).toBe(2);
  });
});

describe('the exit status', () => {
  it.each([
    ['nothing is left', [EXACT, REVIEW, IGNORED], [], 0],
    ['a manual finding is left', [EXACT, MANUAL], [], 1],
    ['a manual finding would be left', [EXACT, MANUAL], ['--dry-run'], 1],
    ['nothing would be left', [EXACT, REVIEW], ['--dry-run'], 0],
    ['--check finds an exact one', [EXACT], ['--check'], 1],
    ['--check finds one to review', [REVIEW], ['--check'], 1],
    ['--check finds a manual one', [MANUAL], ['--check'], 1],
    ['--check finds only what is ignored', [IGNORED], ['--check'], 0],
    ['--check finds one, in a dry run', [EXACT], ['--check', '--dry-run'], 1],
    ['there is nothing to do', ['export {};\n'], [], 0],
    ['a file fails', ['@@@updateUser\n'], [], 2],
    ['a file fails and a manual finding is left', [MANUAL, '@@@updateUser\n'], [], 2],
    ['a file fails and --check finds something', [EXACT, '@@@updateUser\n'], ['--check'], 2],
  ])('where %s', async (_, sources, args, code) => {
    const files = Object.fromEntries(sources.map((source, index) => [`src/${String(index)}.ts`, source]));
    const folder = makeRepository({ ...APPLICATION, ...files });
    expect((await runCommand(folder, args)).code).toBe(code);
  });

  it('is the same for a hook whose files are none of its business, and not for a run without files', async () => {
    const folder = makeRepository({ 'README.md': '', 'a.ts': EXACT });
    expect((await runCommand(folder, ['--check', 'README.md'])).code).toBe(0);
    expect((await runCommand(folder, ['README.md'])).code).toBe(2);
  });
});

describe('--check and --dry-run', () => {
  it.each([['--check'], ['--dry-run']])('%s writes nothing, and says what would change', async (option) => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT, 'b.ts': MANUAL });
    const { report } = await runForReport(folder, [option]);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(report.files.map(({ path, changed }) => ({ path, changed }))).toEqual([
      { path: 'a.ts', changed: true },
      { path: 'b.ts', changed: false },
    ]);
    expect(report.summary.filesChanged).toBe(1);
  });
});

describe('git', () => {
  const SAFE = { ...APPLICATION, 'clean.ts': EXACT, 'dirty.ts': EXACT, 'staged.ts': EXACT };

  function makeDirty(): string {
    const folder = makeRepository(SAFE);
    writeFiles(folder, {
      'dirty.ts': `${EXACT}// more\n`,
      'staged.ts': `${EXACT}// more\n`,
      'new.ts': EXACT,
      'unrelated.txt': 'new',
    });
    git(folder, 'add', 'staged.ts');
    return folder;
  }

  it('guards files with changes that are not committed; the others are written', async () => {
    const folder = makeDirty();
    const { code, stderr, report } = await runForReport(folder, []);
    expect(code).toBe(2);
    expect(readText(folder, 'clean.ts')).toBe(EXACT_AFTER);
    expect(readText(folder, 'dirty.ts')).toBe(`${EXACT}// more\n`);
    expect(readText(folder, 'new.ts')).toBe(EXACT);
    const changes = 'has uncommitted changes; commit or stash them, or use --force to write it';
    expect(report.errors.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: 'dirty.ts', message: changes },
      { path: 'new.ts', message: "isn't committed to git; commit it, or use --force to write it" },
      { path: 'staged.ts', message: changes },
    ]);
    expect(stderr).toContain(`error: dirty.ts: ${changes}\n`);
    expect(report.files.filter((file) => file.changed).map((file) => file.path)).toEqual(['clean.ts']);
  });

  it('is overruled by --force', async () => {
    const folder = makeDirty();
    expect((await runCommand(folder, ['--force'])).code).toBe(0);
    expect(readText(folder, 'dirty.ts')).toBe(`${EXACT_AFTER}// more\n`);
    expect(readText(folder, 'new.ts')).toBe(EXACT_AFTER);
  });

  it('does not mind changes in files that are not written', async () => {
    const folder = makeRepository({ ...SAFE, 'other.ts': 'export {};\n' });
    writeFiles(folder, { 'other.ts': 'export const changed = 1;\n', 'new.txt': '' });
    expect((await runCommand(folder, [])).code).toBe(0);
  });

  it('has a dry run exit as the write would, and still show the diff', async () => {
    const folder = makeDirty();
    const { code, stdout, stderr } = await runCommand(folder, ['--dry-run']);
    expect(code).toBe(2);
    expect(stdout).toContain('+++ b/dirty.ts');
    expect(stderr).toContain('error: dirty.ts: has uncommitted changes');
    expect((await runCommand(folder, ['--check'])).code).toBe(1);
  });

  it('guards files that are in no repository', async () => {
    const folder = makeFolder({ ...APPLICATION, 'a.ts': EXACT });
    const { code, stderr } = await runCommand(folder, []);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "error: a.ts: isn't in a git repository, so a rewrite couldn't be undone; use --force to write it\n",
    );
    expect(readText(folder, 'a.ts')).toBe(EXACT);
    expect((await runCommand(folder, ['--force'])).code).toBe(0);
  });

  it('guards files that it ignores, and files before the first commit', async () => {
    const folder = makeFolder({ ...APPLICATION, '.gitignore': 'ignored.ts\n', 'ignored.ts': EXACT, 'a.ts': EXACT });
    git(folder, 'init', '-q');
    git(folder, 'add', 'a.ts');
    const { report } = await runForReport(folder, ['ignored.ts', 'a.ts']);
    const message = "isn't committed to git; commit it, or use --force to write it";
    expect(report.errors.map((error) => [error.path, error.message])).toEqual([
      ['a.ts', message],
      ['ignored.ts', message],
    ]);
  });

  it('is asked about the repository that each file is in', async () => {
    const one = makeRepository({ ...APPLICATION, 'a [1].ts': EXACT });
    const two = makeRepository({ ...APPLICATION, 'b.ts': EXACT });
    writeFiles(two, { 'b.ts': `${EXACT}//\n` });
    const { report } = await runForReport(one, ['a [1].ts', join(two, 'b.ts')]);
    expect(report.errors.map((error) => error.message)).toEqual([
      'has uncommitted changes; commit or stash them, or use --force to write it',
    ]);
    expect(readText(one, 'a [1].ts')).toBe(EXACT_AFTER);
  });
});

describe('the diff of a dry run', () => {
  it('is what git apply makes the same files of as the write does', async () => {
    const crlf = `one\r\n${EXACT.trimEnd()}\r\nthree\r\n`;
    const files = {
      ...APPLICATION,
      'a.ts': `${'line\n'.repeat(20)}${EXACT}${'line\n'.repeat(20)}${REVIEW}${'line\n'.repeat(20)}`,
      'no-newline.ts': EXACT.trimEnd(),
      'crlf.ts': crlf,
      'bom.ts': `\uFEFF${EXACT}`,
      'with space/(auth)/[id]/é "quoted".ts': EXACT,
      'sub/b.ts': `\t${EXACT}`,
    };
    const folder = makeRepository(files);
    git(folder, 'config', 'core.autocrlf', 'false');
    const { code, stdout } = await runCommand(folder, ['--dry-run']);
    expect(code).toBe(0);
    writeFileSync(join(folder, 'p.diff'), stdout);
    git(folder, 'apply', '--whitespace=nowarn', 'p.diff');
    const applied = Object.keys(files).map((path) => readText(folder, path));
    git(folder, 'checkout', '-q', '.');
    expect((await runCommand(folder, [])).code).toBe(0);
    expect(applied).toEqual(Object.keys(files).map((path) => readText(folder, path)));
    expect(applied).toContain(crlf.replace('updateUser', 'replaceUserMetadata'));
  });

  it('shows a UTF-16 file to people without spoiling the patch for git', async () => {
    const folder = makeRepository({
      ...APPLICATION,
      'wide.ts': Buffer.from(`\uFEFF${EXACT}`, 'utf16le'),
      'x.ts': EXACT,
    });
    const { stdout } = await runCommand(folder, ['--dry-run']);
    expect(stdout).toContain('# +\uFEFFawait users.replaceUserMetadata(id); // exact');
    writeFileSync(join(folder, 'p.diff'), stdout);
    git(folder, 'apply', 'p.diff');
    expect(readText(folder, 'x.ts')).toBe(EXACT_AFTER);
  });

  it('is alone on standard output', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT });
    const { stdout, stderr } = await runCommand(folder, ['--dry-run']);
    expect(stdout).toBe(
      'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,1 +1,1 @@\n' +
        '-await users.updateUser(id); // exact\n+await users.replaceUserMetadata(id); // exact\n',
    );
    expect(stderr).toContain('Would rewrite 1 call in 1 file. Nothing was written.');
  });

  it('gives way to a report for machines', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT });
    const both = await runCommand(folder, ['--dry-run', '--reporter', 'json', '--reporter', 'pretty']);
    expect(() => JSON.parse(both.stdout) as unknown).not.toThrow();
    expect(both.stderr).toContain('Would rewrite 1 call');
    const apart = await runCommand(folder, ['--dry-run', '-o', 'json=report.json']);
    expect(apart.stdout).toMatch(/^diff --git/);
    expect(schemaProblems(JSON.parse(readText(folder, 'report.json')))).toEqual([]);
  });
});

describe('the JSON report', () => {
  it('is the contract’s', async () => {
    const text = `// 😀\n  await users.updateUser(id); // exact\n${MANUAL}`;
    const folder = makeRepository({
      'package.json': '{ "name": "app", "dependencies": { "@clerk/nextjs": "^6.0.0" } }\n',
      'package-lock.json':
        '{ "lockfileVersion": 3, "packages": { "node_modules/@clerk/nextjs": { "version": "6.39.1" } } }\n',
      'src/a.ts': text,
      'src/b.ts': 'updateUser\n  @@@\n',
      'dist/c.js': '',
    });
    const { report } = await runForReport(folder, ['--dry-run']);
    expect(schemaProblems(report)).toEqual([]);
    expect(report).toEqual({
      schemaVersion: 1,
      version: expect.any(String) as string,
      apiVersion: '2026-05-12',
      root: folder,
      mode: 'dry-run',
      repository: { name: basename(folder), path: '' },
      summary: {
        filesScanned: 2,
        filesParsed: 2,
        filesChanged: 1,
        findings: 2,
        exact: 1,
        review: 0,
        manual: 1,
        ignored: 0,
        errors: 1,
        durationMs: expect.any(Number) as number,
      },
      files: [
        {
          path: 'src/a.ts',
          changed: true,
          package: 'app',
          findings: [
            {
              kind: 'call',
              surface: 'users',
              method: 'updateUser',
              target: 'replaceUserMetadata',
              fields: ['publicMetadata'],
              requests: 1,
              verdict: 'exact',
              reasons: [],
              line: 2,
              column: 9,
              endLine: 2,
              endColumn: 29,
              edits: [{ start: 20, end: 30, text: 'replaceUserMetadata' }],
              fingerprint: expect.stringMatching(/^[0-9a-f]{20}$/) as string,
              excerpts: [
                {
                  line: 1,
                  lineAfter: 1,
                  start: 0,
                  before: text,
                  after: text.replace('updateUser', 'replaceUserMetadata'),
                },
              ],
            },
            {
              kind: 'call',
              surface: 'users',
              method: 'updateUser',
              target: null,
              fields: ['publicMetadata'],
              requests: 1,
              verdict: 'manual',
              reasons: [
                { code: 'receiver-unproven', message: expect.stringContaining('.') as string, line: 3, column: 7 },
              ],
              line: 3,
              column: 1,
              endLine: 3,
              endColumn: 21,
              edits: [],
              fingerprint: expect.stringMatching(/^[0-9a-f]{20}$/) as string,
              excerpts: [{ line: 1, lineAfter: 1, start: 0, before: text, after: null }],
            },
          ],
        },
      ],
      errors: [{ path: 'src/b.ts', message: "doesn't parse: Expression expected.", line: 2, column: 3 }],
      skipped: [{ path: 'dist/c.js', why: 'build output (dist)' }],
      sdk: [
        {
          package: '@clerk/nextjs',
          range: '^6.0.0',
          installed: '6.39.1',
          required: '7.5.2',
          ok: false,
          manifest: 'package.json',
          upgrade: '@clerk/nextjs@^7.5.2',
        },
      ],
    });
  });

  it('is alone on standard output, and valid in every mode', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT + REVIEW + MANUAL + IGNORED });
    for (const args of [['--dry-run'], ['--check'], ['--dry-run', '--force', '.'], ['nowhere'], []]) {
      const { report } = await runForReport(folder, args);
      expect(schemaProblems(report)).toEqual([]);
      const { exact, review, manual, ignored, findings } = report.summary;
      expect(findings).toBe(exact + review + manual + ignored);
    }
  });

  it('goes to a file when asked to', async () => {
    const folder = makeRepository({ ...APPLICATION, 'a.ts': EXACT });
    const { stdout } = await runCommand(folder, ['--reporter', 'json', '-o', 'report.json']);
    expect(stdout).toBe('');
    expect(schemaProblems(JSON.parse(readText(folder, 'report.json')))).toEqual([]);
  });

  it('names paths outside of the folder it was run in, and nested ones, with forward slashes', async () => {
    const folder = makeRepository({ ...APPLICATION, 'here/a.ts': EXACT, 'there/deep/b.ts': EXACT });
    const { report } = await runForReport(join(folder, 'here'), ['.', '../there']);
    expect(report.files.map((file) => file.path)).toEqual(['../there/deep/b.ts', 'a.ts']);
  });

  it('has a schema that describes every field', () => {
    const undescribed: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, child] of Object.entries(node)) {
        if (key === 'properties') {
          for (const [name, field] of Object.entries(child as Record<string, Record<string, unknown>>)) {
            if (typeof field['description'] !== 'string' && typeof field['$ref'] !== 'string')
              undescribed.push(`${path}.${name}`);
            visit(field, `${path}.${name}`);
          }
        } else {
          visit(child, `${path}.${key}`);
        }
      }
    };
    visit(SCHEMA, '');
    expect(undescribed).toEqual([]);
    expect(schemaProblems({ schemaVersion: 1 })).not.toEqual([]);
  });
});
