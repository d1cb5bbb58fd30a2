import { ts } from 'ts-morph';
import { METADATA_FIELDS } from './api-change.ts';
import { isWrapper, nameText, isVariable } from './syntax.ts';

/** What a sentence has room for. */
const LONGEST = 26;

/** What would end the code in a message, or the line that the message is in: a comment may be that line. */
const UNFIT = /[`\n\r\u2028\u2029]/;

/**
 * What a message calls a piece of code: its text in a line, shortened where that is long, without backticks around it.
 *
 * @returns undefined where no short text says what it is
 */
export function nameOf(node: ts.Node): string | undefined {
  const key = keyOf(node);
  const prefix = key === undefined ? '' : `${key}: `;
  const name = shorten(node, LONGEST - prefix.length);
  const text = name === undefined ? undefined : prefix + name;
  return text === undefined || UNFIT.test(text) ? undefined : text;
}

/** The key that a literal stands at: `null` and `{}` alone say nothing. */
function keyOf(node: ts.Node): string | undefined {
  const value = stripped(node);
  if (!isLiteral(value)) return undefined;
  let outer = node;
  while (isWrapper(outer.parent)) outer = outer.parent;
  const property = outer.parent;
  if (!ts.isPropertyAssignment(property) || property.initializer !== outer) return undefined;
  const key = nameText(property.name);
  return METADATA_FIELDS.some((field) => field === key) ? undefined : key;
}

function isLiteral(node: ts.Node): boolean {
  return ts.isObjectLiteralExpression(node) || ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.NullKeyword;
}

/** The text of a node in at most `room` characters. */
function shorten(node: ts.Node, room: number): string | undefined {
  const whole = onOneLine(node);
  if (whole !== undefined && whole.length <= room) return whole;
  const short = outline(node, room);
  return short !== undefined && short.length <= room ? short : undefined;
}

/** The whole text; undefined where a comment is in it, or a backtick, which messages put around code. */
function onOneLine(node: ts.Node): string | undefined {
  if (isWrapper(node) || isNamed(node)) return undefined;
  const text = node.getText();
  return /\/[/*]|`/.test(text)
    ? undefined
    : text
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/,? ([}\])])/g, ' $1')
        .replaceAll(/ (\??\.)(?!\.)/g, '$1')
        .replaceAll(/([([]) /g, '$1')
        .replaceAll(/ ([)\]])/g, '$1');
}

/** What is left of a longer text: how it begins, and what it is. */
function outline(node: ts.Node, room: number): string | undefined {
  if (ts.isIdentifier(node)) return room < 8 ? undefined : `${node.text.slice(0, room - 1)}…`;
  if (isWrapper(node)) return shorten(node.expression, room);
  if (isNamed(node)) return shorten(node.name, room);
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return before('...', node.expression, '', room);
  if (ts.isAwaitExpression(node)) return before('await ', node.expression, '', room);
  if (ts.isPropertyAccessExpression(node)) {
    const end = `${node.questionDotToken === undefined ? '.' : '?.'}${node.name.text}`;
    return before('', node.expression, end, room) ?? `…${end}`;
  }
  if (ts.isElementAccessExpression(node)) return before('', node.expression, '[…]', room);
  if (ts.isCallExpression(node)) return before('', node.expression, node.arguments.length === 0 ? '()' : '(…)', room);
  if (ts.isNewExpression(node)) return before('new ', node.expression, '(…)', room);
  if (ts.isObjectLiteralExpression(node)) return outlineObject(node, room);
  if (ts.isArrayLiteralExpression(node)) return '[…]';
  if (ts.isStringLiteral(node)) return `'${node.getText().slice(1, room - 2)}…'`;
  if (ts.isBinaryExpression(node)) return before('', node.left, ` ${node.operatorToken.getText()} …`, room);
  if (ts.isConditionalExpression(node)) return before('', node.condition, ' ? …', room);
  if (ts.isFunctionExpression(node)) return 'function';
  return ts.isArrowFunction(node) ? '() => …' : undefined;
}

function before(start: string, node: ts.Node, end: string, room: number): string | undefined {
  const text = shorten(node, room - start.length - end.length);
  return text === undefined ? undefined : start + text + end;
}

/** `{ plan, seats, … }`, `{ plan: … }` */
function outlineObject(node: ts.ObjectLiteralExpression, room: number): string {
  const [only, ...others] = node.properties;
  const key = only !== undefined && others.length === 0 ? nameText(only.name) : undefined;
  if (key !== undefined && `{ ${key}: … }`.length <= room) return `{ ${key}: … }`;
  const names: string[] = [];
  for (const property of node.properties) {
    const name = ts.isSpreadAssignment(property) ? shorten(property, room) : nameText(property.name);
    if (name === undefined || `{ ${[...names, name, '…'].join(', ')} }`.length > room) break;
    names.push(name);
  }
  return `{ ${[...names, '…'].join(', ')} }`;
}

function stripped(node: ts.Node): ts.Node {
  return isWrapper(node) ? stripped(node.expression) : node;
}

/** Something that is called by its name, whatever belongs to it. */
function isNamed(node: ts.Node): node is ts.Node & { readonly name: ts.Node } {
  return (
    (ts.isClassLike(node) && node.name !== undefined) ||
    isVariable(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}
