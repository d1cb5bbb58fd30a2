/** Where text goes: a process's stream, or a test's buffer. */
export interface Output {
  write(chunk: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal in cells; undefined where there is none. */
  readonly columns?: number | undefined;
}

/** Everything that the command touches besides the file system and git. */
export interface Io {
  /** The folder that paths are relative to, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** The real thing. */
export function processIo(): Io {
  return { cwd: process.cwd(), env: process.env, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
}

/** Whether colours belong on `output`: NO_COLOR, then FORCE_COLOR, then whether it is a terminal. */
export function wantsColor(output: Output, env: Io['env']): boolean {
  const forced = env['FORCE_COLOR'];
  if (env['NO_COLOR']) return false;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
