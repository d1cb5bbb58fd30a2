/** What is worth a word on standard error beside the report. */
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { APPLICATION, makeRepository, runCommand } from './harness.ts';

const IMPORT = "import { clerkClient } from '@clerk/nextjs/server';\nconst client = await clerkClient();\n";
const CALL = "await client.users.updateUser('user_1', { publicMetadata: {} });\n";

async function notesOf(files: Readonly<Record<string, string>>, ...args: string[]): Promise<string[]> {
  const { stderr } = await runCommand(makeRepository({ ...APPLICATION, ...files }), ['--check', ...args], {
    engine: ENGINE,
  });
  return stderr.split('\n').filter((line) => line.startsWith('note: '));
}

describe('notes', () => {
  it('name what --ignore is given and matches nothing, where a folder is looked at', async () => {
    const files = { 'src/a.ts': '', 'src/b.stories.tsx': '' };
    expect(await notesOf(files, '--ignore', '**/*.{stories,story}.tsx', '--ignore', '!src/a.ts')).toEqual([]);
    expect(await notesOf(files, '--ignore', 'node_modules', '--ignore', 'scr/**', '--ignore', 'src/b*')).toEqual([
      'note: --ignore scr/** leaves nothing out: no file that would be looked at matches it',
    ]);
    expect(await notesOf(files, 'src/a.ts', '--ignore', 'scr/**')).toEqual([]);
  });

  it('name a tsconfig that extends what is not there, once', async () => {
    const files = {
      'tsconfig.json': '{ "extends": "@acme/tsconfig/base.json" }',
      'a.ts': IMPORT + CALL,
      'b.ts': IMPORT + CALL,
    };
    expect(await notesOf(files)).toEqual([
      "note: tsconfig.json extends @acme/tsconfig/base.json, which isn't there. Install the dependencies first, so that types and path aliases are known",
    ]);
    expect(await notesOf({ ...files, 'node_modules/@acme/tsconfig/base.json': '{}' })).toEqual([]);
  });

  it.each([
    ['right before the call', `// clerk-metadata-ignore -- until March\n${CALL}`, undefined],
    ['on its line', CALL.replace('\n', ' // clerk-metadata-ignore\n'), undefined],
    [
      'before a call that a lint rule looks at',
      '// clerk-metadata-ignore\nawait client.users.updateUserMetadata(id, {});\n',
      undefined,
    ],
    ['in a text', `export const text = '// clerk-metadata-ignore';\n${CALL}`, undefined],
    [
      'two lines before it',
      `// clerk-metadata-ignore\n\n${CALL}`,
      "this clerk-metadata-ignore comment silences nothing. Put it on the line before the call's statement, or remove it",
    ],
    [
      'with a reason that has no dashes',
      `// clerk-metadata-ignore until March\n${CALL}`,
      'this comment silences nothing. Write the reason behind two dashes: // clerk-metadata-ignore -- why',
    ],
    [
      'where nothing is found',
      `${CALL}// clerk-metadata-ignore\nexport const a = 1;\n`,
      "this clerk-metadata-ignore comment silences nothing. Put it on the line before the call's statement, or remove it",
    ],
  ])('name a comment that silences nothing: %s', async (_, code, note) => {
    const text = IMPORT + code;
    const at = `a.ts:${String(text.slice(0, text.indexOf('// clerk-metadata-ignore')).split('\n').length)}:1`;
    expect(await notesOf({ 'a.ts': text })).toEqual(note === undefined ? [] : [`note: ${at}: ${note}`]);
    expect(await notesOf({ 'a.ts': text }, '--only', 'users')).toEqual([]);
  });
});
