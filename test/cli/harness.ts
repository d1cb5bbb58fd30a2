import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { command } from '../../cli/command.ts';
import type { Engine } from '../../cli/engine-calls.ts';
import type { Io, Output } from '../../cli/io.ts';
import type { Report } from '../../cli/report.ts';
import { createFakeEngine } from './fake-engine.ts';

/** The package.json of an application that uses an SDK with the new methods. */
export const APPLICATION = { 'package.json': '{ "name": "app", "dependencies": { "@clerk/nextjs": "^7.5.2" } }\n' };

/** A folder of its own that goes when the tests are over, with `files` in it. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-')));
  writeFiles(folder, files);
  return folder;
}

/** The same as a git repository in which everything is committed. */
export function makeRepository(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = makeFolder(files);
  runGit(folder, ['init -q', ...COMMIT]);
  return folder;
}

const COMMIT = ['add -A', "commit -q --allow-empty --no-verify -m 'A commit'"];

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function commit(folder: string): void {
  runGit(folder, COMMIT);
}

/** One process starts the others: to start one from here takes the longer, the more these tests hold in memory. */
function runGit(folder: string, commands: readonly string[]): void {
  const all = commands.map((command) => `git ${command}`).join(' && ');
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', `alias.all=!${all}`, 'all');
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export function readText(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  readonly stderr: string;
}

export interface Settings {
  readonly engine?: Engine;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly onStopSignal?: Io['onStopSignal'];
  /** Makes both streams terminals of this width. */
  readonly columns?: number;
}

/** Runs the command in this process. */
export async function runCommand(folder: string, args: readonly string[], settings: Settings = {}): Promise<Outcome> {
  const stdout = createOutput(settings.columns);
  const stderr = createOutput(settings.columns);
  const io = {
    cwd: folder,
    env: settings.env ?? {},
    stdin: chunks(settings.stdin ?? ''),
    stdout,
    stderr,
    onStopSignal: settings.onStopSignal ?? (() => () => undefined),
  };
  const code = await command(args, io, settings.engine ?? createFakeEngine());
  return {
    code,
    stdout: stdout.bytes().toString('utf8'),
    stdoutBytes: stdout.bytes(),
    stderr: stderr.bytes().toString('utf8'),
  };
}

/** Runs the command with `--reporter json` and reads the report. */
export async function runForReport(
  folder: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<Outcome & { readonly report: Report }> {
  const outcome = await runCommand(folder, ['--reporter', 'json', ...args], settings);
  return { ...outcome, report: JSON.parse(outcome.stdout) as Report };
}

export function createOutput(columns: number | undefined): Output & { bytes: () => Buffer } {
  const written: Uint8Array[] = [];
  return {
    isTTY: columns !== undefined,
    columns,
    write: (chunk) => written.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
    bytes: () => Buffer.concat(written),
  };
}

async function* chunks(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(typeof content === 'string' ? Buffer.from(content) : content);
}
