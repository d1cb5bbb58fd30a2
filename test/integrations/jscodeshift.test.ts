/**
 * jscodeshift itself runs the built transform: over every fixture, with each of its parsers, and in its own test
 * utilities.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputWithoutTypes } from '../fixtures/analyze-case.ts';
import { type Case, type CaseFile, listCases, loadCase } from '../fixtures/cases.ts';
import { ROOT } from '../architecture/imports.ts';
import { environment, makeFolder, readFolder, type Run, runProgram } from './tools.ts';

const TRANSFORM = join(ROOT, 'dist/jscodeshift.cjs');
const EXTENSIONS = '--extensions=ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro,html,htm';
const PARSERS = ['babel', 'babylon', 'flow', 'ts', 'tsx'] as const;

const require = createRequire(import.meta.url);

const START = join(ROOT, 'node_modules/jscodeshift/bin/jscodeshift.js');

function argumentsFor(args: readonly string[]): string[] {
  return ['-t', TRANSFORM, EXTENSIONS, '--fail-on-error', ...args];
}

function jscodeshift(folder: string, ...args: string[]): Promise<Run> {
  return runProgram(process.execPath, [START, ...argumentsFor(args)], folder);
}

let host: ChildProcess | undefined;
let ended: Promise<unknown> = Promise.resolve();

afterAll(() => {
  host?.disconnect();
});

/**
 * In one process for all and without Babel, which is how a run starts soonest: for what has nothing to do with either.
 */
function jscodeshiftAlone(folder: string, ...args: string[]): Promise<Run> {
  const run = ended.then(
    () =>
      new Promise<Run>((resolve, reject) => {
        host ??= fork(join(import.meta.dirname, 'jscodeshift-host.mjs'), [START, TRANSFORM], {
          env: environment(),
          execArgv: [],
        });
        const left = (status: number | null): void => {
          reject(new Error(`jscodeshift ended with ${String(status)}`));
        };
        host.once('exit', left);
        host.once('message', (result) => {
          host?.off('exit', left);
          resolve(result as Run);
        });
        host.send({ args: argumentsFor(['--run-in-band', '--no-babel', ...args]), folder });
      }),
  );
  // One after the other.
  ended = run.catch(() => undefined);
  return run;
}

/** What one file is to become. */
interface Expectation {
  readonly input: string;
  readonly output: string;
}

function expectationOf(fixture: Case, file: CaseFile): Expectation {
  const mark = file.marks.input ? '\uFEFF' : '';
  // What a case states is what the command gives, with types where it is about them: test/fixtures/areas.
  const output = fixture.options.types === true ? outputWithoutTypes(fixture, file) : file.output;
  return { input: asBytes(mark + file.input), output: asBytes(mark + output) };
}

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** `--exact=true --only=users`, as the options of a fixture are passed to jscodeshift. */
function argumentsOf({ exact, removeUnused, skipReview, todo, frontendReplace, only }: Case['options']): string {
  return [
    exact === true ? '--exact=true' : '',
    removeUnused === true ? '--removeUnused=true' : '',
    skipReview === true ? '--skipReview=true' : '',
    todo === true ? '--todo=true' : '',
    todo === 'review' ? '--todo=review' : '',
    frontendReplace === undefined ? '' : `--frontendReplace=${frontendReplace}`,
    ...(only ?? []).map((area) => `--only=${area}`),
  ]
    .filter((argument) => argument !== '')
    .join(' ');
}

