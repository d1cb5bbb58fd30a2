/** Which files git finds to be nothing by themselves, so that they aren't read. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { findPlainFiles, startPlainSearch } from '../../cli/plain-files.ts';
import { METADATA_FIELDS } from '../../transforms/api-change.ts';
import { mayHaveMergingCalls, mayHaveNewMethods, mayNameService } from '../../transforms/prefilter.ts';
import { git, makeFolder, makeRepository, runForReport } from './harness.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const CALL = "import { users } from '@clerk/backend';\nusers.updateUser(id, { publicMetadata: {} });\n";

const SDK_MANIFEST = '{ "dependencies": { "@clerk/backend": "2.0.0" } }';

async function plainIn(root: string): Promise<readonly string[]> {
  return [...(await findPlainFiles(root))].sort();
}

describe('a file is plain', () => {
  const FORMS = {
    unicode: (code: number) => String.raw`\u${code.toString(16).padStart(4, '0')}`,
    braced: (code: number) => String.raw`\u{0${code.toString(16).toUpperCase()}}`,
    hexadecimal: (code: number) => String.raw`\x${code.toString(16)}`,
    octal: (code: number) => `\\${code.toString(8)}`,
    letter: (code: number) => `\\${String.fromCodePoint(code)}`,
    'line ended': (code: number) => `\\\n${String.fromCodePoint(code)}`,
    'line ended as in Windows': (code: number) => `\\\r\n${String.fromCodePoint(code)}`,
    'line ended by a separator': (code: number) => `\\\u2028${String.fromCodePoint(code)}`,
    'markup, hexadecimal': (code: number) => `&#X0${code.toString(16)};`,
    'markup, decimal': (code: number) => `&#0${String(code)};`,
  };

  it.each(Object.entries(FORMS))('unless it spells a name by escapes: %s', async (_, escape) => {
    const names = ['clerk', 'CLERK', 'private_metadata', 'unsafeMetadata', 'replaceOrganizationMetadata'];
    const spelled = names.flatMap((name) =>
      Array.from(name, (_, at) => `"${name.slice(0, at)}${escape(name.charCodeAt(at))}${name.slice(at + 1)}"`),
    );
    const root = makeRepository(Object.fromEntries(spelled.map((text, index) => [`a/b/${String(index)}.ts`, text])));
    expect((await plainIn(root)).map((path) => readFileSync(join(root, path), 'utf8')).filter(namesAny)).toEqual([]);
  });

  it.each<[string, Files]>([
    ['it names the service', { 'a/b/x.ts': 'const ClERK = 1;' }],
    ['its name does', { 'a/b/clerk.ts': '' }],
    ['it names a field', { 'a/b/x.ts': 'x.unsafeMetadata' }],
    ['it names one as the API does', { 'a/b/x.ts': 'PUBLIC_METADATA' }],
    ['it names a method that is new', { 'a/b/x.ts': 'x.replaceUserMetadata()' }],
    ['it is in UTF-16', { 'a/b/x.ts': Buffer.from('\uFEFFclerk', 'utf16le') }],
    ['it is in UTF-16 without a zero byte', { 'a/b/x.ts': Buffer.from('\uFEFF中文', 'utf16le') }],
    ['it is in Latin-1', { 'a/b/x.ts': Buffer.from('café', 'latin1'), 'a/b/y.ts': Buffer.from('é', 'latin1') }],
    ['half of a character is missing', { 'a/b/x.ts': Buffer.from('中文').subarray(0, -1) }],
    ['a character has a byte too many', { 'a/b/x.ts': Buffer.from([0xc3, 0xa9, 0xa9, 0x0a]) }],
    ['a character is longer than it has to be', { 'a/b/x.ts': Buffer.from([0xc0, 0x80]) }],
    ['it has a zero byte', { 'a/b/x.ts': '\0' }],
    ['it leads out of the repository', { 'a/b/x.ts': "import '../../../x';" }],
    ['it may do so', { 'a/x.ts': '' }],
    ['it leads into what is installed', { 'a/b/x.ts': "import '../node_modules/x';" }],
    ['it may be minified', { 'a/b/x.js': 'x'.repeat(3000) }],
    ['it is a component that names the service', { 'a/b/x.vue': '<script>const clerk = 0;</script>' }],
    ['it is of another kind', { 'a/b/x.md': '' }],
    ['git takes it for binary', { 'a/b/x.ts': 'clerk', '.gitattributes': '*.ts binary -text -diff' }],
    ['git shows it otherwise', { 'a/b/x.ts': 'clerk', '.gitattributes': '*.ts diff=nothing' }],
    ['it has line ends of Windows', { 'a/b/x.ts': '"cle\\\r\nrk"\r\n', '.gitattributes': '*.ts text eol=crlf' }],
  ])('unless %s', async (_, files) => {
    const root = makeRepository({ 'a/b/plain.ts': 'export const é = "中文";\n', 'a/b/c/plain.js': '', ...files });
    git(root, 'config', 'diff.nothing.textconv', 'true');
    expect(await plainIn(root)).toEqual(['a/b/c/plain.js', 'a/b/plain.ts']);
  });

  it('whatever is configured for git', async () => {
    const root = makeRepository({ 'a/b/plain.ts': '', 'a/b/x.ts': 'clerk', 'package.json': '{}' });
    const settings = {
      'grep.fullName': 'true',
      'grep.lineNumber': 'true',
      'grep.patternType': 'fixed',
      'grep.threads': '4',
      'color.ui': 'always',
      'color.grep': 'always',
      'submodule.recurse': 'true',
      'core.quotePath': 'true',
    };
    for (const [name, value] of Object.entries(settings)) git(root, 'config', name, value);
    expect(await plainIn(root)).toEqual(['a/b/plain.ts']);
    expect(await plainIn(join(root, 'a'))).toEqual([]);
  });

  it('in no folder without git', async () => {
    expect(await plainIn(makeFolder({ 'a/b/x.ts': '' }))).toEqual([]);
  });

  it('if git has read it', async () => {
    const names = ['untracked', 'linked', 'gone', 'folder', 'plain'];
    const root = makeRepository(Object.fromEntries(names.slice(1).map((name) => [`a/b/${name}.ts`, ''])));
    const at = (name: string): string => join(root, 'a/b', `${name}.ts`);
    for (const name of ['linked', 'gone', 'folder']) rmSync(at(name));
    writeFileSync(at('untracked'), '');
    writeFileSync(join(root, 'service'), 'clerk');
    symlinkSync(join(root, 'service'), at('linked'));
    mkdirSync(at('folder'));
    expect(await plainIn(root)).toEqual(['a/b/plain.ts']);
  });
});

/** A repository of 400 files. */
function many(files: Files = {}, manifest = 'package.json'): string {
  return makeRepository({
    [manifest]: '{ "name": "app" }',
    ...Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`a/b/${String(index)}.ts`, ''])),
    ...files,
  });
}

