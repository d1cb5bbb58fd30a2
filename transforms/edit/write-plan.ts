import { ts } from 'ts-morph';
import type { Plan, SplitShape } from '../decide/decision/plan.ts';
import type { NamedPlan, NamedSplit } from './naming.ts';
import type { Edit } from '../finding.ts';
import { chainOf } from './chain.ts';
import { editsOfChanges } from './change-edits.ts';
import { layoutAt } from './layout.ts';
import { optionalCall } from './optional-call.ts';
import { guardStart, inArrowBody, withStatements } from './statement-insertion.ts';
import { renameEdit } from './rename.ts';
import { splitTexts, type SplitTexts } from './split-texts.ts';
import { sliceWith } from './literal.ts';
import { stepsToReturn, guarded, writeChosen, writeIf } from './statements.ts';

/**
 * Writes a plan as edits of the original text, in source order. A split moves text, so it carries out the `nested`
 * edits of the calls inside its own.
 */
export function writePlan(plan: NamedPlan, nested: readonly Edit[], source: ts.SourceFile): Edit[] {
  const edits = plan.kind === 'rename' ? writeRename(plan, source) : writeSplit(plan, nested, source);
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

function writeRename({ site, method, changes }: Extract<Plan, { kind: 'rename' }>, source: ts.SourceFile): Edit[] {
  return [
    renameEdit(site.callee.nameNode, method),
    ...editsOfChanges(changes, source.text, site.callee.object.getText(source)),
  ];
}

function writeSplit(plan: NamedSplit, nested: readonly Edit[], source: ts.SourceFile): Edit[] {
  const texts = splitTexts(plan, nested, source);
  const { shape, site } = plan;
  const start = site.call.getStart(source);
  const callEdit = (text: string): Edit => ({ start, end: site.call.end, text });
  return [...texts.elsewhere, ...writeShape()];

  function writeShape(): Edit[] {
    switch (shape.kind) {
      case 'call-chain':
        return [...writeCallChain(plan, shape, texts, source), ...askedAgain(shape.goesOn, source)];
      case 'optional-call':
        return [
          callEdit(
            guardStart(
              optionalCall(plan, texts, shape.isTyped, (halves) => chainOf(halves, layoutAt(site.call, source))),
              site.call,
              source,
            ),
          ),
        ];
      case 'arrow-body':
        if (shape.hasSteps)
          return inArrowBody(
            shape.arrow,
            (layout) => [...texts.bindings, ...stepsToReturn(shape.arrow, site.call, texts, layout, source)],
            source,
          );
        return inArrowBody(
          shape.arrow,
          (layout) => [...texts.bindings, `return ${bodyWith(shape.arrow, callEdit(chainOf(texts, layout)), source)}`],
          source,
        );
      case 'chain':
        return withStatements(
          shape.statement,
          texts.bindings,
          [callEdit(chainOf(texts, layoutAt(shape.statement, source)))],
          [],
          source,
        );
      case 'before': {
        const before = texts.general === undefined ? texts.bindings : [...texts.bindings, `await ${texts.general}`];
        return withStatements(shape.statement, before, [callEdit(texts.metadata)], [], source);
      }
      case 'after': {
        const layout = layoutAt(shape.statement, source);
        if (texts.general === undefined)
          return withStatements(shape.statement, texts.bindings, [callEdit(texts.metadata)], [], source);
        return withStatements(
          shape.statement,
          texts.bindings,
          [callEdit(texts.general)],
          [guarded(`await ${texts.metadata}`, texts.guard, layout)],
          source,
        );
      }
      case 'chosen':
        return writeChosen(shape, site.call, texts, source);
      case 'if':
        return writeIf(plan, shape, texts, source);
    }
  }
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
  ts.SyntaxKind.QuestionDotToken,
  ts.SyntaxKind.DotToken,
  ts.SyntaxKind.OpenBracketToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.OpenParenToken,
]);

function bodyWith({ body }: ts.ArrowFunction, edit: Edit, source: ts.SourceFile): string {
  return sliceWith(source.text, body.getStart(source), body.end, [edit]);
}

/** The same in an expression, what is bound given to a function that is called on the spot. */
function writeCallChain(
  { site, bound }: NamedSplit,
  { present, at, isNested }: Extract<SplitShape, { kind: 'call-chain' }>,
  texts: SplitTexts,
  source: ts.SourceFile,
): Edit[] {
  const chain = chainOf(texts, layoutAt(site.call, source));
  const callEdit = (text: string): Edit => ({
    start: site.call.getStart(source),
    end: site.call.end,
    text: guardStart(text, site.call, source),
  });
  const onTheSpot = (from: number, to: number, body: string): string =>
    from === to ? body : callOnTheSpot(texts.names.slice(from, to), texts.values.slice(from, to), body);
  const nested = isNested ? 1 : 0;
  const inner = onTheSpot(nested, bound.length, chain);
  if (present?.kind !== 'receiver') {
    const whole = onTheSpot(0, nested, inner);
    return [
      callEdit(present === undefined ? whole : `(${present.path.getText(source)} == null ? undefined : ${whole})`),
    ];
  }
  const conditional = `${bound[0]?.name ?? ''} == null ? undefined : ${inner}`;
  if (at === undefined) return [callEdit(onTheSpot(0, 1, conditional))];
  const before = texts.bindings.slice(0, 1);
  if (!ts.isArrowFunction(at)) return withStatements(at, before, [callEdit(`(${conditional})`)], [], source);
  return inArrowBody(at, () => [...before, `return ${bodyWith(at, callEdit(`(${conditional})`), source)}`], source);
}

/** `((userId) => …)(getId())`: the arguments are evaluated in order, at once, where the call stood. */
function callOnTheSpot(names: readonly string[], values: readonly string[], body: string): string {
  return `((${names.join(', ')}) => ${body})(${values.join(', ')})`;
}
