import { ts } from 'ts-morph';
import type { BoundPart, Plan, SplitPlan } from '../decide/plan.ts';
import type { Edit } from '../finding.ts';
import { editsOfChanges, wholeLines } from './changes.ts';
import { endOfLineComments, layoutAt, type Layout } from './layout.ts';
import { literalWith, sliceWith } from './literal.ts';

/** Writes a plan as edits of the original text, in source order. A split moves text, so it carries out the `nested` edits of the calls inside its own. */
export function writePlan(plan: Plan, nested: readonly Edit[], source: ts.SourceFile): Edit[] {
  const edits = plan.kind === 'rename' ? writeRename(plan, source) : writeSplit(plan, nested, source);
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

function writeRename({ site, method, changes }: Extract<Plan, { kind: 'rename' }>, source: ts.SourceFile): Edit[] {
  return [renameEdit(site.callee.nameNode, method), ...editsOfChanges(changes, source.text, site.callee.object.getText(source))];
}

function renameEdit(nameNode: ts.Node, method: string): Edit {
  const quote = ts.isIdentifier(nameNode) ? 0 : 1;
  return { start: nameNode.getStart() + quote, end: nameNode.end - quote, text: method };
}

/** The texts of the two calls, and of the statements that bind what has to be evaluated first. */
interface SplitTexts {
  readonly bindings: readonly string[];
  /** What the bindings hold. */
  readonly values: readonly string[];
  /** Undefined where the call had no general field. */
  readonly general: string | undefined;
  readonly metadata: string;
  readonly guard: Guard | undefined;
  readonly elsewhere: readonly Edit[];
}

function writeSplit(plan: SplitPlan, nested: readonly Edit[], source: ts.SourceFile): Edit[] {
  const texts = splitTexts(plan, nested, source);
  const { shape, site } = plan;
  const start = site.call.getStart(source);
  const callEdit = (text: string): Edit => ({ start, end: site.call.end, text });
  return [...texts.elsewhere, ...writeShape()];

  function writeShape(): Edit[] {
    switch (shape.kind) {
      case 'call-chain': {
        const chain = chainOf(texts, layoutAt(site.call, source));
        const expression = plan.bound.length === 0 ? chain : callOnTheSpot(plan.bound, texts.values, chain);
        return [callEdit(shape.present === undefined ? expression : `(${shape.present.getText(source)} == null ? undefined : ${expression})`)];
      }
      case 'arrow-body':
        return inArrowBody(shape.arrow, texts.bindings, callEdit(chainOf(texts, layoutAt(shape.arrow, source))), source);
      case 'chain':
        return withStatements(shape.statement, texts.bindings, [callEdit(chainOf(texts, layoutAt(shape.statement, source)))], [], source);
      case 'before': {
        const before = texts.general === undefined ? texts.bindings : [...texts.bindings, `await ${texts.general}`];
        return withStatements(shape.statement, before, [callEdit(texts.metadata)], [], source);
      }
      case 'after':
        if (texts.general === undefined) return withStatements(shape.statement, texts.bindings, [callEdit(texts.metadata)], [], source);
        return withStatements(shape.statement, texts.bindings, [callEdit(texts.general)], [guarded(`await ${texts.metadata}`, texts.guard?.condition, shape.statement, source)], source);
    }
  }
}

/** The two calls as one expression. */
function chainOf({ general, metadata, guard }: SplitTexts, { newline, indent, unit }: Layout): string {
  if (general === undefined) return metadata;
  if (guard === undefined) return `${general}.then(() => ${metadata})`;
  const [one, two] = [`${newline}${indent}${unit}`, `${newline}${indent}${unit}${unit}`];
  return `${general}.then((${guard.result}) =>${one}${guard.condition}${two}? ${metadata}${two}: ${guard.result},${newline}${indent})`;
}

/** A statement under a condition. */
function guarded(text: string, guard: string | undefined, statement: ts.Statement, source: ts.SourceFile): string {
  if (guard === undefined) return text;
  const { newline, indent, unit, semicolon } = layoutAt(statement, source);
  return `if (${guard}) {${newline}${indent}${unit}${text}${semicolon}${newline}${indent}}`;
}

function splitTexts(plan: SplitPlan, nested: readonly Edit[], source: ts.SourceFile): SplitTexts {
  const { site, changes, bound } = plan;
  const { text } = source;
  const receiverName = bound.find(({ node }) => node === site.callee.object)?.name;
  const ownEdits = editsOfChanges(changes, text, receiverName ?? site.callee.object.getText(source));
  const changeEdits = [...ownEdits, ...nested.filter((edit) => !ownEdits.some((own) => covers(own, edit)))];
  const references = bound.filter(({ node }) => node !== site.params).map(referenceEdit);
  const inner = [...references, ...changeEdits.filter((change) => !references.some((reference) => covers(reference, change)))];
  const halves = halvesOf(plan, inner, source);
  const params = { start: halves.node.getStart(source), end: halves.node.end };
  const start = site.call.getStart(source);
  const outside = inner.filter((edit) => edit.end <= params.start || edit.start >= params.end).filter((edit) => edit.start >= start && edit.end <= site.call.end);
  const repeated = halves.general === undefined ? [] : [...commentEdits(site.call, halves.node, source, outside), ...(isChained(plan) ? certainLinks(site.callee.object, site.call) : [])];
  const values = bound.map(({ node }) => sliceWith(text, node.getStart(source), node.end, changeEdits));
  return {
    bindings: bound.map(({ name }, index) => `const ${name} = ${values[index] ?? ''}`),
    values,
    general: halves.general === undefined ? undefined : sliceWith(text, start, site.call.end, [...outside, { ...params, text: halves.general }]),
    metadata: sliceWith(text, start, site.call.end, [...outside, ...repeated, renameEdit(site.callee.nameNode, plan.method), { ...params, text: halves.metadata }]),
    guard: halves.guard,
    elsewhere: [...halves.elsewhere, ...changeEdits.filter((edit) => edit.end <= start || edit.start >= site.call.end).filter((edit) => !halves.elsewhere.some((other) => covers(other, edit)))],
  };
}

function covers(outer: Edit, inner: Edit): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** When the metadata call is made; undefined where it always is. */
interface Guard {
  readonly condition: string;
  /** The name for what the general call returned, which is the result where there is no other. */
  readonly result: string;
}

/** The params of the two calls. */
interface Halves {
  /** What they take the place of. */
  readonly node: ts.Expression;
  /** Undefined where nothing general is left. */
  readonly general: string | undefined;
  readonly metadata: string;
  readonly guard: Guard | undefined;
  /** Edits outside of the statement of the call. */
  readonly elsewhere: readonly Edit[];
}

function halvesOf({ site, params }: SplitPlan, inner: readonly Edit[], source: ts.SourceFile): Halves {
  const { text } = source;
  switch (params.kind) {
    case 'literal': {
      const { literal, elements } = params;
      const metadata = new Set<ts.Node>(elements.filter(({ kind }) => kind !== 'general').map(({ node }) => node));
      const hasGeneral = metadata.size < elements.length;
      return {
        node: literal,
        general: hasGeneral ? literalWith(literal, (element) => !metadata.has(element), true, text, inner) : undefined,
        metadata: literalWith(literal, (element) => metadata.has(element), !hasGeneral, text, inner),
        guard: undefined,
        elsewhere: [],
      };
    }
    case 'extracted': {
      const { literal, elements, assignments } = params;
      const metadata = new Set<ts.Node>(elements.filter(({ kind }) => kind !== 'general').map(({ node }) => node));
      const assigned = assignments.map(({ field, value }) => `${field}: ${sliceWith(text, value.getStart(source), value.end, inner)}`);
      const general = literalWith(literal, (element) => !metadata.has(element), true, text, inner);
      return {
        node: site.params,
        general: site.params.getText(source),
        metadata: withProperties(literalWith(literal, (element) => metadata.has(element), false, text, inner), assigned),
        guard: undefined,
        elsewhere: [
          ...(metadata.size === 0 ? [] : [{ start: literal.getStart(source), end: literal.end, text: general }]),
          ...assignments.map(({ statement }) => wholeLines(statement, text)),
        ],
      };
    }
    case 'run-time': {
      const { fields, rest, guardResult } = params;
      return {
        node: site.params,
        general: rest,
        metadata: `{ ${fields.map(({ field, name }) => (field === name ? field : `${field}: ${name}`)).join(', ')} }`,
        guard: guardResult === undefined ? undefined : { condition: fields.map(({ name }) => `${name} !== undefined`).join(' || '), result: guardResult },
        elsewhere: [],
      };
    }
  }
}

/** Adds properties to the text of an object literal. */
function withProperties(literal: string, properties: readonly string[]): string {
  if (properties.length === 0) return literal;
  const existing = literal.slice(1, -1).trim();
  return existing === '' ? `{ ${properties.join(', ')} }` : `${literal.slice(0, -1).trimEnd().replace(/,$/, '')}, ${properties.join(', ')} }`;
}

function isChained({ shape }: SplitPlan): boolean {
  return shape.kind === 'chain' || shape.kind === 'call-chain' || shape.kind === 'arrow-body';
}

/** Behind `a?.b().then(() => …)` a variable `a` is there for certain. What is read from one may have to be asked again, for the type's sake. */
function certainLinks(receiver: ts.Expression, call: ts.CallExpression): Edit[] {
  for (let node: ts.Node = receiver; node !== call; node = node.parent) {
    const dot = ts.isPropertyAccessExpression(node) ? node.questionDotToken : undefined;
    if (dot !== undefined && ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) return [{ start: dot.getStart(), end: dot.end, text: '.' }];
  }
  return [];
}

/** What takes the place of a part that has a name now. */
function referenceEdit({ name, node, element }: BoundPart): Edit {
  if (element !== undefined && ts.isShorthandPropertyAssignment(element)) {
    return { start: element.getStart(), end: element.end, text: element.name.text === name ? name : `${element.name.text}: ${name}` };
  }
  if (element !== undefined && ts.isPropertyAssignment(element) && ts.isIdentifier(element.name) && element.name.text === name) {
    return { start: element.getStart(), end: element.end, text: name };
  }
  return { start: node.getStart(), end: node.end, text: name };
}

/** The comments around the arguments stay with the general call; the second call doesn't repeat them. */
function commentEdits(call: ts.CallExpression, params: ts.Expression, source: ts.SourceFile, taken: readonly Edit[]): Edit[] {
  const edits = new Map<number, Edit>();
  const collect = (node: ts.Node): void => {
    if (node === params || taken.some((edit) => edit.start === node.getStart(source) && edit.end === node.end)) return;
    for (const comment of [...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []), ...(ts.getTrailingCommentRanges(source.text, node.pos) ?? [])]) {
      if (comment.pos < call.getStart(source)) continue;
      const blanks = /^[ \t]*/.exec(source.text.slice(comment.end))?.[0].length ?? 0;
      edits.set(comment.pos, { start: comment.pos, end: comment.end + blanks, text: '' });
    }
    for (const child of node.getChildren(source)) collect(child);
  };
  for (const child of call.getChildren(source)) collect(child);
  return [...edits.values()];
}