describe('all fixtures', () => {
  /** By the options that their fixtures have: path below the folder of a run → what is to become of it. */
  const runs = new Map<string, Map<string, Expectation>>();

  beforeAll(() => {
    for (const name of listCases()) {
      const fixture = loadCase(name);
      const group = runs.get(argumentsOf(fixture.options)) ?? new Map<string, Expectation>();
      runs.set(argumentsOf(fixture.options), group);
      for (const file of fixture.files) group.set(`${name}/${file.path}`, expectationOf(fixture, file));
      for (const [path, content] of otherFilesOf(fixture))
        group.set(`${name}/${path}`, { input: content, output: content });
    }
  }, 180_000);

  const compare = async (args: readonly string[], files: ReadonlyMap<string, Expectation>): Promise<Run> => {
    const folder = makeFolder(
      Object.fromEntries([...files].map(([path, { input }]) => [path, Buffer.from(input, 'latin1')])),
    );
    const run = await jscodeshiftAlone(folder, ...args, '.');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('\n0 errors\n');
    expect(readFolder(folder)).toEqual(new Map([...files].map(([path, { output }]) => [path, output])));
    return run;
  };

  it('one run for each set of options writes what the engine gives', async () => {
    expect(runs.size).toBeGreaterThan(4);
    for (const [args, files] of runs) {
      const { stdout } = await compare(args === '' ? [] : args.split(' '), files);
      const changed = [...files.values()].filter(({ input, output }) => input !== output);
      expect(stdout).toContain(`\n${String(changed.length)} ok\n`);
    }
  }, 300_000);

  // No parser is used, so those with the oddest texts will do.
  it.concurrent.each(PARSERS)('with the parser %s too', async (parser) => {
    const files = [...(runs.get('') ?? [])].filter(([path]) => path.startsWith('layout/'));
    expect(files.length).toBeGreaterThan(20);
    await compare([`--parser=${parser}`], new Map(files));
  });
});

/** The files of a case that aren't sources: its package.json and such. */
function otherFilesOf({ folder, files }: Case): [path: string, content: string][] {
  const input = join(folder, 'input');
  if (!existsSync(input)) return [];
  const sources = new Set(files.map(({ path }) => path));
  return [...readFolder(input)].filter(([path]) => !sources.has(path));
}

const IMPORT = "import { clerkClient } from '@clerk/express';\n";
const BEFORE = `${IMPORT}await clerkClient.users.updateUser('user_1', { publicMetadata: { role: 'admin' } });\n`;
const AFTER = BEFORE.replace('updateUser', 'replaceUserMetadata');
const UNCLEAR = `${IMPORT}export const save = (id, changes) => clerkClient.users.updateUser(id, changes);\n`;
const FRONTEND =
  "import { useUser } from '@clerk/react';\n" +
  'export const useTour = () => {\n' +
  '  const { user } = useUser();\n' +
  "  return () => user?.update({ unsafeMetadata: { tour: 'finished' } });\n" +
  '};\n';

