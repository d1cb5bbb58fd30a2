import type { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import {
  closed,
  continuesLine,
  endOfLineComments,
  endOfStatement,
  indentOfLine,
  isBlank,
  joinsLineBefore,
  layoutAt,
  reindent,
  semicolonAround,
  siblingsOf,
  type Layout,
} from './layout.ts';
import { statementOf } from '../tree.ts';
import { bracesAround, clauseToBrace } from './case-braces.ts';
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

/** What is put around a statement, without semicolons, and the edits of what is inside of it. */
interface Additions {
  readonly before?: readonly string[];
  readonly inside: readonly Edit[];
  readonly behind?: readonly string[];
}

/**
 * Puts statements before and behind one, in braces where there is room for one only; `isIf`: the one becomes a
 * condition, which would take over an `else`.
 */
export function withStatements(
  statement: ts.Statement,
  { before = [], inside, behind = [] }: Additions,
  isIf = false,
): Edit[] {
  if (before.length === 0 && behind.length === 0 && !isIf) return [...inside];
  const write = siblingsOf(statement).length > 0 ? inBlock : inBraces;
  const clause = before.some(isDeclaring) ? clauseToBrace(statement) : undefined;
  return [
    ...write(statement, { before, inside, behind }, layoutAt(statement)),
    ...(clause === undefined ? [] : bracesAround(clause)),
  ];
}

function isDeclaring(statement: string): boolean {
  return /^(?:const|let)\b/.test(statement);
}

function inBlock(statement: ts.Statement, { before, inside, behind }: Required<Additions>, layout: Layout): Edit[] {
  const onOneLine = !layout.startsLine;
  const semicolon = onOneLine ? ';' : layout.semicolon;
  const gap = onOneLine ? ' ' : `${layout.newline}${layout.indent}`;
  const edits = [...inside];
  if (before.length > 0) {
    const last = semicolon === '' && continuesLine(textWith(statement, inside)) ? ';' : '';
    const lines = before.map((line) => `${closed(line, semicolon)}${gap}`).join('');
    edits.push(inserting(statement.getStart(), lines + last));
  }
  if (behind.length > 0) {
    const missing = onOneLine && layout.semicolon === '' ? ';' : '';
    const end = endOfStatement(statement);
    const { text } = statement.getSourceFile();
    const lines = behind.map((line) => `${gap}${closed(line, layout.semicolon)}`).join('');
    edits.push(inserting(onOneLine ? end : endOfLineComments(text, end), missing + lines));
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

function inBraces(statement: ts.Statement, { before, inside, behind }: Required<Additions>, layout: Layout): Edit[] {
  const { newline, semicolon, startsLine } = layout;
  const outer = layoutAt(statement.parent).indent;
  const indent = startsLine ? layout.indent : outer + layout.unit;
  const moved = (line: string): string => (startsLine ? line : reindent(line, outer, indent));
  const end = endOfStatement(statement);
  const lines = [
    ...before.map((line) => closed(moved(line), semicolon)),
    moved(textWith(statement, inside, end)),
    ...behind.map((line) => closed(moved(line), semicolon)),
  ];
  const block = `${lines.join(`${newline}${indent}`)}${newline}${outer}}`;
  const start = statement.getStart();
  const lead = statement.getSourceFile().text.slice(statement.pos, start);
  // Comments in front of the statement stay where they are, behind the brace.
  if (!isBlank(lead) && startsLine) return [inserting(statement.pos, ' {'), { start, end, text: block }];
  return [{ start: statement.pos, end, text: `${lead.trimEnd()} {${newline}${indent}${block}` }];
}
