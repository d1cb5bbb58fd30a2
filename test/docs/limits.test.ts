/** README.md says what the command doesn't do yet. Whoever mends one of these takes it out there too. */
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { APPLICATION, makeRepository, runForReport } from '../cli/harness.ts';
import { readPage } from './pages.ts';

async function verdictsIn(files: Readonly<Record<string, string>>) {
  const { report } = await runForReport(makeRepository({ ...APPLICATION, ...files }), ['--check'], { engine: ENGINE });
  return {
    verdicts: report.files.flatMap((file) => file.findings.map(({ verdict }) => verdict)),
    skipped: report.skipped.map(({ path }) => path),
  };
}

const CLIENT = "import { clerkClient } from '@clerk/express';\n";

const LIMITS: readonly (readonly [
  title: string,
  files: Readonly<Record<string, string>>,
  expected: Awaited<ReturnType<typeof verdictsIn>>,
])[] = [
  [
    'Mocks of code out of sight.',
    {
      'a.test.ts': `${CLIENT}expect(clerkClient.users.updateUser).toHaveBeenCalledWith('user_1', { publicMetadata: { role: 'admin' } });\n`,
    },
    { verdicts: ['manual'], skipped: [] },
  ],
  [
    'Methods far from their object.',
    {
      'a.tsx':
        "import { useUser } from '@clerk/react';\n" +
        'export function A() {\n' +
        '  const { update } = useUser().user!;\n' +
        '  return () => update({ unsafeMetadata: {} });\n' +
        '}\n',
    },
    { verdicts: ['manual'], skipped: [] },
  ],
  [
    'Markup.',
    {
      'a.svelte':
        '<script>\n' +
        "  import { useClerkContext } from 'svelte-clerk';\n" +
        '  const ctx = useClerkContext();\n' +
        '</script>\n' +
        '<button onclick={() => ctx.user.update({ unsafeMetadata: {} })} />\n',
    },
    { verdicts: ['manual'], skipped: [] },
  ],
  [
    'HTTP through functions of your own.',
    {
      'a.ts': `export const callClerk = (method: string, path: string, body: unknown) =>
  fetch('https://api.clerk.com/v1' + path, { method, body: JSON.stringify(body) });
await callClerk('PATCH', '/users/user_1', { public_metadata: {} });
`,
    },
    { verdicts: ['manual'], skipped: [] },
  ],
  [
    'A list that gets `any` by detours.',
    {
      'a.ts': `${CLIENT}export async function save(id: string, tags: string[], body: any) {
  tags = tags.concat(body.tags);
  const user = await clerkClient.users.getUser(id);
  const tag = tags.at(-1) ?? '';
  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, tag } });
}
`,
    },
    { verdicts: ['exact'], skipped: [] },
  ],
];

describe('what README.md says is not done yet', () => {
  it.each(LIMITS)('%s', async (title, files, expected) => {
    expect(readPage('README.md')).toContain(`\n- **${title}**`);
    expect(await verdictsIn(files)).toEqual(expected);
  });
});
