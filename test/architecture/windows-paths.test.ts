/** What the package makes of paths where they have drives and backslashes. */
import { expect, it, vi } from 'vitest';
import type * as Path from 'node:path';

vi.mock('node:path', async (importActual) => {
  const { win32, posix } = await importActual<typeof Path>();
  return { ...win32, win32, posix, default: win32 };
});

const { displayPath, withForwardSlashes } = await import('../../project/paths.ts');
const { generatedAliases } = await import('../../project/generated-aliases.ts');
const { buildFolderOf } = await import('../../project/build-output.ts');
const { compileIgnore } = await import('../../project/ignore-patterns.ts');

const REPOSITORY = String.raw`C:\Users\me\my app`;

it('paths have forward slashes in reports, and for the engine', () => {
  expect(withForwardSlashes(String.raw`C:\a\b.ts`)).toBe('C:/a/b.ts');
  expect(displayPath(REPOSITORY, String.raw`C:\Users\me\my app\src\a.ts`)).toBe('src/a.ts');
  expect(displayPath(REPOSITORY, REPOSITORY)).toBe('.');
  expect(displayPath(REPOSITORY, String.raw`C:\Users\me\other\a.ts`)).toBe('../other/a.ts');
  // The drive's letter may be written either way.
  expect(displayPath(REPOSITORY, String.raw`c:\users\ME\my app\src\a.ts`)).toBe('src/a.ts');
  expect(displayPath(REPOSITORY, String.raw`D:\b.ts`)).toBe('D:/b.ts');
});

it('--ignore holds for paths below the root, however deep', () => {
  const isLeftOut = compileIgnore(['src/generated/', '*.{test,spec}.ts'], REPOSITORY);
  const files = [String.raw`src\generated\a.ts`, String.raw`src\a.test.ts`, String.raw`src\a.ts`].map(
    (file) => `${REPOSITORY}\\${file}`,
  );
  expect([...files, String.raw`D:\src\generated\a.ts`].map(isLeftOut)).toEqual([true, true, false, false]);
});

it('build output is known by its folder', () => {
  expect(buildFolderOf(displayPath(REPOSITORY, String.raw`C:\Users\me\my app\dist\a.js`))).toBe('dist');
});

it('aliases of a configuration that is yet to be made hold in its project', () => {
  expect(generatedAliases('./.nuxt/tsconfig.json', REPOSITORY)?.folder).toBe(REPOSITORY);
  expect(generatedAliases('../.svelte-kit/tsconfig.json', String.raw`C:\app\src`)?.folder).toBe(String.raw`C:\app`);
});
