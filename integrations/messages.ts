import { buildOutputByPath, buildOutputByText } from '../project/build-output.ts';
import { displayPath } from '../project/paths.ts';
import type { Finding } from '../transforms/finding.ts';

/** A line for each reason that a finding has; what is proved may have notes, what is silenced has none. */
export function describeReasons({ verdict, method, target, reasons }: Finding): string[] {
  const call = target === null ? method : `${method} → ${target}`;
  const heading = verdict === 'exact' ? 'note' : verdict;
  return reasons.map(
    ({ line, column, code, message }) => `${String(line)}:${String(column)} ${heading}: ${call}: ${message} (${code})`,
  );
}

/** A line for each part of a single-file component that could not be read. */
export function describeUnread({ unread = [] }: { readonly unread?: readonly string[] }): string[] {
  return unread.map((why) => `not read, and may hold calls: ${why}`);
}

/**
 * Why a file counts as build output, which the command skips too; undefined where it doesn't.
 *
 * @param path absolute
 * @param root where the run started; what is outside of it was asked for by name
 */
export function whyGenerated(path: string, root: string, text: string): string | undefined {
  const below = displayPath(root, path);
  return (below.startsWith('../') ? undefined : buildOutputByPath(below)) ?? buildOutputByText(path, text);
}
