/**
 * Where the command takes types from, and what it says where it can't. Types have the last word only on what was left
 * open without them.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENGINE } from '../../cli/engine-calls.ts';
import { APPLICATION, makeRepository, runCommand, runForReport } from './harness.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
// Without `types`, all of `node_modules/@types` would be part of each program.
const CONFIG =
  '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "skipLibCheck": true, ' +
  '"types": [] } }';
const USER =
  'const user = await clerkClient.users.getUser(id);\n  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan } });\n';
const SET_PLAN = `import { clerkClient } from '@clerk/express';
import type { Plan } from './plan';
export async function setPlan(id: string, plan: Plan) {
  ${USER}}
`;
// What the alias stands for, only the compiler knows.
const PLAN = "type Either<A, B> = A | B;\nexport type Plan = Either<'free', 'pro'>;\n";

function repository(files: Readonly<Record<string, string>>, installed = true): string {
  const folder = makeRepository({ ...APPLICATION, '.gitignore': 'node_modules\n', ...files });
  if (installed) symlinkSync(MODULES, join(folder, 'node_modules'));
  return folder;
}

async function check(files: Readonly<Record<string, string>>, args: readonly string[] = [], installed = true) {
  const { report, stderr } = await runForReport(repository(files, installed), ['--check', ...args], { engine: ENGINE });
  return {
    verdicts: report.files.flatMap(({ path, findings }) =>
      findings.map(({ verdict, target }) => `${path} ${verdict} ${target ?? 'nothing'}`),
    ),
    stderr,
  };
}

describe('types', { timeout: 120_000 }, () => {
  it('come from the nearest tsconfig.json, through its other files', async () => {
    const files = { 'tsconfig.json': CONFIG, 'plan.ts': PLAN, 'a.ts': SET_PLAN };
    expect(await check(files)).toEqual({ verdicts: ['a.ts exact updateUserMetadata'], stderr: '' });
    expect(await check(files, ['--no-types'])).toEqual({ verdicts: ['a.ts review updateUserMetadata'], stderr: '' });
  });

  it('come from the project that --project names, whichever is the nearest', async () => {
    const files = {
      'a/tsconfig.json': CONFIG,
      'a/plan.ts': PLAN,
      'a/set.ts': SET_PLAN,
      'loose.json': '{ "compilerOptions": { "strict": false, "module": "esnext", "moduleResolution": "bundler" } }',
    };
    expect((await check(files)).verdicts).toEqual(['a/set.ts exact updateUserMetadata']);
    // Null is possible everywhere there, and would remove the key.
    expect((await check(files, ['--project', 'loose.json'])).verdicts).toEqual(['a/set.ts exact replaceUserMetadata']);
  });

  it('follow project references and path aliases', async () => {
    const files = {
      'tsconfig.json':
        '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }',
      'tsconfig.node.json': '{ "include": ["vite.config.ts"], "compilerOptions": { "strict": true } }',
      'tsconfig.app.json': CONFIG.replace('"strict"', '"paths": { "~/*": ["./src/*"] }, "strict"').replace(
        '{ "comp',
        '{ "include": ["src"], "comp',
      ),
      'src/plan.ts': PLAN,
      'src/a.ts': SET_PLAN.replace('./plan', '~/plan'),
    };
    expect((await check(files)).verdicts).toEqual(['src/a.ts exact updateUserMetadata']);
  });

  it('are those of the own package in a repository of many', async () => {
    const files = {
      'a/tsconfig.json': CONFIG,
      'a/plan.ts': PLAN,
      'a/set.ts': SET_PLAN,
      'b/tsconfig.json': CONFIG,
      'b/plan.ts': 'export type Plan = { name: string };\n',
      'b/set.ts': SET_PLAN,
    };
    expect((await check(files)).verdicts).toEqual([
      'a/set.ts exact updateUserMetadata',
      'b/set.ts exact replaceUserMetadata',
    ]);
  });

  it('see what other files of the project declare for everybody', async () => {
    const files = {
      'tsconfig.json': CONFIG,
      'globals.d.ts': "type Plan = 'free' | 'pro';\n",
      'more.ts': 'export {};\ndeclare global { interface Limits { seats: number } }\n',
      'a.ts': SET_PLAN.replace("import type { Plan } from './plan';\n", '')
        .replace('plan: Plan', 'plan: Plan, limits: Limits')
        .replace(', plan }', ', plan, seats: limits.seats }'),
    };
    expect((await check(files)).verdicts).toEqual(['a.ts exact updateUserMetadata']);
  });

  it('prove a client that is injected', async () => {
    const files = {
      'tsconfig.json': CONFIG,
      'services.ts':
        "import type { ClerkClient } from '@clerk/backend';\n" +
        'export interface Services { readonly auth: { readonly api: ClerkClient } }\n' +
        'export interface Store { users: { updateUser(id: string, params: object): void } }\n',
      'a.ts':
        "import { inject } from './container';\n" +
        'const services = inject();\n' +
        "await services.auth.api.users.updateUser('user_1', { publicMetadata: {} });\n" +
        "await services.store.users.updateUser('user_1', { publicMetadata: {} });\n",
      'container.ts':
        "import type { Services, Store } from './services';\nexport declare function inject(): Services & { store: Store };\n",
    };
    expect((await check(files)).verdicts).toEqual(['a.ts exact replaceUserMetadata', 'a.ts manual nothing']);
  });

  it('are not believed in a script that nothing checks', async () => {
    const files = {
      'plan.ts': PLAN,
      'a.js': SET_PLAN.replace("import type { Plan } from './plan';\n", '')
        .replace('id: string, plan: Plan', 'id, plan')
        .replace('export', "/** @param {string} id @param {import('./plan').Plan} plan */\nexport"),
    };
    expect(
      (await check({ ...files, 'tsconfig.json': CONFIG.replace('"strict"', '"allowJs": true, "strict"') })).verdicts,
    ).toEqual(['a.js review updateUserMetadata']);
    expect(
      (
        await check({
          ...files,
          'tsconfig.json': CONFIG.replace('"strict"', '"allowJs": true, "checkJs": true, "strict"'),
        })
      ).verdicts,
    ).toEqual(['a.js exact updateUserMetadata']);
  });

  it('are done without where the dependencies are not installed, with a line about it', async () => {
    const files = { 'tsconfig.json': CONFIG, 'plan.ts': PLAN, 'a.ts': SET_PLAN };
    const { verdicts, stderr } = await check(files, [], false);
    expect(verdicts).toEqual(['a.ts review updateUserMetadata']);
    expect(stderr).toMatch(/^note: tsconfig\.json has no node_modules .*\n$/);
    expect(await check(files, ['--project', 'tsconfig.json'], false)).toEqual({
      verdicts: ['a.ts exact updateUserMetadata'],
      stderr: '',
    });
  });

  it('are done without where the tsconfig is broken, and so is a line about a config that says nonsense', async () => {
    const files = { 'plan.ts': PLAN, 'a.ts': SET_PLAN };
    const broken = await check({ ...files, 'tsconfig.json': '{ "compilerOptions": ' });
    expect(broken.verdicts).toEqual(['a.ts review updateUserMetadata']);
    expect(broken.stderr).not.toContain('note:');
    const nonsense = await check({ ...files, 'tsconfig.json': '{ "compilerOptions": { "paths": 3 } }' });
    expect(nonsense.verdicts).toEqual(['a.ts review updateUserMetadata']);
    expect(nonsense.stderr).toMatch(/^note: tsconfig\.json is broken, so types are not used: .*\n$/);
  });

  it('hold for standard input, by the name that it is given', async () => {
    const folder = repository({ 'tsconfig.json': CONFIG, 'plan.ts': "export type Plan = 'free' | undefined;\n" });
    const { stdout, code } = await runCommand(folder, ['--stdin-filepath', 'a.ts'], {
      engine: ENGINE,
      stdin: SET_PLAN,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('updateUserMetadata(id, { publicMetadata: { plan: plan ?? null } })');
  });
});
