/**
 * Packs the package, installs the tarball into an empty project, and uses it there as anybody would:
 * the command on a file, the engine from a module, its types from a TypeScript file, and the lint rules.
 *
 * Run with `npm run smoke`. Ends with exit code 1 and the first thing that is wrong.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** What an installation may cost whoever runs the command with npx. */
const MOST_PACKAGES = 16;
const MOST_MEGABYTES = 20;

/** What the tarball must hold, and all that it may hold. */
const NEEDED_FILES = [
  'package/package.json',
  'package/LICENSE',
  'package/THIRD-PARTY-NOTICES.md',
  'package/dist/cli.cjs',
  'package/dist/index.js',
  'package/dist/index.d.ts',
  'package/dist/engine.cjs',
  'package/dist/semver-ranges.cjs',
  'package/dist/yaml.cjs',
  'package/dist/report-page.js',
  'package/dist/report-page.css',
  'package/dist/eslint-plugin.js',
  'package/dist/eslint-plugin.d.ts',
  'package/dist/jscodeshift.cjs',
  'package/dist/jscodeshift.d.cts',
  'package/docs/rules/no-metadata-in-update.md',
  'package/docs/reasons.md',
  'package/cli/report.schema.json',
];
const ALLOWED_FILES =
  /^package\/(?:package\.json|LICENSE|README\.md|CHANGELOG\.md|THIRD-PARTY-NOTICES\.md|cli\/report\.schema\.json|dist\/report-page\.css|dist\/.+\.(?:c?js|d\.c?ts|json)|docs\/.+\.(?:md|json))$/;

const BEFORE = `import { clerkClient } from '@clerk/express';

export async function makeAdmin(userId: string): Promise<void> {
  await clerkClient.users.updateUser(userId, { publicMetadata: { role: 'admin' } });
}
`;
const AFTER = BEFORE.replace('updateUser', 'replaceUserMetadata');

const BEFORE_IN_JAVASCRIPT = `import { clerkClient } from '@clerk/express';

await clerkClient.users.updateUser('user_1', { publicMetadata: { role: 'admin' } });
`;

const ESLINT_CONFIG = `import clerkMetadata from 'clerk-metadata-codemod/eslint-plugin';
import { defineConfig } from 'eslint/config';

export default defineConfig(
  clerkMetadata.configs.recommended,
  { plugins: { 'clerk-metadata': clerkMetadata }, extends: ['clerk-metadata/strict'] },
);
`;

const RESOLUTIONS = [
  ['--module', 'nodenext'],
  ['--module', 'preserve', '--moduleResolution', 'bundler'],
];

const ENGINE_USER = `import { analyze, applyEdits, type Finding } from 'clerk-metadata-codemod';

/** Rewrites whatever can be rewritten. */
export function rewrite(text: string, fileName: string): string {
  const analysis = analyze(text, fileName);
  if (analysis.kind === 'syntax-error') throw new Error(analysis.problem.message);
  const findings: readonly Finding[] = analysis.findings;
  return applyEdits(text, findings.flatMap((finding) => finding.edits));
}
`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-codemod-smoke-')));
try {
  const tarball = pack(folder);
  const project = join(folder, 'project');
  install(project, tarball);
  runCommand(project);
  importEngine(project);
  typecheckEngine(project);
  lint(project);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} destination */
function pack(destination) {
  // A build of the tests leaves files of older ones in place; the one that npm runs before it packs must not.
  writeFileSync(join(ROOT, 'dist/of-an-older-build.js'), '');
  run('npm', ['pack', '--silent', '--pack-destination', destination], ROOT);
  const [name] = readdirSync(destination).filter((file) => file.endsWith('.tgz'));
  assert.ok(name, 'npm pack made no tarball');
  const tarball = join(destination, name);
  const files = run('tar', ['-tzf', tarball], ROOT).stdout.trim().split('\n');
  for (const file of NEEDED_FILES) assert.ok(files.includes(file), `the tarball lacks ${file}`);
  assert.deepEqual(
    files.filter((file) => !ALLOWED_FILES.test(file)),
    [],
    'the tarball holds files that nobody needs',
  );
  assert.ok(!files.includes('package/dist/of-an-older-build.js'), 'the tarball holds what an older build has left');
  say(`packed ${String(files.length)} files, ${megabytes(statSync(tarball).size)} MB`);
  return tarball;
}

