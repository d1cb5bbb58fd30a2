/**
 * Installs the hook with pre-commit itself, from git and from the packed package, and commits with it. pre-commit is on
 * no npm registry:
 * .ci/run installs it from Debian, and without it this ends with exit status 1.
 *
 * Run with `npm run pre-commit`, in a clone with everything committed: from git, only what is committed is installed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

const CALL =
  "import { clerkClient } from '@clerk/express';\nexport const promote = (id) => clerkClient.users.updateUser(id, { publicMetadata: { role: 'admin' } });\n";

const base = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-pre-commit-')));
const env = {
  ...process.env,
  PRE_COMMIT_HOME: join(base, 'cache'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};
try {
  const { stdout, error } = spawnSync('pre-commit', ['--version'], { encoding: 'utf8' });
  assert.equal(
    error,
    undefined,
    'pre-commit is not installed: apt-get install pre-commit, or see https://pre-commit.com',
  );
  say(stdout.trim());
  tryHook('from npm', configFromPage(packed()));
  tryHook(
    'from git',
    `repos:\n  - repo: ${ROOT}\n    rev: ${run('git', ['rev-parse', 'HEAD'], ROOT).trim()}\n    hooks:\n      - id: clerk-metadata-check\n`,
  );
} finally {
  rmSync(base, { recursive: true, force: true });
}

/** The recipe of docs/hooks.md, with the packed package for the one of the registry. @param {string} tarball */
function configFromPage(tarball) {
  const recipe = /```yaml pre-commit\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/hooks.md'), 'utf8'))?.[1] ?? '';
  const version = run(process.execPath, ['-p', "require('./package.json').version"], ROOT).trim();
  const wanted = `"clerk-metadata-codemod@${version}"`;
  assert.ok(recipe.includes(wanted), 'docs/hooks.md installs the version that this is');
  return recipe.replace(wanted, JSON.stringify(tarball));
}

function packed() {
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', base], ROOT);
  return join(base, readdirSync(base).find((name) => name.endsWith('.tgz')) ?? '');
}

/**
 * A commit with a new call is refused, with the file's name; one without isn't, and neither is one of another kind of
 * file.
 *
 * @param {string} title
 * @param {string} config
 */
function tryHook(title, config) {
  const folder = join(base, title);
  mkdirSync(folder);
  run('git', ['init', '-q'], folder);
  writeFileSync(join(folder, '.pre-commit-config.yaml'), config);
  writeFileSync(join(folder, 'package.json'), '{ "dependencies": { "@clerk/express": "^2.1.26" } }\n');
  run('pre-commit', ['install'], folder);
  commit(folder, 'src/a b/fine.mts', 'export {};\n', 0);
  commit(folder, 'notes.md', 'Call updateUser()\n', 0);
  const said = commit(folder, 'src/a b/promote.mts', CALL, 1);
  assert.ok(said.includes('src/a b/promote.mts'), `the refusal names the file\n${said}`);
  say(`${title}: lets a commit pass, and refuses one with a new call`);
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {string} content
 * @param {number} status
 */
function commit(folder, path, content, status) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  run('git', ['add', '-A'], folder);
  return run('git', ['commit', '-m', path], folder, status);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd, status = 0) {
  const result = spawnSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const said = `${result.stdout}${result.stderr}`;
  assert.equal(
    result.status,
    status,
    `${command} ${args.join(' ')} ended with ${String(result.status)} instead of ${String(status)}\n${said}`,
  );
  return said;
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`pre-commit: ${line}\n`);
}
