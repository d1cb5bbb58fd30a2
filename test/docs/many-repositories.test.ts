/**
 * Runs what docs/many-repositories.md would run in each repository, and merges the reports. The runners themselves are
 * not to be had here.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readPackageInfo } from '../../cli/package-info.ts';
import { readFences, readPage } from './pages.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const PAGE = 'docs/many-repositories.md';

function enter(): Sandbox {
  return makeSandbox('project');
}

function sample(word: string): string {
  const fence = readFences(PAGE).find(({ words }) => words[0] === word);
  if (fence === undefined) throw new Error(`${PAGE} has no sample ${word}`);
  return fence.text;
}

function changedFiles({ run }: Sandbox): string[] {
  return run('git diff --name-only').stdout.trim().split('\n');
}

it('names the version that this is', () => {
  const versions = [...readPage(PAGE).matchAll(/clerk-metadata-codemod@([\d.]+)/g)].map((match) => match[1]);
  expect(new Set(versions)).toEqual(new Set([readPackageInfo().version]));
});

describe('the matrix', () => {
  interface Workflow {
    readonly jobs: Readonly<
      Record<
        'look' | 'merge',
        {
          readonly needs?: string;
          readonly steps: readonly {
            readonly uses?: string;
            readonly run?: string;
            readonly with?: Readonly<Record<string, string>>;
          }[];
        }
      >
    >;
  }
  const workflow = load(sample('matrix')) as Workflow;
  const commandOf = (job: 'look' | 'merge') => workflow.jobs[job].steps.flatMap(({ run }) => run ?? []).join('\n');

  it('looks at a repository, writes nothing but the report, and merges what it uploads', () => {
    const one = enter();
    const two = enter();
    for (const [sandbox, name] of [
      [one, 'web'],
      [two, 'admin'],
    ] as const) {
      sandbox.run(`git remote add origin https://example.com/acme/${name}.git`);
      expect(sandbox.run(commandOf('look'))).toMatchObject({ status: 0 });
      expect(sandbox.run('git status --porcelain').stdout).toBe('?? clerk.json\n');
    }
    // As the two actions would have it: uploaded by name, downloaded into a folder for each.
    const { path: uploaded = '' } = workflow.jobs.look.steps.at(-1)?.with ?? {};
    const { path: downloaded = '' } = workflow.jobs.merge.steps[0]?.with ?? {};
    for (const [sandbox, name] of [
      [one, 'report-0'],
      [two, 'report-1'],
    ] as const) {
      mkdirSync(join(one.folder, downloaded, name), { recursive: true });
      renameSync(join(sandbox.folder, uploaded), join(one.folder, downloaded, name, uploaded));
    }
    expect(workflow.jobs.merge.needs).toBe('look');
    expect(one.run(commandOf('merge'))).toMatchObject({ status: 0 });
    const page = readFileSync(join(one.folder, workflow.jobs.merge.steps.at(-1)?.with?.['path'] ?? ''), 'utf8');
    expect(page).toContain('acme/web');
    expect(page).toContain('acme/admin');
  });

  it('fails where the job could not be done', () => {
    const sandbox = enter();
    writeFileSync(join(sandbox.folder, 'src/broken.ts'), 'await clerkClient.users.updateUser(const\n');
    expect(sandbox.run(commandOf('look')).status).toBe(1);
  });

  it('has the same without CI, for clones beside each other', () => {
    const sandbox = enter();
    const { run } = sandbox;
    run(
      'mkdir web admin billing && for name in web admin billing; do cp -r src package.json tsconfig.json "$name"; (cd "$name" && git init -q); done',
    );
    writeFileSync(join(sandbox.folder, 'billing/src/broken.ts'), 'await clerkClient.users.updateUser(const\n');
    const { status, stdout } = run(sample('each-clone'));
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('billing: failed\n') as string });
    expect(existsSync(join(sandbox.folder, 'review.html'))).toBe(true);
    expect(changedFiles(sandbox)).toEqual(['']);
  });
});

describe('multi-gitter', () => {
  it("'s script rewrites a repository and leaves its report where it is told", () => {
    const sandbox = enter();
    writeFileSync(join(sandbox.folder, '../rewrite.sh'), sample('each-repository'), { mode: 0o755 });
    const { status } = sandbox.run('mkdir ../reports && REPOSITORY=acme/web REPORTS=$PWD/../reports ../rewrite.sh');
    expect(status).toBe(0);
    expect(changedFiles(sandbox)).toHaveLength(7);
    expect(sandbox.run('git status --porcelain').stdout).not.toContain('??');
    expect(existsSync(join(sandbox.folder, '../reports/acme-web.json'))).toBe(true);
  });

  it('is told the folder of the reports and the script by their whole paths', () => {
    const sandbox = enter();
    const [command = ''] = sample('multi-gitter').split('\n');
    const { status, stdout } = sandbox.run(`multi-gitter() { printf '%s\\n' "$REPORTS" "$@"; }\n${command}`);
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      join(sandbox.folder, 'reports'),
      'run',
      join(sandbox.folder, 'rewrite.sh'),
    ]);
  });
});

describe('Sourcegraph', () => {
  interface BatchSpec {
    readonly name: string;
    readonly on: readonly Record<string, string>[];
    readonly steps: readonly { readonly run: string; readonly container: string }[];
    readonly changesetTemplate: { readonly branch: string; readonly commit: { readonly message: string } };
  }
  const spec = load(sample('batch-spec')) as BatchSpec;

  it('gets a batch spec with what one has to have', () => {
    expect(Object.keys(spec)).toEqual(['version', 'name', 'description', 'on', 'steps', 'changesetTemplate']);
    expect(spec.name).toMatch(/^[\w.-]+$/);
    expect(Object.keys(spec.changesetTemplate)).toEqual(['title', 'body', 'branch', 'commit', 'published']);
  });

  it('has steps that rewrite a copy and leave nothing else in it', () => {
    const sandbox = enter();
    for (const { run } of spec.steps) expect(sandbox.run(run)).toMatchObject({ status: 0 });
    expect(changedFiles(sandbox)).toHaveLength(7);
    expect(sandbox.run('git status --porcelain').stdout).not.toContain('??');
  });
});
