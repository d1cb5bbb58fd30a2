import { relative, sep } from 'node:path';

/** `path` with forward slashes, as reports, git and the engine want it. */
export function withForwardSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** How reports name `path`: relative to `root`, with forward slashes, `.` for the root itself. */
export function displayPath(root: string, path: string): string {
  // Most paths lie below the root; `relative` is slow enough to matter for tens of thousands of them.
  if (path.startsWith(root) && path[root.length] === sep) return withForwardSlashes(path.slice(root.length + 1));
  return withForwardSlashes(relative(root, path)) || '.';
}

/** The last name of a path as git writes it, without the slash that a folder ends in. */
export function lastName(path: string): string {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}