describe.concurrent('jscodeshift', () => {
  it('leaves node_modules alone, which it looks into by itself', async () => {
    const folder = makeFolder({ 'a.js': BEFORE, 'node_modules/b/a.js': BEFORE, 'lib/node_modules/b/a.js': BEFORE });
    expect((await jscodeshiftAlone(folder, '.')).stdout).toContain('\n2 skipped\n1 ok\n');
    expect(readFileSync(join(folder, 'node_modules/b/a.js'), 'utf8')).toBe(BEFORE);
    expect(readFileSync(join(folder, 'lib/node_modules/b/a.js'), 'utf8')).toBe(BEFORE);
  });

  it('skips build output as the command does, and says so', async () => {
    const minified = `${BEFORE}${'a();'.repeat(1000)}`;
    const folder = makeFolder({ 'dist/a.js': BEFORE, 'src/a.js': BEFORE, 'public/b.js': minified });
    const { stdout } = await jscodeshiftAlone(folder, '.');
    expect(stdout).toContain(' REP dist/a.js skipped: build output (dist)\n');
    expect(stdout).toContain(' REP public/b.js skipped: minified\n');
    expect(readFolder(folder)).toEqual(
      new Map([
        ['dist/a.js', BEFORE],
        ['public/b.js', minified],
        ['src/a.js', AFTER],
      ]),
    );
  });

  it('says which file around it is broken, once', async () => {
    const unproven = 'export const reset = (client, id) => client.users.updateUser(id, { publicMetadata: {} });\n';
    const folder = makeFolder({ 'package.json': '{ "name": ', 'a.js': unproven, 'b.js': unproven });
    const { stdout } = await jscodeshiftAlone(folder, '.');
    expect(stdout.match(/could not use .+/g)).toEqual([
      expect.stringContaining(`could not use ${join(folder, 'package.json')}: `),
    ]);
    expect(stdout).toContain('\n2 unmodified\n');
  });

  it('takes .mts, .cts and .tsx for what they are, and keeps CRLF', async () => {
    const typed = (text: string) => text.replace("'user_1'", "<string>'user_1'").replaceAll('\n', '\r\n');
    const jsx = (text: string) => `${text}export const a = <b>hello</b>;\n`;
    const folder = makeFolder({
      'a.mts': typed(BEFORE),
      'a.cts': typed(BEFORE).replace('await ', 'void '),
      'a.tsx': jsx(BEFORE),
    });
    await jscodeshiftAlone(folder, '.');
    expect(readFolder(folder)).toEqual(
      new Map([
        ['a.cts', typed(AFTER).replace('await ', 'void ')],
        ['a.mts', typed(AFTER)],
        ['a.tsx', jsx(AFTER)],
      ]),
    );
  });

  it('reports what is left for a person and what is to be reviewed, and nothing else', async () => {
    const folder = makeFolder({ 'exact.js': BEFORE, 'left.js': UNCLEAR, 'tour.js': FRONTEND });
    const { stdout } = await jscodeshiftAlone(folder, 'exact.js', 'left.js', 'tour.js');
    const reported = stdout
      .split('\n')
      .filter((line) => line.includes(' REP '))
      .sort();
    expect(reported).toEqual([
      expect.stringMatching(
        /^ REP left\.js 2:71 manual: updateUser: `changes` can.t be traced .+ \(may-carry-metadata\)$/,
      ),
      expect.stringMatching(
        /^ REP tour\.js 4:55 review: update → updateMetadata: .+ replaced all of .+ \(replace-becomes-merge\)$/,
      ),
    ]);
    expect(stdout).toContain('\n0 errors\n1 unmodified\n0 skipped\n2 ok\n');
  });

  it('names files that it can do nothing with, and does the others', async () => {
    const latin1 = Buffer.from(BEFORE.replace('admin', 'Gr\u00FC\u00DFe'), 'latin1');
    const folder = makeFolder({ 'a.ts': BEFORE, 'broken.ts': `${BEFORE}const = 1;\n`, 'latin1.ts': latin1 });
    const { status, stdout } = await jscodeshiftAlone(folder, '.');
    expect(status).toBe(1);
    expect(stdout).toContain('\n2 errors\n0 unmodified\n0 skipped\n1 ok\n');
    expect(stdout).toContain(" ERR broken.ts Transformation error (3:7: doesn't parse: ");
    expect(stdout).toContain(
      " ERR latin1.ts Transformation error (isn't valid UTF-8, and was left as it is; save it as UTF-8)",
    );
    expect(readFileSync(join(folder, 'latin1.ts'))).toEqual(latin1);
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe(AFTER);
  });

  it('gives places after the write, and notes as notes', async () => {
    const split = `import { clerkClient } from '@clerk/express';
export async function save(id, changes) {
  const user = await clerkClient.users.getUser(id);
  await clerkClient.users.updateUser(id, { firstName: 'A', publicMetadata: { ...user.publicMetadata, role: 'b' } });
  await clerkClient.users.updateUser(id, changes);
}
`;
    const folder = makeFolder({ 'a.js': split });
    const { stdout } = await jscodeshiftAlone(folder, '.');
    const lines = readFileSync(join(folder, 'a.js'), 'utf8').split('\n');
    expect(lines[5]).toBe('  await clerkClient.users.updateUser(id, changes);');
    expect(stdout).toContain(
      "\n REP a.js 3:9 note: updateUser → updateUserMetadata: `user` isn't used any more. Delete it. (fetch-now-unused)\n",
    );
    expect(stdout).toMatch(
      /\n REP a\.js 6:42 manual: updateUser: `changes` can't be traced .+ \(may-carry-metadata\)\n/,
    );
  });

  it('writes nothing in a dry run, lists what it would write, and prints the new text with --print', async () => {
    const folder = makeFolder({ 'a.ts': BEFORE });
    const { stdout } = await jscodeshiftAlone(folder, '--dry', '--print', '.');
    expect(stdout).toContain(AFTER);
    expect(stdout).toContain('\n REP a.ts 2:7 would rewrite (exact): updateUser → replaceUserMetadata\n');
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe(BEFORE);
  });

  it('says which values an option of ours has, for every file', async () => {
    const folder = makeFolder({ 'a.js': BEFORE, 'b.js': 'export {};\n' });
    const saidOf = async (...args: string[]) =>
      [
        ...(await jscodeshiftAlone(folder, ...args, '.')).stdout.matchAll(/ERR .+? Transformation error \((.+)\)$/gm),
      ].map((match) => match[1]);
    const twice = (message: string) => [message, message];
    expect(await saidOf('--only=user')).toEqual(
      twice("--only can't be 'user': it is one of users, organizations, frontend, http"),
    );
    expect(await saidOf('--frontendReplace=nulls')).toEqual(
      twice("--frontend-replace can't be 'nulls': it is one of merge, null-keys"),
    );
    expect(await saidOf('--exact', '.')).toEqual(twice("--exact can't be '.': write --exact=true"));
  });

  it('takes several surfaces, with a comma or one by one', async () => {
    for (const args of [['--only=users,frontend'], ['--only=users', '--only=frontend']]) {
      const folder = makeFolder({
        'a.js': BEFORE,
        'b.js': FRONTEND,
        'c.js': BEFORE.replace('users.updateUser', 'organizations.updateOrganization'),
      });
      expect((await jscodeshiftAlone(folder, ...args, '.')).stdout).toContain('\n1 skipped\n2 ok\n');
    }
  });

  it('works in processes of its own and in that of jscodeshift, with Babel and without', async () => {
    // In its own process and without Babel is how all others run.
    for (const args of [[], ['--run-in-band'], ['--no-babel']]) {
      const folder = makeFolder({ 'a.ts': BEFORE, 'b.ts': BEFORE });
      expect((await jscodeshift(folder, ...args, '.')).stdout).toContain('\n2 ok\n');
      expect(readFileSync(join(folder, 'b.ts'), 'utf8')).toBe(AFTER);
    }
  });
});