/**
 * @param {string} project
 * @param {string} tarball
 */
function install(project, tarball) {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run('npm', ['install', '--no-audit', '--no-fund', tarball], project);
  const packages = run('npm', ['ls', '--all', '--parseable'], project).stdout.trim().split('\n').slice(1);
  const size = sizeOf(join(project, 'node_modules'));
  say(`installed ${String(packages.length)} packages, ${megabytes(size)} MB`);
  assert.ok(packages.length <= MOST_PACKAGES, `at most ${String(MOST_PACKAGES)} packages are wanted`);
  assert.ok(size <= MOST_MEGABYTES * 1e6, `at most ${String(MOST_MEGABYTES)} MB are wanted`);
}

/** @param {string} project */
function runCommand(project) {
  const app = join(project, 'app');
  const file = join(app, 'admin.ts');
  mkdirSync(app);
  // Declared, as in any project that is to be migrated; it doesn't have to be installed.
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@clerk/express': '^2.1.26' } }),
  );
  writeFileSync(file, BEFORE);

  const version = run(process.execPath, ['-p', "require('./package.json').version"], ROOT).stdout.trim();
  assert.equal(
    run('npx', ['clerk-metadata-codemod', '--version'], project).stdout.trim(),
    version,
    'the version that the command says',
  );
  run('npx', ['clerk-metadata-codemod', '--check', 'app'], project, 1);
  // There is no git in the temporary folder.
  run('npx', ['clerk-metadata-codemod', '--force', 'app'], project);
  assert.equal(readFileSync(file, 'utf8'), AFTER, 'what the command made of the file');
  run('npx', ['clerk-metadata-codemod', '--check', 'app'], project);
  say('the command rewrites a file, and finds nothing more to do');
}

/** @param {string} project */
function importEngine(project) {
  const file = join(project, 'engine.mjs');
  writeFileSync(
    file,
    `${stripTypes(ENGINE_USER)}process.stdout.write(rewrite(${JSON.stringify(BEFORE)}, '/app/admin.ts'));\n`,
  );
  assert.equal(run(process.execPath, [file], project).stdout, AFTER, 'what the engine made of the text');
  say('the engine can be imported, and does the same');
}

/** @param {string} project */
function typecheckEngine(project) {
  writeFileSync(join(project, 'engine.ts'), ENGINE_USER);
  for (const resolution of RESOLUTIONS) {
    run(process.execPath, [TSC, '--noEmit', '--strict', '--target', 'es2023', ...resolution, 'engine.ts'], project);
  }
  say("the engine's types check, those of the package too");
}

/**
 * ESLint itself comes from this repository: whoever uses the plugin has one.
 *
 * @param {string} project
 */
function lint(project) {
  symlinkSync(join(ROOT, 'node_modules/eslint'), join(project, 'node_modules/eslint'), 'junction');
  writeFileSync(join(project, 'eslint.config.mjs'), ESLINT_CONFIG);
  writeFileSync(join(project, 'admin.js'), BEFORE_IN_JAVASCRIPT);
  run(process.execPath, [join(project, 'node_modules/eslint/bin/eslint.js'), 'admin.js'], project, 1);
  run(process.execPath, [join(project, 'node_modules/eslint/bin/eslint.js'), '--fix', 'admin.js'], project);
  assert.equal(
    readFileSync(join(project, 'admin.js'), 'utf8'),
    BEFORE_IN_JAVASCRIPT.replace('updateUser', 'replaceUserMetadata'),
    'what the rules made of the file',
  );
  for (const resolution of RESOLUTIONS) {
    run(
      process.execPath,
      [TSC, '--noEmit', '--strict', '--checkJs', '--allowJs', '--target', 'es2023', ...resolution, 'eslint.config.mjs'],
      project,
    );
  }
  say('the lint rules fix a file, and their types fit a config of ESLint');
}

/** @param {string} text */
function stripTypes(text) {
  return ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext } })
    .outputText;
}

/**
 * Runs a command to its end; any other exit status than `status` is an error with all that the command said.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd, status = 0) {
  const result = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const said = `${result.stdout}${result.stderr}`;
  assert.equal(
    result.status,
    status,
    `${command} ${args.join(' ')} ended with ${String(result.status)} instead of ${String(status)}\n${said}`,
  );
  return result;
}

/** @param {string} path */
function sizeOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`smoke: ${line}\n`);
}
