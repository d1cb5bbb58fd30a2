import type { TSESLint } from '@typescript-eslint/utils';
import { applyEdits } from '../transforms/edit/apply.ts';
import type { Edit, Finding } from '../transforms/finding.ts';
import type { FileContext } from './file-context.ts';
import { parses } from './inspect.ts';

/** Edits as the one replacement that a host wants: from where the first begins to where the last ends. */
export interface Replacement {
  readonly range: readonly [start: number, end: number];
  readonly text: string;
}

/**
 * The replacement that edits amount to; undefined where what it makes of the file doesn't parse, which the command
 * refuses, too.
 *
 * @param edits at least one
 */
export function replacementOf(edits: readonly Edit[], file: FileContext): Replacement | undefined {
  const { text } = file.sourceCode;
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(...edits.map((edit) => edit.end));
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const replacement = applyEdits(text.slice(start, end), moved);
  return parses(`${text.slice(0, start)}${replacement}${text.slice(end)}`, file)
    ? { range: [start, end], text: replacement }
    : undefined;
}

/** Hands a replacement to a host. */
export function applyReplacement({ range, text }: Replacement): TSESLint.ReportFixFunction {
  return (fixer) => fixer.replaceTextRange(range, text);
}

/**
 * The fix of each finding that has one. A host leaves out a fix that touches one before it until its next pass; so
 * findings whose edits touch each other's all carry the fix of all of them, and one pass does it.
 */
export function fixesOf(findings: readonly Finding[], file: FileContext): ReadonlyMap<Finding, Replacement> {
  const exact = findings.filter(({ verdict }) => verdict === 'exact');
  const groups: { readonly members: Finding[]; readonly edits: Edit[]; end: number }[] = [];
  const ranges = exact
    .flatMap((finding) => (finding.edits.length === 0 ? [] : [{ finding, ...rangeOf(finding.edits) }]))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { finding, start, end } of ranges) {
    const last = groups.at(-1);
    if (last === undefined || start > last.end) groups.push({ members: [finding], edits: [...finding.edits], end });
    else {
      last.members.push(finding);
      last.edits.push(...finding.edits);
      last.end = Math.max(last.end, end);
    }
  }
  const fixes = new Map<Finding, Replacement>();
  for (const { members, edits } of groups) {
    const replacement = replacementOf(edits, file);
    if (replacement !== undefined) for (const member of members) fixes.set(member, replacement);
  }
  // A call inside of one that moves its text is rewritten there.
  for (const inner of exact.filter(({ edits }) => edits.length === 0)) {
    const outer = exact.find(
      (other) => other !== inner && other.start <= inner.start && inner.end <= other.end && fixes.has(other),
    );
    const fix = outer === undefined ? undefined : fixes.get(outer);
    if (fix !== undefined) fixes.set(inner, fix);
  }
  return fixes;
}

function rangeOf(edits: readonly Edit[]): { readonly start: number; readonly end: number } {
  return { start: Math.min(...edits.map(({ start }) => start)), end: Math.max(...edits.map(({ end }) => end)) };
}
