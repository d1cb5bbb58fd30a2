const FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ELOOP: "can't be read: a symbolic link that leads back to itself",
  EACCES: "can't be read: permission denied",
  EPERM: "can't be read: permission denied",
};

/** Why reading failed, as the end of a sentence that starts with the path. */
export function describeReadFailure(error: unknown): string {
  const code = errorCode(error) ?? String(error);
  return FAILURES[code] ?? `can't be read (${code})`;
}

/** The system's code of a failure, such as `EACCES`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
