import { ts } from 'ts-morph';
import type { SplitShape } from '../decide/decision/plan.ts';
import type { NamedSplit } from './naming.ts';
import type { Edit } from '../finding.ts';
import { wrapped } from '../syntax.ts';
import type { Guard } from './split-params.ts';
import { closed, endOfStatement, layoutAt, reindent, type Layout } from './layout.ts';
import { textWith } from './literal.ts';
import { rangeOf, replacing } from './make-edits.ts';
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
): Edit[] {
  const layout = layoutAt(statement);
  const { bindings, metadata, guard } = texts;
  const name = guard?.result ?? '';
  const last: Edit = replacing(inParentheses(awaitedOf(call)), name);
  if (result !== 'declared') {
    const keyword = result === 'returned' ? 'const' : 'let';
    const again =
      result === 'returned'
        ? statementWith(statement, [replacing(call, metadata)])
        : `${name} = ${waitFor(call, metadata)}`;
    const first = `${keyword} ${name} = ${waitFor(call, texts.general ?? '')}`;
    return withStatements(statement, { before: [...bindings, first, guarded(again, guard, layout)], inside: [last] });
  }
  const declaration = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
  if (declaration?.initializer === undefined || !ts.isIdentifier(declaration.name)) return [];
  const { start } = rangeOf(declaration.parent);
  const isConst = (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
  const keyword: Edit[] = isConst ? [{ start, end: start + 'const'.length, text: 'let' }] : [];
  const again = `${declaration.name.text} = ${textWith(declaration.initializer, [replacing(call, metadata)])}`;
  return withStatements(statement, {
    before: bindings,
    inside: [...keyword, replacing(call, texts.general ?? '')],
    behind: [guarded(again, guard, layout)],
  });
}

/** Both calls as the statements of an async arrow function that returned the one. */
export function stepsToReturn(
  { body }: ts.ArrowFunction,
  call: ts.CallExpression,
  { general, metadata, guard }: SplitTexts,
  layout: Layout,
): string[] {
  const bodyWith = (edit: Edit): string => textWith(body, [edit]);
  const last = `return ${bodyWith(replacing(call, metadata))}`;
  if (general === undefined) return [last];
  if (guard === undefined) return [`await ${general}`, last];
  const name = guard.result;
  return [
    `const ${name} = ${waitFor(call, general)}`,
    guarded(last, guard, layout),
    `return ${bodyWith(replacing(inParentheses(awaitedOf(call)), name))}`,
  ];
}

/** Both calls, if what the optional chain asks for is there. */
export function writeIf(
  { bound, site }: NamedSplit,
  { statement, present, isAwaited }: Extract<SplitShape, { kind: 'if' }>,
  texts: SplitTexts,
): Edit[] {
  const layout = layoutAt(statement);
  const isNamed = present.kind === 'receiver';
  const [first, ...others] = texts.bindings;
  const lines = isNamed ? others : texts.bindings;
  const callAs = (text: string): string => statementWith(statement, [replacing(site.call, text)]);
  const calls = isAwaited
    ? [callAs(texts.general ?? ''), guarded(`await ${texts.metadata}`, texts.guard, layout)]
    : [callAs(chainOf(texts, layout))];
  const condition = isNamed ? (bound[0]?.name ?? '') : present.path.getText();
  const inside: Edit = {
    start: statement.getStart(),
    end: endOfStatement(statement),
    text: block(`if (${condition})`, [...lines, ...calls], layout),
  };
  return withStatements(statement, { before: isNamed && first !== undefined ? [first] : [], inside: [inside] }, true);
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
function waitFor(call: ts.CallExpression, text: string): string {
  const whole = awaitedOf(call);
  const written = textWith(whole, [replacing(call, text)]);
  return whole === call ? `await ${written}` : written;
}

/** A statement without its semicolon. */
function statementWith(statement: ts.Statement, edits: readonly Edit[]): string {
  return textWith(statement, edits, endOfStatement(statement)).replace(/;$/, '');
}