describe('plain files are searched for', () => {
  it('while others work', async () => {
    const root = many({ 'a/b/7.ts': CALL });
    expect((await startPlainSearch(root)?.found)?.size).toBe(399);
  });

  it('in a working tree whose repository is elsewhere, too', async () => {
    const root = many();
    const other = join(makeFolder(), 'other');
    git(root, 'worktree', 'add', '--quiet', other);
    expect((await startPlainSearch(other)?.found)?.size).toBe(400);
  });

  it('until they are not asked for', async () => {
    const search = startPlainSearch(many());
    search?.stop();
    expect((await search?.found)?.size).toBe(0);
  });

  it.each([
    ['there are few', () => makeRepository({ 'package.json': '{}', 'a/b/x.ts': '' })],
    ['the manifest asks for the SDK', () => many({ 'package.json': SDK_MANIFEST })],
  ])('unless %s', (_, make) => {
    expect(startPlainSearch(make())).toBeUndefined();
  });
});

describe('of many files without a dependency', () => {
  const parsedOf = async (root: string, files = 400): Promise<number> => {
    const { report } = await runForReport(root, ['--check', '--no-types'], { engine: ENGINE });
    expect(report.summary.filesScanned).toBe(files);
    return report.summary.filesParsed;
  };

  it('none is parsed', async () => {
    expect(await parsedOf(many())).toBe(0);
  });

  it('one is that names the service', async () => {
    expect(await parsedOf(many({ 'a/b/7.ts': CALL }))).toBe(1);
  });

  it('one is that leads to it, and was passed over at first', async () => {
    const save = "import { users } from './7';\nexport const save = (id, changes) => users.updateUser(id, changes);\n";
    expect(await parsedOf(many({ 'a/b/3.ts': save, 'a/b/7.ts': "export * from '@clerk/backend';" }))).toBe(1);
  });

  it('one is whose package is unknown', async () => {
    const files = { 'tools/a.ts': '', 'a/b/7.ts': 'users.updateUser(id, changes);' };
    expect(await parsedOf(many(files, 'tools/package.json'), 401)).toBe(1);
  });

  it('one is in a repository inside, whose files the outer one tracks', async () => {
    const root = many({ 'a/b/c/x.ts': 'users.updateUser(id, changes);' });
    expect(await parsedOf(root, 401)).toBe(0);
    mkdirSync(join(root, 'a/b/c/.git'));
    expect(await parsedOf(root, 401)).toBe(1);
  });

  it('those are counted that are looked at, each once', async () => {
    const root = many({ 'a/b/dist/x.js': '', 'a/b/c/x.ts': '' });
    const scannedOf = async (...args: readonly string[]): Promise<number> => {
      const { report } = await runForReport(root, ['--check', '--no-types', ...args], { engine: ENGINE });
      expect(report.skipped).toEqual([{ path: 'a/b/dist/x.js', why: 'build output (dist)' }]);
      return report.summary.filesScanned;
    };
    expect(await scannedOf()).toBe(401);
    expect(await scannedOf('--ignore', 'c')).toBe(400);
    expect(await scannedOf('.', 'a')).toBe(401);
  });

  it.each(['--assume-unchanged', '--skip-worktree'])('one is that git would not look at: %s', async (flag) => {
    const root = many();
    git(root, 'update-index', flag, 'a/b/7.ts');
    appendFileSync(join(root, 'a/b/7.ts'), CALL);
    expect(await parsedOf(root)).toBe(1);
  });

  it('those of a package inside that depends on the SDK are', async () => {
    expect(await parsedOf(many({ 'a/package.json': SDK_MANIFEST, 'a/b/7.ts': CALL }))).toBe(1);
  });

  it('one is where git can search by no such patterns', async () => {
    const root = many({ 'a/b/7.ts': CALL });
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    const bin = makeFolder();
    writeFileSync(join(bin, 'git'), `#!/bin/sh\n[ "$1" = grep ] && exit 128\nexec ${real} "$@"\n`, { mode: 0o755 });
    const before = process.env['PATH'];
    process.env['PATH'] = `${bin}:${before ?? ''}`;
    try {
      expect(await parsedOf(root)).toBe(1);
    } finally {
      process.env['PATH'] = before;
    }
  });
});

function namesAny(text: string): boolean {
  return (
    mayNameService(text) ||
    METADATA_FIELDS.some((field) => text.includes(field)) ||
    mayHaveNewMethods(text) ||
    mayHaveMergingCalls(text)
  );
}
