import { ts } from 'ts-morph';
import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import type { NamedPart, NamedSplit } from './naming.ts';
import type { Presence } from '../decide/decision/plan.ts';
import type { Edit } from '../finding.ts';
import { editsOfChanges } from './change-edits.ts';
import { halvesOf, type Guard } from './split-params.ts';
import { indentOfLine, reindent } from './layout.ts';
import { sliceWith, textWith } from './literal.ts';
import { around, rangeOf, replacing } from './make-edits.ts';
import { typeOfParams } from './params-type.ts';
import { renameEdit } from './rename.ts';
import { castOf, isAccess } from '../syntax.ts';

/** The texts of the two calls, and of the statements that bind what has to be evaluated first. */
export interface SplitTexts extends TwoCalls {
  readonly bindings: readonly string[];
  /** What is bound, as a declaration or a parameter has it. */
  readonly names: readonly string[];
  /** What the bindings hold. */
  readonly values: readonly string[];
  /** The arguments of the call as they stand, but for the changes in them. */
  readonly args: string;
  /** The params of the two calls, once they are taken apart. */
  readonly generalParams: string;
  readonly metadataParams: string;
  readonly elsewhere: readonly Edit[];
}

export interface TwoCalls {
  /** Undefined where the call had no general field. */
  readonly general: string | undefined;
  readonly metadata: string;
  readonly guard: Guard | undefined;
}

export function splitTexts(plan: NamedSplit, nested: readonly Edit[]): SplitTexts {
  const { site, changes, bound } = plan;
  const { text } = site.call.getSourceFile();
  const receiverName = bound.find(({ node }) => node === site.callee.object)?.name;
  const ownEdits = editsOfChanges(changes, receiverName ?? site.callee.object.getText());
  const changeEdits = [...ownEdits, ...nested.filter((edit) => !ownEdits.some((own) => covers(own, edit)))];
  const references = bound
    .filter(({ node }) => node !== site.params)
    .map((part) => referenceEdit(part, site.callee.object));
  const inner = [
    ...references,
    ...changeEdits.filter((change) => !references.some((reference) => covers(reference, change))),
  ];
  const halves = halvesOf(plan, inner);
  const params = rangeOf(halves.node);
  const start = site.call.getStart();
  // What is inserted right before or behind the params belongs to them.
  const outside = inner
    .filter((edit) => !covers(params, edit))
    .filter((edit) => edit.start >= start && edit.end <= site.call.end);
  const isAsked = presenceOf(plan) !== undefined;
  const certain = halves.general !== undefined && (isAsked || isChained(plan)) ? certainLinks(site, receiverName) : [];
  const repeated = halves.general === undefined ? [] : [...commentEdits(site.call, halves.node, outside), ...certain];
  // A cast is to the type of both halves.
  const sent = plan.params.kind === 'literal' && castOf(site.params) !== undefined ? rangeOf(site.params) : params;
  const again = outside
    .filter((edit) => !covers(sent, edit))
    .filter((edit) => !certain.some((link) => covers(link, edit)));
  const [before, behind] = copyOf(plan);
  const values = bound.map(({ node }) => {
    const edits = node === site.callee.object && isPathAsked(plan) ? [...changeEdits, ...linkEdits(node)] : changeEdits;
    const value = reindent(textWith(node, edits), indentOfLine(text, node.getStart()), indentOfLine(text, start));
    return node === site.params ? before + value + behind : value;
  });
  return {
    names: bound.map((part) => nameWithType(part, plan, receiverName)),
    bindings: bound.map((part, index) => `const ${nameWithType(part, plan, receiverName)} = ${values[index] ?? ''}`),
    values,
    args: sliceWith(text, site.call.arguments.pos, site.call.end - 1, [
      ...changeEdits,
      ...around(site.params, before, behind),
    ]),
    generalParams: halves.general ?? '{}',
    metadataParams: halves.metadata,
    general:
      halves.general === undefined
        ? undefined
        : textWith(site.call, [...(isAsked ? [...again, ...certain] : outside), { ...params, text: halves.general }]),
    metadata: textWith(site.call, [
      ...again,
      ...repeated.filter((edit) => !covers(sent, edit)),
      renameEdit(site.callee.nameNode, plan.method),
      { ...sent, text: halves.metadata },
    ]),
    guard: halves.guard,
    elsewhere: [
      ...halves.elsewhere,
      ...changeEdits
        .filter((edit) => edit.end <= start || edit.start >= site.call.end)
        .filter((edit) => !halves.elsewhere.some((other) => covers(other, edit))),
    ],
  };
}

/** The name of a part, or the pattern that takes the params apart, with its type where that has to be said. */
function nameWithType(
  { name, node, type }: NamedPart,
  { site, params }: NamedSplit,
  receiver: string | undefined,
): string {
  if (type?.kind === 'named') return `${name}: ${type.name}${type.mayBeUndefined ? ' | undefined' : ''}`;
  if (type?.kind === 'of-params') return `${name}: ${typeOfParams(site, receiver)}['${type.name}']`;
  return node === site.params && params.kind === 'run-time' && params.isAnnotated
    ? `${name}: ${typeOfParams(site, receiver)}`
    : name;
}

