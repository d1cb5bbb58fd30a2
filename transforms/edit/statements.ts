import { ts } from 'ts-morph';
import type { SplitShape } from '../decide/decision/plan.ts';
import type { NamedSplit } from './naming.ts';
import type { Edit } from '../finding.ts';
import { wrapped } from '../syntax.ts';
import type { Guard } from './split-params.ts';
import { closed, endOfStatement, layoutAt, reindent, type Layout } from './layout.ts';
import { sliceWith } from './literal.ts';
import { chainOf } from './chain.ts';
import { withStatements } from './statement-insertion.ts';
import type { SplitTexts } from './split-texts.ts';

/** Statements in braces, each written at the indentation of `layout`. */
export function block(
  head: string,
  statements: readonly string[],
  { newline, indent, unit, semicolon }: Layout,
): string {
  const lines = statements.map(
    (statement) => `${newline}${indent}${unit}${closed(reindent(statement, indent, indent + unit), semicolon)}`,
  );
  return `${head} {${lines.join('')}${newline}${indent}}`;
}

/** A statement under a condition, if there is one. */
export function guarded(text: string, guard: Guard | undefined, layout: Layout): string {
  return guard === undefined ? text : block(`if (${guard.condition})`, [text], layout);
}

/**
 * The general call, and the metadata call if there is metadata, before a statement that keeps the result of the last
 * one.
 */
export function writeChosen(
  { statement, result }: Extract<SplitShape, { kind: 'chosen' }>,
  call: ts.CallExpression,
  texts: SplitTexts,
  source: ts.SourceFile,
): Edit[] {
  const layout = layoutAt(statement, source);
  const { bindings, metadata, guard } = texts;
  const name = guard?.result ?? '';
  const last: Edit = { ...rangeOf(inParentheses(awaitedOf(call)), source), text: name };
  switch (result) {
    case 'returned': {
      const chosen = guarded(
        statementWith(statement, [{ ...rangeOf(call, source), text: metadata }], source),
        guard,
        layout,
      );
      return withStatements(
        statement,
        [...bindings, `const ${name} = ${waitFor(call, texts.general ?? '', source)}`, chosen],
        [last],
        [],
        source,
      );
    }
    case 'declared': {
      const declaration = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
      if (declaration?.initializer === undefined || !ts.isIdentifier(declaration.name)) return [];
      const { start } = rangeOf(declaration.parent, source);
      const keyword: Edit[] =
        (declaration.parent.flags & ts.NodeFlags.Const) === 0
          ? []
          : [{ start, end: start + 'const'.length, text: 'let' }];
      const again = sliceWith(source.text, declaration.initializer.getStart(source), declaration.initializer.end, [
        { ...rangeOf(call, source), text: metadata },
      ]);
      const inside = [...keyword, { ...rangeOf(call, source), text: texts.general ?? '' }];
      return withStatements(
        statement,
        bindings,
        inside,
        [guarded(`${declaration.name.text} = ${again}`, guard, layout)],
        source,
      );
    }
    case 'kept': {
      const chosen = guarded(`${name} = ${waitFor(call, metadata, source)}`, guard, layout);
      return withStatements(
        statement,
        [...bindings, `let ${name} = ${waitFor(call, texts.general ?? '', source)}`, chosen],
        [last],
        [],
        source,
      );
    }
  }
}

/** Both calls as the statements of an async arrow function that returned the one. */
export function stepsToReturn(
  { body }: ts.ArrowFunction,
  call: ts.CallExpression,
  { general, metadata, guard }: SplitTexts,
  layout: Layout,
  source: ts.SourceFile,
): string[] {
  const bodyWith = (edit: Edit): string => sliceWith(source.text, body.getStart(source), body.end, [edit]);
  const last = `return ${bodyWith({ ...rangeOf(call, source), text: metadata })}`;
  if (general === undefined) return [last];
  if (guard === undefined) return [`await ${general}`, last];
  const name = guard.result;
  return [
    `const ${name} = ${waitFor(call, general, source)}`,
    guarded(last, guard, layout),
    `return ${bodyWith({ ...rangeOf(inParentheses(awaitedOf(call)), source), text: name })}`,
  ];
}

/** Both calls, if what the optional chain asks for is there. */
export function writeIf(
  { bound, site }: NamedSplit,
  { statement, present, isAwaited }: Extract<SplitShape, { kind: 'if' }>,
  texts: SplitTexts,
  source: ts.SourceFile,
): Edit[] {
  const layout = layoutAt(statement, source);
  const isNamed = present.kind === 'receiver';
  const [first, ...others] = texts.bindings;
  const lines = isNamed ? others : texts.bindings;
  const callAs = (text: string): string => statementWith(statement, [{ ...rangeOf(site.call, source), text }], source);
  const calls = isAwaited
    ? [callAs(texts.general ?? ''), guarded(`await ${texts.metadata}`, texts.guard, layout)]
    : [callAs(chainOf(texts, layout))];
  const condition = isNamed ? (bound[0]?.name ?? '') : present.path.getText(source);
  const inside: Edit = {
    start: statement.getStart(source),
    end: endOfStatement(statement),
    text: block(`if (${condition})`, [...lines, ...calls], layout),
  };
  return withStatements(statement, isNamed && first !== undefined ? [first] : [], [inside], [], source, true);
}

function rangeOf(node: ts.Node, source: ts.SourceFile): { readonly start: number; readonly end: number } {
  return { start: node.getStart(source), end: node.end };
}

/** The `await` of a call, or else the call. */
function awaitedOf(call: ts.CallExpression): ts.Expression {
  const { parent } = wrapped(call);
  return ts.isAwaitExpression(parent) ? parent : call;
}

function inParentheses(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node.parent) ? inParentheses(node.parent) : node;
}

/** `await <text>`, with the casts that the call has. */
function waitFor(call: ts.CallExpression, text: string, source: ts.SourceFile): string {
  const whole = awaitedOf(call);
  const written = sliceWith(source.text, whole.getStart(source), whole.end, [{ ...rangeOf(call, source), text }]);
  return whole === call ? `await ${written}` : written;
}

/** A statement without its semicolon. */
function statementWith(statement: ts.Statement, edits: readonly Edit[], source: ts.SourceFile): string {
  return sliceWith(source.text, statement.getStart(source), endOfStatement(statement), edits).replace(/;$/, '');
}
