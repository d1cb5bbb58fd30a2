import type { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { continuesLine, endOfLineComments, endOfStatement, indentOfLine, joinsLineBefore, layoutAt, reindent, semicolonAround, siblingsOf, type Layout } from './layout.ts';
import { statementOf } from '../syntax.ts';
import { sliceWith } from './literal.ts';

/** Makes a block of an arrow function's body, with statements before its result. */
export function inArrowBody(arrow: ts.ArrowFunction, before: readonly string[], inside: Edit, source: ts.SourceFile): Edit[] {
  const { text } = source;
  const { body, equalsGreaterThanToken } = arrow;
  const { newline, unit, indent } = layoutAt(arrow, source);
  const result = reindent(sliceWith(text, body.getStart(source), body.end, [inside]), indentOfLine(text, body.getStart(source)), indent + unit);
  const lead = text.slice(equalsGreaterThanToken.end, body.getStart(source));
  const semicolon = semicolonAround(arrow);
  const statements = [...before, `return ${result}`].map((line) => `${newline}${indent}${unit}${line}${semicolon}`).join('');
  return [{ start: lead.trim() === '' ? equalsGreaterThanToken.end : body.getStart(source), end: body.end, text: `${lead.trim() === '' ? ' ' : ''}{${statements}${newline}${indent}}` }];
}

/** Puts statements before and behind one, in braces where there is room for one only. */
export function withStatements(statement: ts.Statement, before: readonly string[], inside: readonly Edit[], behind: readonly string[], source: ts.SourceFile): Edit[] {
  if (before.length === 0 && behind.length === 0) return [...inside];
  const layout = layoutAt(statement, source);
  return siblingsOf(statement).length > 0 ? inBlock(statement, before, inside, behind, layout, source) : inBraces(statement, before, inside, behind, layout, source);
}

function inBlock(statement: ts.Statement, before: readonly string[], inside: readonly Edit[], behind: readonly string[], layout: Layout, source: ts.SourceFile): Edit[] {
  const { text } = source;
  const onOneLine = !layout.startsLine;
  const semicolon = onOneLine ? ';' : layout.semicolon;
  const gap = onOneLine ? ' ' : `${layout.newline}${layout.indent}`;
  const start = statement.getStart(source);
  const edits = [...inside];
  if (before.length > 0) {
    const last = semicolon === '' && continuesLine(text.slice(start)) ? ';' : '';
    edits.push({ start, end: start, text: before.map((line, index) => `${line}${semicolon}${gap}${index === before.length - 1 ? last : ''}`).join('') });
  }
  if (behind.length > 0) {
    const missing = onOneLine && layout.semicolon === '' ? ';' : '';
    const end = onOneLine ? endOfStatement(statement) : endOfLineComments(text, endOfStatement(statement));
    edits.push({ start: end, end, text: missing + behind.map((line) => `${gap}${closed(line, layout.semicolon)}`).join('') });
  }
  return edits;
}

/** A semicolon for an expression that now starts with a parenthesis, where it starts a statement and the one before has none. */
export function guardStart(expression: string, node: ts.Node, source: ts.SourceFile): string {
  const statement = statementOf(node);
  const startsStatement = statement?.getStart(source) === node.getStart(source);
  return startsStatement && joinsLineBefore(statement, expression) ? `;${expression}` : expression;
}

function inBraces(statement: ts.Statement, before: readonly string[], inside: readonly Edit[], behind: readonly string[], layout: Layout, source: ts.SourceFile): Edit[] {
  const { text } = source;
  const outer = layoutAt(statement.parent, source).indent;
  const indent = layout.startsLine ? layout.indent : outer + layout.unit;
  const start = statement.getStart(source);
  const end = endOfStatement(statement);
  const body = sliceWith(text, start, end, inside);
  const lines = [
    ...before.map((line) => `${line}${layout.semicolon}`),
    layout.startsLine ? body : reindent(body, outer, indent),
    ...behind.map((line) => closed(layout.startsLine ? line : reindent(line, outer, indent), layout.semicolon)),
  ];
  const block = `${lines.join(`${layout.newline}${indent}`)}${layout.newline}${outer}}`;
  // Comments in front of the statement stay where they are, behind the brace.
  if (text.slice(statement.pos, start).trim() !== '' && layout.startsLine) return [{ start: statement.pos, end: statement.pos, text: ' {' }, { start, end, text: block }];
  return [{ start: statement.pos, end, text: `${text.slice(statement.pos, start).trimEnd()} {${layout.newline}${indent}${block}` }];
}

/** Ends a statement; a block needs no semicolon. */
function closed(statement: string, semicolon: string): string {
  return statement.startsWith('if (') ? statement : `${statement}${semicolon}`;
}