function covers(outer: Pick<Edit, 'start' | 'end'>, inner: Edit): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function isChained({ shape }: NamedSplit): boolean {
  return shape.kind === 'chain' || shape.kind === 'call-chain' || (shape.kind === 'arrow-body' && !shape.hasSteps);
}

/** Whether the receiver is read where it is known that what its optional chain asks for is there. */
function isPathAsked(plan: NamedSplit): boolean {
  return presenceOf(plan)?.kind === 'path';
}

function presenceOf({ shape }: NamedSplit): Presence | undefined {
  return 'present' in shape ? shape.present : undefined;
}

/** Takes the last `?.` out of a receiver. */
function linkEdits(receiver: ts.Expression): Edit[] {
  for (let node = receiver; isAccess(node); node = node.expression) {
    const dot = node.questionDotToken;
    if (dot !== undefined) return [replacing(dot, ts.isPropertyAccessExpression(node) ? '.' : '')];
  }
  return [];
}

/**
 * Behind `a?.b().then(() => …)` a variable `a` is there for certain, and so is what has a `name` now. What is read from
 * one may have to be asked again, for the type's sake.
 */
function certainLinks({ call, callee: { object } }: UpdateCall, name: string | undefined): Edit[] {
  for (let node: ts.Node = name === undefined ? object : object.parent; node !== call; node = node.parent) {
    if (!isAccess(node)) continue;
    const dot = node.questionDotToken;
    if (dot !== undefined && (name !== undefined || ts.isIdentifier(node.expression)))
      return [replacing(dot, ts.isPropertyAccessExpression(node) ? '.' : '')];
  }
  return name === undefined ? [] : [replacing(object, name)];
}

/** Around params that go on to change: a copy of what the service would have been sent at once. */
function copyOf({ params }: NamedSplit): readonly [before: string, behind: string] {
  const by = params.kind === 'run-time' ? params.copiedBy : undefined;
  return by === undefined ? ['', ''] : [`${by}.parse(${by}.stringify(`, '))'];
}

/** What takes the place of a part that has a name now. */
function referenceEdit({ name, node, element }: NamedPart, receiver: ts.Expression): Edit {
  // What an optional chain may have ended in has to be asked for again.
  if (
    node === receiver &&
    ts.isOptionalChain(receiver) &&
    ts.isPropertyAccessExpression(node.parent) &&
    node.parent.questionDotToken === undefined
  ) {
    return replacing(node, `${name}?`);
  }
  if (element === undefined || (!ts.isShorthandPropertyAssignment(element) && !ts.isPropertyAssignment(element)))
    return replacing(node, name);
  if (ts.isIdentifier(element.name) && element.name.text === name) return replacing(element, name);
  return ts.isPropertyAssignment(element) ? replacing(node, name) : replacing(element, `${element.name.text}: ${name}`);
}

/** The comments around the arguments stay with the general call; the second call doesn't repeat them. */
function commentEdits(call: ts.CallExpression, params: ts.Expression, taken: readonly Edit[]): Edit[] {
  const { text } = call.getSourceFile();
  const edits = new Map<number, Edit>();
  const collect = (node: ts.Node): void => {
    if (taken.some((edit) => edit.start === node.getStart() && edit.end === node.end)) return;
    for (const comment of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
    ]) {
      if (comment.pos >= call.getStart()) edits.set(comment.pos, withBlanks(comment, text));
    }
    if (node !== params) node.getChildren().forEach(collect);
  };
  for (const child of call.getChildren()) collect(child);
  const ordered = [...edits.values()].sort((a, b) => a.start - b.start);
  // The blank between two comments goes with the first.
  return ordered.map((edit, index) => ({ ...edit, start: Math.max(edit.start, ordered[index - 1]?.end ?? 0) }));
}

/**
 * A comment, with its line where nothing else is on it; else with the blanks behind it, and those before it where a
 * comma, a dot, a parenthesis or the line's end follows it, or the comments behind it.
 */
function withBlanks(comment: ts.CommentRange, text: string): Edit {
  const lineStart = text.lastIndexOf('\n', comment.pos - 1) + 1;
  const lineEnd = /^[ \t]*\r?\n/.exec(text.slice(comment.end));
  if (lineEnd !== null && text.slice(lineStart, comment.pos).trim() === '')
    return { start: lineStart, end: comment.end + lineEnd[0].length, text: '' };
  const behind = /^[ \t]*/.exec(text.slice(comment.end))?.[0].length ?? 0;
  const isBeforeMark = /^(?:\/\*(?:(?!\*\/)[^])*\*\/[ \t]*)*(?:[,).\r\n]|\?\.)/.test(text.slice(comment.end + behind));
  const before = isBeforeMark ? (/[ \t]*$/.exec(text.slice(0, comment.pos))?.[0].length ?? 0) : 0;
  return { start: comment.pos - before, end: comment.end + behind, text: '' };
}
