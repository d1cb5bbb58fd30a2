import type { ts } from 'ts-morph';
import { SURFACES, type Surface } from './api-change.ts';
import type { Cause } from './decide/plan.ts';
import { todoEdit } from './edit/todo.ts';
import type { Finding, Position, Reason } from './finding.ts';
import type { AnalyzeOptions } from './options.ts';
import { reasonAt } from './reason-words.ts';
import { REASONS } from './reasons.ts';

/** What every finding says of its place. */
export function placeOf(node: ts.Node, surface: Surface, source: ts.SourceFile): Pick<Finding, 'surface' | 'method' | 'start' | 'end' | 'from' | 'to'> {
  const start = node.getStart(source);
  return { surface, method: SURFACES[surface].method, start, end: node.end, from: positionIn(source, start), to: positionIn(source, node.end) };
}

/** What is said of a finding that a comment silences. */
export const IGNORED = { target: null, verdict: 'ignored', reasons: [], edits: [] } as const;

/** What is said of a finding that is left for a person. */
export function refused(node: ts.Node, causes: readonly Cause[], source: ts.SourceFile, options: AnalyzeOptions): Pick<Finding, 'target' | 'verdict' | 'reasons' | 'edits'> {
  const reasons = reasonsOf(causes, source);
  const [first] = reasons;
  const todo = options.todo === true && first !== undefined ? todoEdit(node, REASONS[first.code].message, source) : undefined;
  return { target: null, verdict: 'manual', reasons, edits: todo === undefined ? [] : [todo] };
}

/** Causes in the words of the table, with their places. */
export function reasonsOf(causes: readonly Cause[], source: ts.SourceFile): Reason[] {
  const at = (node: ts.Node): Position => positionIn(source, node.getStart(source));
  return causes.map(({ code, node, origins }) => reasonAt(code, at(node), origins?.map((origin) => ({ fields: origin.fields, ...at(origin.node) }))));
}

function positionIn(source: ts.SourceFile, offset: number): Position {
  const { line, character } = source.getLineAndCharacterOfPosition(offset);
  return { line: line + 1, column: character + 1 };
}

/** The verdict on something that is rewritten. */
export function verdictOfRewrite(causes: readonly Cause[]): 'exact' | 'review' {
  return causes.some(({ code }) => REASONS[code].weight === 'review') ? 'review' : 'exact';
}
