import type { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import {
  closed,
  continuesLine,
  endOfLineComments,
  endOfStatement,
  indentOfLine,
  joinsLineBefore,
  layoutAt,
  reindent,
  semicolonAround,
  siblingsOf,
  type Layout,
} from './layout.ts';
import { statementOf } from '../syntax.ts';
import { textWith } from './literal.ts';
import { inserting } from './make-edits.ts';

/**
 * Makes a block of an arrow function's body.
 *
 * @param statements its statements without their semicolons, by the layout that they have
 */
export function inArrowBody(arrow: ts.ArrowFunction, statements: (layout: Layout) => readonly string[]): Edit[] {
  const { text } = arrow.getSourceFile();
  const { body, equalsGreaterThanToken } = arrow;
  const { newline, unit, indent, startsLine } = layoutAt(arrow);
  const inside = indent + unit;
  const semicolon = semicolonAround(arrow);
  const from = indentOfLine(text, body.getStart());
  const lines = statements({ newline, unit, indent: from, startsLine, semicolon })
    .map((line) => `${newline}${inside}${closed(reindent(line, from, inside), semicolon)}`)
    .join('');
  const lead = text.slice(equalsGreaterThanToken.end, body.getStart());
  return [
    {
      start: lead.trim() === '' ? equalsGreaterThanToken.end : body.getStart(),
      end: body.end,
      text: `${lead.trim() === '' ? ' ' : ''}{${lines}${newline}${indent}}`,
    },
  ];
}

/**
 * Puts statements before and behind one, in braces where there is room for one only; `isIf`: the one becomes a
 * condition, which would take over an `else`.
 */
export function withStatements(
  statement: ts.Statement,
  before: readonly string[],
  inside: readonly Edit[],
  behind: readonly string[],
  isIf = false,
): Edit[] {
  if (before.length === 0 && behind.length === 0 && !isIf) return [...inside];
  const layout = layoutAt(statement);
  return siblingsOf(statement).length > 0
    ? inBlock(statement, before, inside, behind, layout)
    : inBraces(statement, before, inside, behind, layout);
}

function inBlock(
  statement: ts.Statement,
  before: readonly string[],
  inside: readonly Edit[],
  behind: readonly string[],
  layout: Layout,
): Edit[] {
  const { text } = statement.getSourceFile();
  const onOneLine = !layout.startsLine;
  const semicolon = onOneLine ? ';' : layout.semicolon;
  const gap = onOneLine ? ' ' : `${layout.newline}${layout.indent}`;
  const start = statement.getStart();
  const edits = [...inside];
  if (before.length > 0) {
    const last = semicolon === '' && continuesLine(textWith(statement, inside)) ? ';' : '';
    edits.push(
      inserting(
        start,
        before
          .map((line, index) => `${closed(line, semicolon)}${gap}${index === before.length - 1 ? last : ''}`)
          .join(''),
      ),
    );
  }
  if (behind.length > 0) {
    const missing = onOneLine && layout.semicolon === '' ? ';' : '';
    const end = onOneLine ? endOfStatement(statement) : endOfLineComments(text, endOfStatement(statement));
    edits.push(inserting(end, missing + behind.map((line) => `${gap}${closed(line, layout.semicolon)}`).join('')));
  }
  return edits;
}

/**
 * A semicolon for an expression that now starts with a parenthesis, where it starts a statement and the one before has
 * none.
 */
export function guardStart(expression: string, node: ts.Node): string {
  const statement = statementOf(node);
  const startsStatement = statement?.getStart() === node.getStart();
  return startsStatement && joinsLineBefore(statement, expression) ? `;${expression}` : expression;
}

function inBraces(
  statement: ts.Statement,
  before: readonly string[],
  inside: readonly Edit[],
  behind: readonly string[],
  layout: Layout,
): Edit[] {
  const { text } = statement.getSourceFile();
  const outer = layoutAt(statement.parent).indent;
  const indent = layout.startsLine ? layout.indent : outer + layout.unit;
  const start = statement.getStart();
  const end = endOfStatement(statement);
  const body = textWith(statement, inside, end);
  const lines = [
    ...before.map((line) => closed(layout.startsLine ? line : reindent(line, outer, indent), layout.semicolon)),
    layout.startsLine ? body : reindent(body, outer, indent),
    ...behind.map((line) => closed(layout.startsLine ? line : reindent(line, outer, indent), layout.semicolon)),
  ];
  const block = `${lines.join(`${layout.newline}${indent}`)}${layout.newline}${outer}}`;
  // Comments in front of the statement stay where they are, behind the brace.
  if (text.slice(statement.pos, start).trim() !== '' && layout.startsLine)
    return [inserting(statement.pos, ' {'), { start, end, text: block }];
  return [
    {
      start: statement.pos,
      end,
      text: `${text.slice(statement.pos, start).trimEnd()} {${layout.newline}${indent}${block}`,
    },
  ];
}
