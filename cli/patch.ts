import { createColors } from './colors.ts';
import type { DecodedText } from '../project/text.ts';

const CONTEXT_LINES = 3;

/**
 * The unified diff of one file, as `git apply` takes it.
 *
 * @param path relative to the folder that the patch is applied in, with forward slashes
 * @param before as read; its encoding and byte order mark are those of `after` too
 */
export async function unifiedDiff(path: string, before: DecodedText, after: string): Promise<string> {
  // Most runs show none.
  const { FILE_HEADERS_ONLY, formatPatch, structuredPatch } = await import('diff');
  const mark = before.bom ? '\uFEFF' : '';
  const patch = structuredPatch(`a/${path}`, `b/${path}`, mark + before.text, mark + after, undefined, undefined, {
    context: CONTEXT_LINES,
  });
  if (before.encoding === 'utf-8') return formatPatch({ ...patch, isGit: true });
  // git takes UTF-16 for binary and would refuse the whole patch: this part is for people, and git passes over it.
  const lines = formatPatch(patch, FILE_HEADERS_ONLY).trimEnd().split('\n');
  return [`# ${path} is UTF-16, which git can't patch`, ...lines.map((line) => `# ${line}`), ''].join('\n');
}

/** A diff for a terminal, with colours as git gives it. */
export function colorDiff(diff: string): string {
  const colors = createColors(true);
  const paint = (line: string): string => {
    if (/^(?:diff --git|---|\+\+\+) /.test(line)) return colors.bold(line);
    if (line.startsWith('@@')) return colors.cyan(line);
    if (line.startsWith('+')) return colors.green(line);
    return line.startsWith('-') ? colors.red(line) : line;
  };
  return diff.split('\n').map(paint).join('\n');
}
