import { ts } from 'ts-morph';
import type { Plan } from '../decide/decision/plan.ts';
import type { NamedPlan, NamedSplit } from './naming.ts';
import type { Edit } from '../finding.ts';
import { callChain, chainOf, optionalCall } from './chain.ts';
import { editsOfChanges } from './change-edits.ts';
import { layoutAt, type Layout } from './layout.ts';
import { inOrder, inserting, replacing } from './make-edits.ts';
import { guardStart, inArrowBody, withStatements } from './statement-insertion.ts';
import { renameEdit } from './rename.ts';
import { splitTexts } from './split-texts.ts';
import { textWith } from './literal.ts';
import { stepsToReturn, guarded, writeChosen, writeIf } from './statements.ts';

/**
 * Writes a plan as edits of the original text, in source order. A split moves text, so it carries out the `nested`
 * edits of the calls inside its own.
 */
export function writePlan(plan: NamedPlan, nested: readonly Edit[]): Edit[] {
  const edits = plan.kind === 'rename' ? writeRename(plan) : writeSplit(plan, nested);
  return inOrder(edits);
}

function writeRename({ site, method, changes }: Extract<Plan, { kind: 'rename' }>): Edit[] {
  return [renameEdit(site.callee.nameNode, method), ...editsOfChanges(changes, site.callee.object.getText())];
}

function writeSplit(plan: NamedSplit, nested: readonly Edit[]): Edit[] {
  const texts = splitTexts(plan, nested);
  const { general, metadata, guard, bindings } = texts;
  const { shape, site } = plan;
  const callEdit = (text: string): Edit => replacing(site.call, text);
  const expressionEdit = (text: string): Edit => callEdit(guardStart(text, site.call));
  const asked = 'present' in shape && shape.present?.kind === 'path' ? shape.present.path.getText() : undefined;
  const first = asked === undefined ? bindings : [`if (!${asked}) return undefined`, ...bindings];
  return [...texts.elsewhere, ...writeShape()];

  function writeShape(): Edit[] {
    switch (shape.kind) {
      case 'call-chain':
        return [expressionEdit(callChain(shape, texts, layoutAt(site.call))), ...askedAgain(shape.goesOn)];
      case 'optional-call':
        return [expressionEdit(optionalCall(plan, texts, shape.isTyped, layoutAt(site.call)))];
      case 'arrow-body': {
        const steps = (layout: Layout): string[] =>
          shape.hasSteps
            ? stepsToReturn(shape.arrow, site.call, texts, layout)
            : [`return ${bodyWith(shape.arrow, callEdit(chainOf(texts, layout)))}`];
        return inArrowBody(shape.arrow, (layout) => [...first, ...steps(layout)]);
      }
      case 'chain': {
        const chain = chainOf(texts, layoutAt(shape.statement));
        return withStatements(shape.statement, { before: first, inside: [callEdit(chain)] });
      }
      case 'before': {
        const before = general === undefined ? first : [...first, `await ${general}`];
        return withStatements(shape.statement, { before, inside: [callEdit(metadata)] });
      }
      case 'after': {
        const behind = general === undefined ? [] : [guarded(`await ${metadata}`, guard, layoutAt(shape.statement))];
        return withStatements(shape.statement, { before: bindings, inside: [callEdit(general ?? metadata)], behind });
      }
      case 'chosen':
        return writeChosen(shape, site.call, { ...texts, bindings: first });
      case 'if':
        return writeIf(plan, shape, texts);
    }
  }
}

/** What goes on with the chain has to ask again: `…?.then()`, `…?.[key]`. */
function askedAgain(behind: ts.Expression | undefined): Edit[] {
  const token = behind?.getChildren().find(({ kind }) => CONTINUATIONS.has(kind));
  if (token === undefined || token.kind === ts.SyntaxKind.QuestionDotToken) return [];
  return [inserting(token.getStart(), token.kind === ts.SyntaxKind.DotToken ? '?' : '?.')];
}

/** What an access or a call starts with, behind what it is made on. */
const CONTINUATIONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionDotToken,
  ts.SyntaxKind.DotToken,
  ts.SyntaxKind.OpenBracketToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.OpenParenToken,
]);

function bodyWith({ body }: ts.ArrowFunction, edit: Edit): string {
  return textWith(body, [edit]);
}
