/**
 * What is said where the SDK is too old: a note at each finding, and with --check a finding of its own where code calls
 * what it lacks.
 */
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import type { Report } from '../../cli/report.ts';
import { makeRepository, runCommand, runForReport, writeFiles } from './harness.ts';
import { schemaProblems } from './schema.ts';

const MANIFEST = (range: string): string =>
  `{\n  "name": "web",\n  "dependencies": {\n    "@clerk/nextjs": "${range}"\n  }\n}\n`;
const OLD_CALL = `import { clerkClient } from '@clerk/nextjs/server';

export async function setRole(id: string) {
  const client = await clerkClient();
  await client.users.updateUser(id, { publicMetadata: { role: 'admin' } });
}
`;
const NEW_CALL = OLD_CALL.replace('updateUser', 'replaceUserMetadata');
const TOO_OLD = 'The installed SDK has no `replaceUserMetadata()`.';
const LACKS = 'The installed SDK has no `replaceUserMetadata()`, so this call fails.';

async function report(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly report: Report; readonly code: number }> {
  const folder = makeRepository({ '.gitignore': 'node_modules\n' });
  writeFiles(folder, files);
  return runForReport(folder, args, { engine: ENGINE });
}

const messagesIn = ({ files }: Report): string[] =>
  files.flatMap(({ path, findings }) =>
    findings.flatMap(({ reasons }) => reasons.map(({ message, line }) => `${path}:${String(line)} ${message}`)),
  );

describe('sdk-too-old', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'by the declared range',
      { 'package.json': MANIFEST('^6.12.0') },
      [`a.ts:5 ${TOO_OLD} Upgrade @clerk/nextjs ^6.12.0 to ^7.5.2 first.`],
    ],
    [
      'by what is installed',
      { 'package.json': MANIFEST('^7.0.0'), 'node_modules/@clerk/nextjs/package.json': '{ "version": "7.4.9" }' },
      [`a.ts:5 ${TOO_OLD} Upgrade @clerk/nextjs 7.4.9 to ^7.5.2 first.`],
    ],
    [
      'not where something newer is installed',
      { 'package.json': MANIFEST('>=6'), 'node_modules/@clerk/nextjs/package.json': '{ "version": "7.5.2" }' },
      [],
    ],
    ['not where the range allows a newer one', { 'package.json': MANIFEST('^7.0.0') }, []],
    ['not where nothing is known', { 'package.json': MANIFEST('latest') }, []],
    [
      'with what to move to',
      {
        'package.json': '{ "dependencies": { "@clerk/remix": "^4.0.0" } }',
        'a.ts': OLD_CALL.replace('@clerk/nextjs/server', '@clerk/remix/api.server').replace(
          'await clerkClient()',
          'clerkClient',
        ),
      },
      [`a.ts:5 ${TOO_OLD} Replace @clerk/remix ^4.0.0 with @clerk/react-router@^3.4.2 first.`],
    ],
    [
      'not where there is nothing to upgrade to',
      {
        'package.json': '{ "dependencies": { "svelte-clerk": "^0.20.0" } }',
        'a.ts': OLD_CALL.replace('@clerk/nextjs/server', 'svelte-clerk/server').replace(
          'await clerkClient()',
          'clerkClient',
        ),
      },
      [],
    ],
  ])('%s', async (_, files, expected) => {
    const { report: found, code } = await report({ 'a.ts': OLD_CALL, ...files }, '--dry-run');
    expect(messagesIn(found)).toEqual(expected);
    expect({ code, exact: found.summary.exact }).toEqual({ code: 2, exact: 1 });
  });

  it('is said once for people, with what to do', async () => {
    const folder = makeRepository({ 'package.json': MANIFEST('^6.12.0'), 'a.ts': OLD_CALL, 'b.ts': OLD_CALL });
    const { stdout } = await runCommand(folder, ['--check'], { engine: ENGINE });
    expect(stdout).toContain(
      "\nUpgrade the SDK before you deploy\n  The new methods don't exist in @clerk/nextjs ^6.12.0. Upgrade to\n  @clerk/nextjs@^7.5.2 before you deploy.",
    );
    expect(stdout).not.toContain('sdk-too-old');
  });
});