describe("jscodeshift's test utilities", () => {
  interface TestUtilities {
    applyTransform(
      module: unknown,
      options: unknown,
      input: { path?: string; source: string },
      testOptions?: { parser?: string },
    ): string;
    defineInlineTest(
      module: unknown,
      options: unknown,
      input: string,
      output: string,
      name: string,
      testOptions?: { parser?: string },
    ): void;
  }
  const utilities = require('jscodeshift/src/testUtils') as TestUtilities;
  const transform = require(TRANSFORM) as unknown;

  // They are made for runners whose functions are global.
  Object.assign(globalThis, { describe, it, expect });

  utilities.defineInlineTest(transform, {}, BEFORE, AFTER, 'rewrites a text that has no name');
  utilities.defineInlineTest(transform, { only: 'users' }, FRONTEND, '', 'pass options on');
  utilities.defineInlineTest(transform, {}, 'export {};\n', '', 'get nothing where there is nothing to do');
  for (const parser of PARSERS)
    utilities.defineInlineTest(transform, {}, BEFORE, AFTER, `work with the parser ${parser}`, { parser });

  it('take the path for what it is', () => {
    expect(utilities.applyTransform(transform, {}, { path: 'src/a.mts', source: BEFORE })).toBe(AFTER.trim());
    expect(utilities.applyTransform(transform, {}, { path: 'node_modules/a/a.ts', source: BEFORE })).toBe('');
    expect(() => utilities.applyTransform(transform, {}, { path: 'a.ts', source: `${BEFORE}const = 1;` })).toThrow(
      "3:7: doesn't parse",
    );
  });
});
