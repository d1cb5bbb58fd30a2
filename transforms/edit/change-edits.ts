import { ts } from 'ts-morph';
import type { Change } from '../decide/decision/change.ts';
import type { Edit } from '../finding.ts';
import { isAssignmentOperator } from '../language/scope.ts';
import {
  blankTooMany,
  commaBehind,
  endOfStatement,
  isBlank,
  joinsLineBefore,
  newlineOf,
  siblingsOf,
  unitOf,
} from './layout.ts';
import { applyEdits } from './apply.ts';
import { around, inserting, rangeOf, replacing } from './make-edits.ts';

/** The edits that carry out `changes`. `receiver` is the text of what the call is made on. */
export function editsOfChanges(changes: readonly Change[], receiver: string): Edit[] {
  return changes.flatMap((change) => editsOf(change, receiver));
}

function editsOf(change: Change, receiver: string): Edit | Edit[] {
  const { text } = change.node.getSourceFile();
  switch (change.kind) {
    case 'remove-element':
      return removal(change.node, (change.node.parent as ts.ObjectLiteralExpression).properties, text);
    case 'remove-argument':
      return removal(change.node, (change.node.parent as ts.CallExpression).arguments, text);
    case 'undefined-to':
      return replacing(change.node, change.other);
    case 'or-else':
      return orElse(change.node, change.other);
    case 'delete-to-null':
      return [
        { start: change.node.getStart(), end: change.node.expression.getStart(), text: '' },
        inserting(change.node.end, ' = null'),
      ];
    case 'let-any-key':
      return inserting(change.node.end, `: ${change.type}`);
    case 'present':
      return present(change.node);
    case 'empty-before':
      return inFront(change.node, `${change.field}: {}`, text);
    case 'spread-behind-empty':
      return spreadBehind(change.node, `${change.field}: {}`);
    case 'clear-keys':
      return clearKeys(change.node, `${receiver}.${change.field}`, change.by, text);
    case 'nulls':
      return nulls(change.node, change.keys);
    case 'remove-statement':
      return wholeLines(change.node);
    case 'remove-binding':
      return removal(change.node, change.node.parent.elements, text);
    case 'repeat':
      return repeated(change, text);
    case 'replace-by':
      return [
        { start: change.node.getStart(), end: change.by.getStart(), text: '' },
        { start: change.by.end, end: change.node.end, text: '' },
      ];
  }
}

/** The elements as they are written elsewhere, one a line where they would make a long line. */
function repeated({ node, elements, changes }: Extract<Change, { kind: 'repeat' }>, text: string): Edit {
  const edits = editsOfChanges(changes, '');
  const written = elements.map((element) => {
    const { start, end } = rangeOf(element);
    const own = edits.filter((edit) => start <= edit.start && edit.end <= end);
    return applyEdits(
      text.slice(start, end),
      own.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
    );
  });
  const name = ts.isShorthandPropertyAssignment(node.parent) ? `${node.text}: ` : '';
  const inline = `${name}{ ${written.join(', ')} }`;
  const lineStart = text.lastIndexOf('\n', node.getStart()) + 1;
  if (node.getStart() - lineStart + inline.length <= LONGEST_LINE) return replacing(node, inline);
  const newline = newlineOf(text);
  const indent = newline + (/^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '');
  const lines = written.join(`,${indent}${unitOf(text)}`);
  return replacing(node, `${name}{${indent}${unitOf(text)}${lines}${hasCommaAtEnd(elements) ? ',' : ''}${indent}}`);
}

function hasCommaAtEnd([element]: readonly ts.ObjectLiteralElementLike[]): boolean {
  return element !== undefined && (element.parent as ts.ObjectLiteralExpression).properties.hasTrailingComma;
}

const LONGEST_LINE = 100;

function nulls(node: ts.Expression | ts.SpreadAssignment, keys: readonly string[]): Edit {
  const properties = keys.map((key) => `${key}: null`).join(', ');
  const { parent } = node;
  const name = ts.isShorthandPropertyAssignment(parent) ? `${parent.name.text}: ` : '';
  return replacing(node, ts.isSpreadAssignment(node) ? properties : `${name}{ ${properties} }`);
}

/**
 * Removes a statement, with the line it stands on if nothing else is there, else with the blanks behind it. Where the
 * lines around it would become one, its semicolon stays.
 */