/** `((userId) => …)(getId())`: the arguments are evaluated in order, at once, where the call stood. */
function callOnTheSpot(bound: readonly BoundPart[], values: readonly string[], body: string): string {
  return `((${bound.map(({ name }) => name).join(', ')}) => ${body})(${values.join(', ')})`;
}

/** Makes a block of an arrow function's body, with statements before its result. */
function inArrowBody(arrow: ts.ArrowFunction, before: readonly string[], inside: Edit, source: ts.SourceFile): Edit[] {
  const { text } = source;
  const { body, equalsGreaterThanToken } = arrow;
  const { newline, unit, indent } = layoutAt(arrow, source);
  const result = sliceWith(text, body.getStart(source), body.end, [inside]);
  const lead = text.slice(equalsGreaterThanToken.end, body.getStart(source));
  const statements = [...before, `return ${result}`].map((line) => `${newline}${indent}${unit}${line};`).join('');
  return [{ start: lead.trim() === '' ? equalsGreaterThanToken.end : body.getStart(source), end: body.end, text: `${lead.trim() === '' ? ' ' : ''}{${statements}${newline}${indent}}` }];
}

/** Puts statements before and behind one, in braces where there is room for one only. */
function withStatements(statement: ts.Statement, before: readonly string[], inside: readonly Edit[], behind: readonly string[], source: ts.SourceFile): Edit[] {
  if (before.length === 0 && behind.length === 0) return [...inside];
  const layout = layoutAt(statement, source);
  return hasRoom(statement) ? inBlock(statement, before, inside, behind, layout, source) : inBraces(statement, before, inside, behind, layout, source);
}

