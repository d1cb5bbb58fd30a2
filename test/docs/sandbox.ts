import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PACKAGE_NAME } from '../../cli/package-info.ts';
import { ROOT } from '../architecture/imports.ts';

/**
 * Where a sample is executed: `project` is the example application, `monorepo` has it in apps/web, and `clone` is this
 * repository. Each is a git repository with everything committed, in which `npx` runs the built command.
 */
export type Place = 'project' | 'monorepo' | 'clone';

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Sandbox {
  readonly folder: string;
  /** Runs a line, or several, by the shell. */
  readonly run: (script: string, stdin?: string) => Run;
  /** Puts the package where an installation would. Until then nothing is installed, so no types are built. */
  readonly install: () => void;
}

const EXAMPLE = join(ROOT, 'examples/next-app');

/** What the command needs of its own package. */
const PACKAGE = ['package.json', 'dist', 'docs', '.gitignore', 'integrations/codemod'];

/** The places as they are before anything has run there, each committed once for all that start from it. */
const templates = new Map<Place, string>();

function templateOf(place: Place): string {
  const known = templates.get(place);
  if (known !== undefined) return known;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-docs-template-')));
  templates.set(place, folder);
  switch (place) {
    case 'project':
      cpSync(EXAMPLE, folder, { recursive: true });
      break;
    case 'monorepo':
      cpSync(EXAMPLE, join(folder, 'apps/web'), { recursive: true });
      mkdirSync(join(folder, 'packages/ui/src'), { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "workspaces": ["apps/*", "packages/*"] }\n');
      writeFileSync(join(folder, 'packages/ui/package.json'), '{ "name": "ui" }\n');
      writeFileSync(join(folder, 'packages/ui/src/index.ts'), 'export const title = "Acme";\n');
      break;
    case 'clone':
      for (const path of PACKAGE) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
      cpSync(EXAMPLE, join(folder, 'examples/next-app'), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      break;
  }
  const script =
    "git init -q && printf 'node_modules\\n' >> .git/info/exclude && git add -A && git commit -qm 'Before'";
  spawnSync('bash', ['-c', script], {
    cwd: folder,
    env: { ...GIT_ENV, HOME: folder, PATH: process.env['PATH'] ?? '' },
  });
  return folder;
}

const GIT_ENV = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

export function makeSandbox(place: Place): Sandbox {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-docs-')));
  const folder = join(base, 'work');
  const bin = join(base, 'bin');
  cpSync(templateOf(place), folder, { recursive: true, verbatimSymlinks: true });
  mkdirSync(bin);
  const cli = join(place === 'clone' ? folder : ROOT, 'dist/cli.cjs');
  const tools = join(ROOT, 'node_modules/.bin');
  // jscodeshift starts sooner without Babel and processes of its own: test/integrations has it with them.
  writeExecutable(
    join(bin, 'npx'),
    `[ "$1" = --yes ] && shift
case "$1" in
  . | clerk-metadata-codemod | clerk-metadata-codemod@*) shift; exec '${process.execPath}' '${cli}' "$@" ;;
  jscodeshift) shift; exec '${tools}/jscodeshift' --no-babel --run-in-band "$@" ;;
  *) tool=$1; shift; exec '${tools}'/"$tool" "$@" ;;
esac
`,
  );
  // Installing and testing is what runs this test; .ci/run does both in a fresh clone.
  writeExecutable(join(bin, 'npm'), 'case "$*" in ci | test | "install --save-dev "*) exit 0 ;; *) exit 64 ;; esac\n');

  const env = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, HOME: base, ...GIT_ENV };
  const run = (script: string, stdin = ''): Run => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      env,
      input: stdin,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  return {
    folder,
    run,
    install: () => {
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(ROOT, join(folder, 'node_modules', PACKAGE_NAME));
    },
  };
}

function writeExecutable(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}`);
  chmodSync(path, 0o755);
}