describe('calls of methods that the SDK lacks', () => {
  it('are one finding of --check in each package.json', async () => {
    const files = {
      'web/package.json': MANIFEST('^6.12.0'),
      'web/a.ts': NEW_CALL,
      'web/src/b.ts': `${NEW_CALL}\n${NEW_CALL.slice(NEW_CALL.indexOf('export')).replace('setRole', 'setOther')}`,
      'new/package.json': MANIFEST('^7.5.2'),
      'new/a.ts': NEW_CALL,
      'api/package.json': '{ "dependencies": { "@clerk/backend": "3.6.1" } }',
      'api/a.ts':
        "import { createClerkClient } from '@clerk/backend';\n" +
        "await createClerkClient({}).organizations.replaceOrganizationMetadata('org_1', { publicMetadata: {} " +
        '});\n',
    };
    const { report: found, code } = await report(files, '--check');
    expect(messagesIn(found)).toEqual([
      `api/package.json:1 ${LACKS.replace('replaceUser', 'replaceOrganization')} Upgrade @clerk/backend 3.6.1 to ^3.7.0 first. Called at api/a.ts:2:7.`,
      `web/package.json:4 ${LACKS} Upgrade @clerk/nextjs ^6.12.0 to ^7.5.2 first. Called at web/a.ts:5:9 and in 2 more places.`,
    ]);
    expect(found.files[1]?.findings[0]).toMatchObject({
      kind: 'new-method',
      surface: 'users',
      method: 'replaceUserMetadata',
      target: null,
      verdict: 'manual',
      line: 4,
      column: 5,
      endLine: 4,
      endColumn: 20,
      edits: [],
    });
    expect(found.files.map(({ changed, package: name }) => [changed, name])).toEqual([
      [false, 'api'],
      [false, 'web'],
    ]);
    expect({ code, summary: found.summary }).toMatchObject({ code: 1, summary: { findings: 2, manual: 2, errors: 0 } });
    expect(schemaProblems(found)).toEqual([]);
  });

  it('are nothing to a rewrite, which has nothing to do there', async () => {
    const files = { 'package.json': MANIFEST('^6.12.0'), 'a.ts': NEW_CALL };
    for (const args of [['--dry-run'], ['--force']]) {
      const { report: found, code } = await report(files, ...args);
      expect({ code, findings: found.summary.findings }).toEqual({ code: 0, findings: 0 });
    }
  });

  it('stand beside the calls that are still to be rewritten', async () => {
    const { report: found } = await report(
      { 'package.json': MANIFEST('^6.12.0'), 'a.ts': OLD_CALL, 'b.ts': NEW_CALL },
      '--check',
    );
    expect(found.files.map(({ path, findings }) => [path, findings.map(({ verdict }) => verdict)])).toEqual([
      ['a.ts', ['exact']],
      ['package.json', ['manual']],
    ]);
  });

  it('are silenced where all of them are', async () => {
    const silenced = NEW_CALL.replace('  await', '  // clerk-metadata-ignore -- behind a flag\n  await');
    const { report: found, code } = await report({ 'package.json': MANIFEST('^6.12.0'), 'a.ts': silenced }, '--check');
    expect({ code, summary: found.summary }).toMatchObject({ code: 0, summary: { ignored: 1, manual: 0 } });
  });

  it('are found in UTF-16 and in components', async () => {
    const folder = makeRepository({
      'package.json': '{ "dependencies": { "@clerk/vue": "~2.3.0" } }',
      'a.vue':
        '<script setup lang="ts">\n' +
        "import { useUser } from '@clerk/vue';\n" +
        'const { user } = useUser();\n' +
        "const save = () => user.value?.updateMetadata({ unsafeMetadata: { theme: 'dark' } });\n" +
        '</script>\n',
      'b.ts': Buffer.from(
        "\uFEFFimport { useUser } from '@clerk/vue';\n" +
          'const { user } = useUser();\n' +
          'export const save = () => user.value?.updateMetadata({ unsafeMetadata: {} });\n',
        'utf16le',
      ),
    });
    const { report: found } = await runForReport(folder, ['--check'], { engine: ENGINE });
    expect(messagesIn(found)).toEqual([
      `package.json:1 ${LACKS.replace('replaceUser', 'update')} Upgrade @clerk/vue ~2.3.0 to ^2.4.2 first. Called at a.vue:4:20 and in 1 more place.`,
    ]);
  });
});
