/** Scripts without an extension: what their first line says of them, and what the command does to them. */
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { languageOfShebang } from '../../transforms/language/shebang.ts';
import { APPLICATION, makeFolder, makeRepository, readText, runCommand, runForReport } from './harness.ts';

describe('the first line', () => {
  it.each([
    '#!/usr/bin/env node',
    '#!/usr/bin/node --no-warnings',
    '#! /usr/bin/env -S NODE_ENV=production node --enable-source-maps',
    '#!/usr/bin/env nodejs\r\nrun();',
    '#!/home/me/.nvm/versions/node/v22.0.0/bin/node',
    '#!/usr/bin/env zx',
  ])('%s: JavaScript', (line) => {
    expect(languageOfShebang(line)).toBe('js');
  });

  it.each([
    '#!/usr/bin/env tsx',
    '#!/usr/bin/env -S node --import tsx',
    '#!/usr/bin/env -S node --import=tsx/esm',
    '#!/usr/bin/env -S node -r ts-node/register',
    '#!/usr/bin/env -S node --experimental-strip-types',
    '#!/usr/bin/env -S npx tsx@4',
    '#!/usr/bin/env bun',
    '#!/usr/bin/env -S deno run --allow-net',
    '#!node_modules/.bin/ts-node',
  ])('%s: TypeScript', (line) => {
    expect(languageOfShebang(line)).toBe('ts');
  });

  it.each([
    '#!/bin/sh',
    '#!/usr/bin/env python3',
    '#!/opt/node/bin/perl',
    '',
    'node',
    ' #!/usr/bin/env node',
    '// node',
  ])('%s: not ours', (line) => {
    expect(languageOfShebang(line)).toBeUndefined();
  });
});

const PLAIN = `#!/usr/bin/env node
const { clerkClient } = require('@clerk/express');
clerkClient.users.updateUser(process.argv[2], { publicMetadata: { admin: true } });
`;
const TYPED = `#!/usr/bin/env -S node --import tsx
import { clerkClient } from '@clerk/express';
const id = <string>process.argv[2];
await clerkClient.users.updateUser(id, { publicMetadata: { admin: true } });
`;
const migrated = (text: string): string => text.replace('updateUser', 'replaceUserMetadata');

it('a script is rewritten, in JavaScript and in TypeScript', async () => {
  const folder = makeRepository({
    ...APPLICATION,
    'bin/promote': PLAIN,
    'bin/demote': TYPED,
    'bin/other': '#!/bin/sh\nupdateUser\n',
  });
  const { report } = await runForReport(folder, [], { engine: ENGINE });
  expect(report.errors).toEqual([]);
  expect(readText(folder, 'bin/promote')).toBe(migrated(PLAIN));
  expect(readText(folder, 'bin/demote')).toBe(migrated(TYPED));
});

it('--stdin-filepath takes one, and passes others through', async () => {
  const pipe = (stdin: string) =>
    runCommand(makeFolder(APPLICATION), ['--stdin-filepath', 'bin/promote'], { stdin, engine: ENGINE });
  expect(await pipe(TYPED)).toMatchObject({ code: 0, stdout: migrated(TYPED) });
  const shell = '#!/bin/sh\n# updateUser(\n';
  expect(await pipe(shell)).toMatchObject({ code: 0, stdout: shell });
});
