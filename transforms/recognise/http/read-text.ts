import { ts } from 'ts-morph';
import { accessOf, parametersOf, unwrap } from '../../syntax.ts';
import { definitionOf } from '../source/definitions.ts';
import { isGlobal } from '../source/globals.ts';
import type { ModuleGraph } from '../source/modules.ts';
import type { Unit } from '../source/unit.ts';
import { firstOf, folderOf, originOf, type Piece, type Text } from './url-pieces.ts';

/** What an expression is read with. */
interface Reading {
  readonly unit: Unit;
  readonly graph: ModuleGraph;
  /** Whether what is found may be changed. */
  readonly isOwn: boolean;
  /** What the parameters of the functions are given whose result is being read. */
  readonly given: ReadonlyMap<ts.Declaration, { readonly node: ts.Expression; readonly reading: Reading }>;
  readonly depth: number;
}

const MAX_DEPTH = 20;

/** Reads `expression` as a text: literals, templates, sums, `new URL()`, through names, imports and functions that only put texts together. */
export function readText(expression: ts.Expression, unit: Unit, graph: ModuleGraph, isOwn = true): Text {
  return read(expression, { unit, graph, isOwn, given: new Map(), depth: 0 });
}

function read(expression: ts.Expression, outer: Reading): Text {
  const node = unwrap(expression);
  const reading = { ...outer, depth: outer.depth + 1 };
  const hole: Text = { pieces: [{ kind: 'hole', node, unit: reading.unit }], isSure: true };
  if (reading.depth > MAX_DEPTH) return hole;
  if (ts.isStringLiteralLike(node)) return text([literalPiece(node, node.text, 1, reading)]);
  if (ts.isTemplateExpression(node)) return readTemplate(node, reading);
  if (ts.isTaggedTemplateExpression(node)) return readTagged(node, reading);
  if (ts.isBinaryExpression(node)) return readOperator(node, reading) ?? hole;
  if (ts.isConditionalExpression(node)) return readChoice([node.whenTrue, node.whenFalse], node, reading) ?? hole;
  if (ts.isNewExpression(node)) return readUrl(node, reading) ?? hole;
  if (ts.isCallExpression(node)) return readCall(node, reading) ?? hole;
  return readName(node, reading) ?? hole;
}

function text(pieces: readonly Piece[]): Text {
  return { pieces, isSure: true };
}

function all(texts: readonly Text[]): Text {
  return { pieces: texts.flatMap(({ pieces }) => pieces), isSure: texts.every(({ isSure }) => isSure) };
}

/** `quote`: how many characters stand before the text. A text with escapes can't be counted through. */
function literalPiece(node: ts.Node, cooked: string, quote: number, { unit, isOwn }: Reading): Piece {
  const start = node.getStart(unit.source) + quote;
  const isPlain = unit.text.slice(start, start + cooked.length) === cooked;
  return { kind: 'text', text: cooked, spot: isOwn && isPlain ? { kind: 'inside', start } : undefined };
}

/** A way to write behind an expression that is the whole text. */
function behind(node: ts.Expression, { isOwn }: Reading): Piece {
  return { kind: 'text', text: '', spot: isOwn ? { kind: 'behind', node } : undefined };
}

function readTemplate(node: ts.TemplateExpression, reading: Reading): Text {
  return all([
    text([literalPiece(node.head, node.head.text, 1, reading)]),
    ...node.templateSpans.flatMap((span) => [readPart(span.expression, reading), text([literalPiece(span.literal, span.literal.text, 1, reading)])]),
  ]);
}

/** `` String.raw`…` `` is the template; what another tag makes of it can't be told. */
function readTagged({ tag, template }: ts.TaggedTemplateExpression, reading: Reading): Text {
  const access = accessOf(unwrap(tag));
  const isRaw = access?.name === 'raw' && isGlobal(access.object, 'String', reading.unit) && !template.getText(reading.unit.source).includes('\\');
  return isRaw ? read(template, reading) : { ...read(template, { ...reading, isOwn: false }), isSure: false };
}

/** A part of a template or a sum: what has a name of its own stays as it is, since there are better places to write. */
function readPart(expression: ts.Expression, reading: Reading): Text {
  const node = unwrap(expression);
  const isWritten = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
  const { pieces, isSure } = read(node, isWritten ? reading : { ...reading, isOwn: false });
  return { pieces: pieces.filter((piece) => piece.kind === 'hole' || piece.spot?.kind !== 'behind'), isSure };
}

function readOperator(node: ts.BinaryExpression, reading: Reading): Text | undefined {
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return all([readPart(node.left, reading), readPart(node.right, reading), text([behind(node, reading)])]);
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.BarBarToken:
      return readChoice([node.right], node, reading);
    default:
      return undefined;
  }
}