export function wholeLines(statement: ts.Statement): Edit {
  const { text } = statement.getSourceFile();
  const start = statement.getStart();
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const end = endOfStatement(statement);
  const behind = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
  const siblings = siblingsOf(statement);
  const next = end === statement.end ? siblings[siblings.indexOf(statement) + 1] : undefined;
  if (next !== undefined && joinsLineBefore(statement, text.slice(next.getStart()))) return { start, end, text: ';' };
  const isAlone = isBlank(text.slice(lineStart, start)) && behind !== null;
  if (isAlone) return { start: lineStart, end: end + behind[0].length, text: '' };
  return { start, end: end + (/^[ \t]*(?=\S)/.exec(text.slice(end))?.[0].length ?? 0), text: '' };
}

/** Operators that bind looser than `??`, or may not stand beside it without parentheses. */
function needsParentheses(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return (
      kind !== ts.SyntaxKind.QuestionQuestionToken &&
      (isAssignmentOperator(kind) ||
        kind === ts.SyntaxKind.BarBarToken ||
        kind === ts.SyntaxKind.AmpersandAmpersandToken)
    );
  }
  return ts.isConditionalExpression(node) || ts.isArrowFunction(node) || ts.isYieldExpression(node);
}

function orElse(node: ts.Expression, other: string): Edit[] {
  if (ts.isShorthandPropertyAssignment(node.parent)) return [inserting(node.end, `: ${node.getText()} ?? ${other}`)];
  return needsParentheses(node) ? around(node, '(', `) ?? ${other}`) : [inserting(node.end, ` ?? ${other}`)];
}

function present(node: ts.Expression): Edit[] {
  return ts.isParenthesizedExpression(node) ? [inserting(node.end, '!')] : around(node, '(', ')!');
}

function spreadBehind(node: ts.Expression, first: string): Edit[] {
  const [open, close] =
    ts.isBinaryExpression(node) || ts.isConditionalExpression(node) || ts.isAsExpression(node) ? ['(', ')'] : ['', ''];
  return around(node, `{ ${first}, ...${open}`, `${close} }`);
}

function clearKeys(literal: ts.ObjectLiteralExpression, stored: string, by: string, text: string): Edit {
  const nulls = `${by}.fromEntries(${by}.keys(${stored}).map((key) => [key, null]))`;
  const [first] = literal.properties;
  if (first === undefined) return replacing(literal, nulls);
  return inFront(first, `...${nulls}`, text);
}

/** An element in front of another one, laid out as that is. */
function inFront(element: ts.ObjectLiteralElementLike, added: string, text: string): Edit {
  const start = element.getStart();
  const lead = text.slice(element.pos, start);
  const separator = lead.includes('\n') ? (/\r?\n[ \t]*$/.exec(lead)?.[0] ?? ' ') : ' ';
  return inserting(start, `${added},${separator}`);
}

/** Removes a list's element with its comma and the white space that is left over, and no comment. */
function removal(node: ts.Node, list: ts.NodeArray<ts.Node>, text: string): Edit[] {
  const index = list.indexOf(node);
  const isLast = index === list.length - 1;
  const start = node.getStart();
  if (isLast && index > 0 && !list.hasTrailingComma) {
    const before = list[index - 1]?.end ?? node.pos;
    // The comma in front goes, unless a comment stands between.
    if (isBlank(text.slice(before, start).replace(',', ''))) return [{ start: before, end: node.end, text: '' }];
  }
  const hasComma = !isLast || list.hasTrailingComma;
  if (!hasComma) return [spaceAround(text, start, node.end)];
  const comma = commaBehind(text, node.end);
  return isBlank(text.slice(node.end, comma))
    ? [spaceAround(text, start, comma + 1)]
    : [spaceAround(text, start, node.end), { start: comma, end: comma + 1, text: '' }];
}

/** Widens a removal to the whole line where nothing else is on it, else to the blanks behind it. */
function spaceAround(text: string, start: number, end: number): Edit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const behind = /^[ \t]*(\r?\n)?/.exec(text.slice(end));
  const startsLine = isBlank(text.slice(lineStart, start));
  if (startsLine && behind?.[1] !== undefined) {
    const next = end + behind[0].length;
    return { start: lineStart, end: next + blankTooMany(text, lineStart, next), text: '' };
  }
  if (!startsLine && behind?.[1] !== undefined) {
    const blanks = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
    return { start: start - blanks, end, text: '' };
  }
  // Inside a line: `{ a, b }` keeps the blank before `a`; `{ a }` becomes `{}`.
  const closes = /^[ \t]*[})]/.exec(text.slice(end));
  const opens = /[{(][ \t]*$/.exec(text.slice(0, start));
  if (closes !== null && opens !== null)
    return { start: start - opens[0].length + 1, end: end + closes[0].length - 1, text: '' };
  return { start, end: end + (closes === null ? (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) : 0), text: '' };
}
