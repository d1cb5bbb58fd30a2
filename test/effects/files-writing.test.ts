import { describe, expect, it } from 'vitest';
import { analyze, type ProjectView } from '../../transforms/index.ts';

/** A file whose patch can be stripped if nobody puts anything in the place of the methods that run in between. */
function planOf(services: number): string {
  const names = Array.from({ length: services }, (_, index) => `service${String(index)}`);
  return [
    "import { clerkClient } from '@clerk/express';",
    ...names.map((name) => `import { ${name} } from './${name}.js';`),
    'export async function upgrade(id: string) {',
    '  const user = await clerkClient.users.getUser(id);',
    ...names.map((name, index) => `  ${name}.run${String(index)}(id);`),
    "  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'pro' } });",
    '}',
  ].join('\n');
}

/** A repository with that file, its services, and what else there is. */
function targetIn(services: number, others: Readonly<Record<string, string>> = {}): string | null | undefined {
  const files = new Map([
    ...Array.from({ length: services }, (_, index): [string, string] => {
      const name = `service${String(index)}`;
      return [`/app/${name}.ts`, `export const ${name} = { run${String(index)}(id: string) { console.log(id); } };`];
    }),
    ...Object.entries(others),
    ['/app/plan.ts', planOf(services)],
  ]);
  const project: ProjectView = {
    dependsOnSdk: () => true,
    resolveModule: (specifier) =>
      specifier.startsWith('./')
        ? { kind: 'file', fileName: `/app/${specifier.slice(2).replace(/\.js$/, '.ts')}` }
        : { kind: 'package' },
    readModule: (fileName) => files.get(fileName),
    sourceFiles: () => [...files.keys()],
    filesNaming: (words) =>
      [...files].flatMap(([name, text]) => (words.some((word) => text.includes(word)) ? [name] : [])),
  };
  const result = analyze(planOf(services), '/app/plan.ts', { project });
  return result.kind === 'analyzed' ? result.findings[0]?.target : undefined;
}

describe('the files that may put something in the place of a method', () => {
  it('strips where all of them can be read', () => {
    expect(targetIn(1)).toBe('updateUserMetadata');
    expect(targetIn(1, { '/app/other.ts': "export const modes = { run0: 'fast' };" })).toBe('updateUserMetadata');
  });

  it('takes it that anything is put there in more text than anybody waits for', () => {
    const other = (comment: string): Record<string, string> => ({
      '/app/other.ts': `export const modes = { run0: 'fast' }; /* ${comment} */`,
    });
    expect(targetIn(1, other('-'.repeat(100_000)))).toBe('updateUserMetadata');
    expect(targetIn(1, other('-'.repeat(300_000)))).toBe('replaceUserMetadata');
  });

  it('asks for as many names as there are', () => {
    expect(targetIn(12)).toBe('updateUserMetadata');
    expect(targetIn(12, { '/app/other.ts': 'export const set = (at) => { at.run11 = save; };' })).toBe(
      'replaceUserMetadata',
    );
  });

  it('looks past as many blanks as there are', () => {
    const blanks = ' '.repeat(1000);
    const unread = '-'.repeat(300_000);
    const other = (code: string): Record<string, string> => ({ '/app/other.ts': `${code} /* ${unread} */` });
    expect(targetIn(1, other(`export const log = (at) => { at.${blanks}run0${blanks}(); };`))).toBe(
      'updateUserMetadata',
    );
    expect(targetIn(1, other(`export const set = (at) => { at.${blanks}run0${blanks}= save; };`))).toBe(
      'replaceUserMetadata',
    );
  });

  it('parses no file for what it only imports to call its methods', () => {
    const other = (names: string, code: string): Record<string, string> => ({
      '/app/other.ts': `import { ${names} } from './all.js';\n${code}\n/* ${'-'.repeat(300_000)} */`,
    });
    expect(targetIn(1, other('service0', 'service0.stop();'))).toBe('updateUserMetadata');
    expect(targetIn(1, other('service0 as one', 'one.stop();'))).toBe('replaceUserMetadata');
    expect(targetIn(1, other('service0', 'change(service0);'))).toBe('replaceUserMetadata');
  });
});