function hasRoom(statement: ts.Statement): boolean {
  const { parent } = statement;
  return ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isModuleBlock(parent) || ts.isCaseOrDefaultClause(parent);
}

function inBlock(statement: ts.Statement, before: readonly string[], inside: readonly Edit[], behind: readonly string[], layout: Layout, source: ts.SourceFile): Edit[] {
  const { text } = source;
  const onOneLine = !layout.startsLine;
  const semicolon = onOneLine ? ';' : layout.semicolon;
  const gap = onOneLine ? ' ' : `${layout.newline}${layout.indent}`;
  const start = statement.getStart(source);
  const edits = [...inside];
  if (before.length > 0) edits.push({ start, end: start, text: before.map((line) => `${line}${semicolon}${gap}`).join('') });
  if (behind.length > 0) {
    const missing = onOneLine && layout.semicolon === '' ? ';' : '';
    const end = onOneLine ? statement.end : endOfLineComments(text, statement.end);
    edits.push({ start: end, end, text: missing + behind.map((line) => `${gap}${closed(line, layout.semicolon)}`).join('') });
  }
  return edits;
}

function inBraces(statement: ts.Statement, before: readonly string[], inside: readonly Edit[], behind: readonly string[], layout: Layout, source: ts.SourceFile): Edit[] {
  const { text } = source;
  const outer = layoutAt(statement.parent, source).indent;
  const indent = layout.startsLine ? layout.indent : outer + layout.unit;
  const start = statement.getStart(source);
  const lead = text.slice(statement.pos, start);
  const body = sliceWith(text, start, statement.end, inside);
  const lines = [
    ...before.map((line) => `${line}${layout.semicolon}`),
    layout.startsLine ? body : indentBy(body, layout.unit),
    ...behind.map((line) => closed(layout.startsLine ? line : indentBy(line, layout.unit), layout.semicolon)),
  ];
  const block = lines.map((line) => `${layout.newline}${indent}${line}`).join('');
  // A comment in front of the statement stays where it is, before the brace.
  const isBlank = lead.trim() === '';
  return [{ start: isBlank ? statement.pos : start, end: statement.end, text: `${isBlank ? ' ' : ''}{${block}${layout.newline}${outer}}` }];
}

/** Ends a statement; a block needs no semicolon. */
function closed(statement: string, semicolon: string): string {
  return statement.startsWith('if (') ? statement : `${statement}${semicolon}`;
}

/** Moves the lines behind the first one level in, unless a template literal could feel it. */
function indentBy(text: string, unit: string): string {
  return text.includes('`') ? text : text.replace(/\n(?=[^\r\n])/g, `\n${unit}`);
}