/** `process.env.API ?? 'https://…'`: an address that is written beside others says which service is meant. */
function readChoice(choices: readonly ts.Expression[], node: ts.Expression, reading: Reading): Text | undefined {
  const texts = choices.map((choice) => read(choice, { ...reading, isOwn: false }));
  const [first] = texts;
  const hosts = new Set(texts.map(({ pieces }) => firstOf(pieces)).map((piece) => (piece?.kind === 'text' ? /^https?:\/\/[^/?#]+/.exec(piece.text)?.[0].replace(/\.dev$/, '.com') : undefined)));
  if (first === undefined || hosts.size > 1 || hosts.has(undefined)) return undefined;
  return all([first, text([behind(node, reading)])]);
}

/** `new URL(path, base)`. */
function readUrl(node: ts.NewExpression, reading: Reading): Text | undefined {
  const [first, base] = node.arguments ?? [];
  if (first === undefined || !isGlobal(node.expression, 'URL', reading.unit)) return undefined;
  const path = read(first, reading);
  if (base === undefined) return path;
  const start = firstOf(path.pieces);
  if (start?.kind !== 'text' || /^https?:/.test(start.text)) return path;
  const on = read(base, { ...reading, isOwn: false });
  const resolved = start.text.startsWith('/') ? originOf(on.pieces) : folderOf(on.pieces);
  return resolved === undefined ? undefined : { pieces: [...resolved, ...path.pieces], isSure: on.isSure && path.isSure };
}

/** `url.toString()`, `String(url)`, `encodeURI(…)`, `[…].join('/')`, and functions of the repository that return a text. */
function readCall(node: ts.CallExpression, reading: Reading): Text | undefined {
  const [first] = node.arguments;
  const callee = unwrap(node.expression);
  if (first !== undefined && (isGlobal(callee, 'String', reading.unit) || isGlobal(callee, 'encodeURI', reading.unit))) return read(first, reading);
  const access = accessOf(callee);
  if (access?.name === 'toString' && first === undefined) return isUrl(access.object, reading) ? read(access.object, reading) : undefined;
  if (access?.name === 'join' && first !== undefined && ts.isStringLiteralLike(first)) return readJoin(access.object, first.text, node, reading);
  return readResult(node, reading);
}

function isUrl(expression: ts.Expression, { unit, graph }: Reading): boolean {
  const definition = definitionOf(expression, unit, graph);
  return definition.kind === 'expression' && ts.isNewExpression(definition.node);
}

function readJoin(list: ts.Expression, separator: string, node: ts.CallExpression, reading: Reading): Text | undefined {
  const literal = unwrap(list);
  if (!ts.isArrayLiteralExpression(literal) || literal.elements.some(ts.isSpreadElement)) return undefined;
  const parts = literal.elements.map((element) => readPart(element, { ...reading, isOwn: false }));
  const between = text([{ kind: 'text', text: separator, spot: undefined }]);
  return all([...parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])), text([behind(node, reading)])]);
}

/** What a function that does nothing but return a text returns, given these arguments. */
function readResult(node: ts.CallExpression, reading: Reading): Text | undefined {
  const definition = definitionOf(node.expression, reading.unit, reading.graph);
  if (definition.kind !== 'expression' && definition.kind !== 'declaration') return undefined;
  const made = definition.node;
  if (!(ts.isArrowFunction(made) || ts.isFunctionExpression(made) || ts.isFunctionDeclaration(made)) || !definition.isSure) return undefined;
  const result = onlyResult(made);
  if (result === undefined || made.parameters.some(({ name, dotDotDotToken }) => !ts.isIdentifier(name) || dotDotDotToken !== undefined)) return undefined;
  const given = new Map(reading.given);
  parametersOf(made).forEach((parameter, index) => {
    const argument = node.arguments[index];
    if (argument !== undefined) given.set(parameter, { node: argument, reading });
  });
  return all([read(result, { ...reading, unit: definition.unit, isOwn: false, given }), text([behind(node, reading)])]);
}

/** The expression that is all a function returns. */
export function onlyResult(made: ts.FunctionLikeDeclaration): ts.Expression | undefined {
  const { body } = made;
  if (body === undefined || made.asteriskToken !== undefined) return undefined;
  if (!ts.isBlock(body)) return body;
  const [only, ...others] = body.statements;
  return only !== undefined && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined;
}

function readName(node: ts.Expression, reading: Reading): Text | undefined {
  const access = accessOf(node);
  if (access?.name === 'href' && isUrl(access.object, reading)) return read(access.object, reading);
  const definition = definitionOf(node, reading.unit, reading.graph);
  if (definition.kind === 'declaration') {
    const given = reading.given.get(definition.node);
    if (given !== undefined) return read(given.node, { ...given.reading, depth: reading.depth });
    const fallback = ts.isParameter(definition.node) ? definition.node.initializer : undefined;
    return fallback === undefined ? undefined : readChoice([fallback], node, { ...reading, unit: definition.unit });
  }
  if (definition.kind !== 'expression' || definition.node === node) return undefined;
  const found = read(definition.node, { ...reading, unit: definition.unit, isOwn: reading.isOwn && definition.isOwn });
  const first = firstOf(found.pieces);
  const isAddress = first?.kind === 'text' && /^https?:/.test(first.text);
  // A name says as much as the expression that it stands for, unless there is text in that; an id that changes has no text.
  if (!found.pieces.some((piece) => piece.kind === 'text' && piece.text !== '') || (!definition.isSure && !isAddress)) return undefined;
  // An address that is an object may be changed wherever else it is mentioned.
  const isChanged = ts.isNewExpression(definition.node) && !definition.isOwn;
  const origin = isChanged && PATH_PROPERTIES.some((name) => definition.unit.scope.propertyWrites(name).length > 0) ? originOf(found.pieces) : undefined;
  if (origin !== undefined) return { pieces: [...origin, { kind: 'hole', node, unit: reading.unit }], isSure: false };
  return { pieces: [...withoutBehindOfOthers(found.pieces, definition.isOwn), behind(node, reading)], isSure: found.isSure && definition.isSure && !isChanged };
}

/** What puts another path into a `URL`. */
const PATH_PROPERTIES = ['pathname', 'href'];

function withoutBehindOfOthers(pieces: readonly Piece[], isOwn: boolean): readonly Piece[] {
  return isOwn ? pieces : pieces.filter((piece) => piece.kind === 'hole' || piece.text !== '');
}
