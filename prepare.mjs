/**
 * Builds the package when it is installed from a clone. pre-commit installs it as a global package, for which npm
 * leaves out what it is built with: then that is installed here first.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints to standard error alone: who packs the package reads its name from standard output.
 *
 * @param {...string} args
 */
function npm(...args) {
  const { status } = spawnSync('npm', args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(import.meta.dirname, 'node_modules/tsdown')))
  npm('install', '--include=dev', '--no-global', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts');
npm('run', 'build');
