import { ts } from 'ts-morph';
import type { BoundPart, Plan, SplitPlan } from '../decide/plan.ts';
import type { Edit } from '../finding.ts';
import { editsOfChanges } from './changes.ts';
import { layoutAt, type Layout } from './layout.ts';
import { optionalCall } from './optional-call.ts';
import { guardStart, inArrowBody, withStatements } from './place.ts';
import { renameEdit } from './rename.ts';
import { splitTexts, type TwoCalls } from './split-texts.ts';

/** Writes a plan as edits of the original text, in source order. A split moves text, so it carries out the `nested` edits of the calls inside its own. */
export function writePlan(plan: Plan, nested: readonly Edit[], source: ts.SourceFile): Edit[] {
  const edits = plan.kind === 'rename' ? writeRename(plan, source) : writeSplit(plan, nested, source);
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

function writeRename({ site, method, changes }: Extract<Plan, { kind: 'rename' }>, source: ts.SourceFile): Edit[] {
  return [renameEdit(site.callee.nameNode, method), ...editsOfChanges(changes, source.text, site.callee.object.getText(source))];
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
        const whole = shape.present === undefined ? expression : underChain(expression, shape.present, source);
        return [callEdit(guardStart(whole, site.call, source)), ...askedAgain(shape.goesOn, source)];
      }
      case 'optional-call':
        return [callEdit(guardStart(optionalCall(plan, texts, shape.isTyped, (halves) => chainOf(halves, layoutAt(site.call, source))), site.call, source))];
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

/** An expression that is evaluated only if what the optional chain asks for is there. */
function underChain(expression: string, link: ts.Expression, source: ts.SourceFile): string {
  return `(${link.getText(source)} == null ? undefined : ${expression})`;
}

/** What goes on with the chain has to ask again: `…?.then()`, `…?.[key]`. */
function askedAgain(behind: ts.Expression | undefined, source: ts.SourceFile): Edit[] {
  const token = behind?.getChildren(source).find(({ kind }) => CONTINUATIONS.has(kind));
  if (token === undefined || token.kind === ts.SyntaxKind.QuestionDotToken) return [];
  const start = token.getStart(source);
  return [{ start, end: start, text: token.kind === ts.SyntaxKind.DotToken ? '?' : '?.' }];
}

/** What an access or a call starts with, behind what it is made on. */
const CONTINUATIONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionDotToken, ts.SyntaxKind.DotToken, ts.SyntaxKind.OpenBracketToken, ts.SyntaxKind.LessThanToken, ts.SyntaxKind.OpenParenToken,
]);

/** The two calls as one expression. */
function chainOf({ general, metadata, guard }: TwoCalls, { newline, indent, unit }: Layout): string {
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

/** `((userId) => …)(getId())`: the arguments are evaluated in order, at once, where the call stood. */
function callOnTheSpot(bound: readonly BoundPart[], values: readonly string[], body: string): string {
  return `((${bound.map(({ name }) => name).join(', ')}) => ${body})(${values.join(', ')})`;
}
