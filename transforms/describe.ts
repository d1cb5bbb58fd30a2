import type { ts } from 'ts-morph';
import { SURFACES, type Surface } from './api-change.ts';
import { type Cause, type Decision, verdictOf } from './decide/decision/decision.ts';
import { markOf } from './mark.ts';
import { inOrder } from './edit/make-edits.ts';
import { todoEdit } from './edit/todo.ts';
import type { Edit, Finding, Position, Range, Reason } from './finding.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { reasonAt, withoutOrigins } from './reason-words.ts';
import { wordsOf } from './cause-words.ts';
import { isSilenced } from './language/silence.ts';
import { positionIn } from './syntax.ts';

/** What a finding is about. `method`: where it isn't the surface's general update. */
export interface FindingBase extends Pick<Finding, 'kind' | 'surface' | 'fields'> {
  readonly method?: string;
}

/** What every finding says of its place. */
export function placeOf(
  node: ts.Node,
  surface: Surface,
): Pick<Finding, 'surface' | 'method' | 'requests' | 'start' | 'end' | 'from' | 'to' | 'mark'> {
  return {
    surface,
    method: SURFACES[surface].method,
    requests: 1,
    start: node.getStart(),
    end: node.end,
    ...rangeOf(node),
    mark: rangeOf(markOf(node)),
  };
}

/** What a plan comes to in the text. */
export interface Written {
  readonly target: string;
  /** Left out where it is one. */
  readonly requests?: 2;
  readonly edits: readonly Edit[];
}

/** What is said of a finding that a comment silences. */
export const IGNORED = { target: null, verdict: 'ignored', reasons: [], edits: [] } as const;

/** The finding that a decision becomes, where no comment silences it. */
export function describeDecision<Plan>(
  node: ts.Node,
  base: FindingBase,
  decision: Decision<Plan>,
  write: (plan: Plan) => Written,
  options: AnalyzeOptions,
): Finding {
  const described = { ...placeOf(node, base.surface), ...base };
  if (isSilenced(node)) return { ...described, ...IGNORED };
  const verdict = verdictOf(decision);
  const reasons = reasonsOf(decision.causes, base);
  if (decision.kind === 'refusal')
    return { ...described, target: null, verdict, reasons, edits: todoEdits(node, reasons, options) };
  const written = write(decision.plan);
  const edits =
    verdict === 'review' && options.todo === 'review'
      ? besideTodo(todoEdits(node, reasons, options), written.edits)
      : written.edits;
  return { ...described, ...written, verdict, reasons, edits };
}

/** The finding of what is left for a person in any case. */
export function describeRefusal(
  node: ts.Node,
  base: FindingBase,
  code: Cause['code'],
  options: AnalyzeOptions,
): Finding {
  return describeDecision<Written>(
    node,
    base,
    { kind: 'refusal', causes: [{ code, node }] },
    (written) => written,
    options,
  );
}

function todoEdits(node: ts.Node, [first]: readonly Reason[], { todo }: AnalyzeOptions): Edit[] {
  const edit =
    todo !== undefined && todo !== false && first !== undefined
      ? todoEdit(node, `${withoutOrigins(first)} (${first.code})`)
      : undefined;
  return edit === undefined ? [] : [edit];
}

/** A comment and the edits that it stands before; without it where they write what it would stand in. */
function besideTodo([todo]: readonly Edit[], edits: readonly Edit[]): readonly Edit[] {
  if (todo === undefined || edits.some(({ start, end }) => start < todo.start && todo.start < end)) return edits;
  return inOrder([...edits, todo]);
}

/** Causes in the words of the table, with their places. */
function reasonsOf(causes: readonly Cause[], base: FindingBase): Reason[] {
  return causes.map((cause) => describeCause(cause, base));
}

/** A cause in the words of the table, with its place. */
export function describeCause(cause: Cause, base: FindingBase): Reason {
  const at = (node: ts.Node): Position => rangeOf(node).from;
  return reasonAt(
    cause.code,
    at(cause.node),
    wordsOf(cause, base),
    cause.origins?.map((origin) => ({ fields: origin.fields, ...at(origin.node) })),
  );
}

function rangeOf(node: ts.Node): Range {
  const source = node.getSourceFile();
  return { from: positionIn(source, node.getStart()), to: positionIn(source, node.end) };
}
