/** A call that names metadata, where no package depends on the SDK: no finding, and not passed over in silence. */
import { expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { makeRepository, runCommand, runForReport } from './harness.ts';

const MANIFEST = '{ "name": "app", "dependencies": { "@acme/auth": "^1.0.0" } }';
const CALL = `import { identity } from '@acme/auth';
identity.users.updateUser('user_1', { publicMetadata: { admin: true } });
`;

it('is named as a part that may hold calls', async () => {
  const folder = makeRepository({
    'package.json': MANIFEST,
    'a.js': CALL,
    'b.js': CALL.replace('publicMetadata', 'lastName'),
    'c.js': CALL.replace('identity.users', 'identity.users.list.where()'),
    'd.vue': `<script>\n${CALL}</script>\n`,
  });
  const { code, report } = await runForReport(folder, ['--check'], { engine: ENGINE });
  expect({ code, findings: report.summary.findings }).toEqual({ code: 0, findings: 0 });
  expect(report.skipped.map(({ path, why }) => [path, /line \d+ sends \w+ by \w+/.exec(why)?.[0]])).toEqual([
    ['a.js', 'line 2 sends publicMetadata by updateUser'],
    ['c.js', 'line 2 sends publicMetadata by updateUser'],
    ['d.vue', 'line 3 sends publicMetadata by updateUser'],
  ]);
  const { stdout } = await runCommand(folder, ['--check'], { engine: ENGINE });
  expect(stdout.replaceAll('\n', ' ')).toContain('3 parts may hold some: see Skipped.');
  expect(stdout).toContain('--package');
  expect(stdout).not.toContain('No Clerk dependency');
});

it('is a finding where the package is named', async () => {
  const folder = makeRepository({
    'package.json': MANIFEST,
    'a.js': CALL.replace('identity.users', 'users').replace('identity', 'users'),
  });
  const args = ['--check', '--package', '@acme/auth=@clerk/clerk-sdk-node'];
  const { report } = await runForReport(folder, args, { engine: ENGINE });
  expect(report.files.flatMap(({ findings }) => findings.map(({ verdict }) => verdict))).toEqual(['exact']);
  expect(report.skipped).toEqual([]);
});

it('is none where what it is called on is in sight', async () => {
  const own = 'const users = { updateUser(id, changes) { save(id, changes); } };\n';
  const folder = makeRepository({
    'package.json': '{ "name": "app" }',
    'a.js': `${own}users.updateUser('user_1', { publicMetadata: { admin: true } });\n`,
  });
  const { stdout } = await runCommand(folder, ['--check'], { engine: ENGINE });
  expect(stdout).toContain('No Clerk dependency here');
});
