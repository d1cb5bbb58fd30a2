import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface OxlintRun {
  readonly status: number | null;
  /** The codes of what it reports, in order. */
  readonly codes: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
}

const require = createRequire(import.meta.url);
const BIN = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');

/** Runs oxlint in a folder, with no rules but those of the config. */
export function runOxlint(folder: string, config: object, ...args: readonly string[]): OxlintRun {
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, categories: { correctness: 'off' } }));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BIN, '-c', '.oxlintrc.json', '--format', 'json', ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  const report = stdout.trimStart().startsWith('{')
    ? (JSON.parse(stdout) as { readonly diagnostics?: readonly { readonly code: string }[] })
    : {};
  return { status, codes: (report.diagnostics ?? []).map(({ code }) => code), stdout, stderr };
}
