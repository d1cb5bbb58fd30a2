import { ts } from 'ts-morph';
import { createEvaluators } from '../../flow/evaluate.ts';
import { accessOf, parametersOf, unwrap } from '../../syntax.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { isGlobal } from '../../language/is-global.ts';
import type { ModuleGraph } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';
import { all, close, fill, isSame, make, text, type Draft, type Given } from './drafts.ts';
import { onlyResultOf } from './only-result.ts';
import { hostOf, ofOneHost, resolved, type Piece, type Text } from './url-pieces.ts';

/** What an expression is read with. */
interface Reading {
  readonly unit: Unit;
  readonly graph: ModuleGraph;
  /** Whether what is found may be changed. */
  readonly isOwn: boolean;
}

/** What is read of an expression: null where that is nothing, undefined while it isn't known. */
type Found = Draft | null | undefined;

const evaluatorOf = createEvaluators<Found>({ none: undefined, unknown: null, same: isSameFound });

function isSameFound(a: Found, b: Found): boolean {
  return a && b ? isSame(a, b) : a === b;
}

/**
 * Reads `expression` as a text: literals, templates, sums, `new URL()`, through names, imports and functions that only
 * put texts together.
 */
export function readText(expression: ts.Expression, unit: Unit, graph: ModuleGraph, isOwn = true): Text {
  const reading = { unit, graph, isOwn };
  return close(read(expression, reading), (part) => defaultOf(part, reading), expression, unit);
}

function read(expression: ts.Expression, reading: Reading): Draft {
  const node = unwrap(expression);
  const found = evaluatorOf(reading.graph).once(
    node,
    reading.isOwn ? 'own text' : 'text',
    () => readNode(node, reading) ?? null,
  );
  return found ?? text([{ kind: 'hole', node, unit: reading.unit }]);
}

function readNode(node: ts.Expression, reading: Reading): Draft | undefined {
  const origin = originOf(node);
  switch (origin.kind) {
    case 'data':
      return readWritten(node, reading);
    case 'tagged':
      return readTagged(origin.by, reading);
    case 'same':
    case 'assigned':
      return readChoice([origin.of], node, reading);
    case 'choice':
      return readChoice(origin.of, node, reading);
    case 'fallback':
      return readChoice([origin.other], node, reading);
    case 'instance':
      return readUrl(origin.call, reading);
    case 'result':
      return readCall(origin.call, reading);
    default:
      return readName(node, reading);
  }
}

/** A text that is written out, or put together of others. */
function readWritten(node: ts.Expression, reading: Reading): Draft | undefined {
  if (ts.isStringLiteralLike(node)) return text([literalPiece(node, node.text, 1, reading)]);
  if (ts.isTemplateExpression(node)) return readTemplate(node, reading);
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
    ? all(
        [readPart(node.left, reading), readPart(node.right, reading), text([behind(node, reading)])],
        node,
        reading.unit,
      )
    : undefined;
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

function readTemplate(node: ts.TemplateExpression, reading: Reading): Draft {
  return all(
    [
      text([literalPiece(node.head, node.head.text, 1, reading)]),
      ...node.templateSpans.flatMap((span) => [
        readPart(span.expression, reading),
        text([literalPiece(span.literal, span.literal.text, 1, reading)]),
      ]),
    ],
    node,
    reading.unit,
  );
}

/** `` String.raw`…` `` is the template; what another tag makes of it can't be told. */
function readTagged({ tag, template }: ts.TaggedTemplateExpression, reading: Reading): Draft {
  const access = accessOf(unwrap(tag));
  const isRaw =
    access?.name === 'raw' &&
    isGlobal(access.object, 'String', reading.unit) &&
    !template.getText(reading.unit.source).includes('\\');
  return isRaw ? read(template, reading) : { ...read(template, { ...reading, isOwn: false }), isSure: false };
}

/** A part of a template or a sum: what has a name of its own stays as it is, since there are better places to write. */
function readPart(expression: ts.Expression, reading: Reading): Draft {
  const node = unwrap(expression);
  const { pieces, isSure } = read(node, originOf(node).kind === 'data' ? reading : { ...reading, isOwn: false });
  return { pieces: pieces.filter((piece) => piece.kind !== 'text' || piece.spot?.kind !== 'behind'), isSure };
}

/** `process.env.API ?? 'https://…'`: an address that is written beside others says which service is meant. */
function readChoice(choices: readonly ts.Expression[], node: ts.Expression, reading: Reading): Draft | undefined {
  const { soFar } = evaluatorOf(reading.graph);
  const drafts = choices.flatMap((choice) => soFar(() => read(choice, { ...reading, isOwn: false })) ?? []);
  const chosen = make(drafts, ofOneHost, node, reading.unit);
  return chosen === undefined ? undefined : all([chosen, text([behind(node, reading)])], node, reading.unit);
}

/** `new URL(path, base)`. */
function readUrl(node: ts.NewExpression, reading: Reading): Draft | undefined {
  const [first, base] = node.arguments ?? [];
  if (first === undefined || !isGlobal(node.expression, 'URL', reading.unit)) return undefined;
  const path = read(first, reading);
  return base === undefined
    ? path
    : make([path, read(base, { ...reading, isOwn: false })], resolved, node, reading.unit);
}

/**
 * `url.toString()`, `String(url)`, `encodeURI(…)`, `[…].join('/')`, and functions of the repository that return a text.
 */
function readCall(node: ts.CallExpression, reading: Reading): Draft | undefined {
  const [first] = node.arguments;
  const callee = unwrap(node.expression);
  if (first !== undefined && (isGlobal(callee, 'String', reading.unit) || isGlobal(callee, 'encodeURI', reading.unit)))
    return read(first, reading);
  const access = accessOf(callee);
  if (access?.name === 'toString' && first === undefined)
    return isUrl(access.object, reading) ? read(access.object, reading) : undefined;
  if (access?.name === 'join' && first !== undefined && ts.isStringLiteralLike(first))
    return readJoin(access.object, first.text, node, reading);
  return readResult(node, reading);
}

function isUrl(expression: ts.Expression, { unit, graph }: Reading): boolean {
  const definition = definitionOf(expression, unit, graph);
  return definition.kind === 'expression' && ts.isNewExpression(definition.node);
}

function readJoin(
  list: ts.Expression,
  separator: string,
  node: ts.CallExpression,
  reading: Reading,
): Draft | undefined {
  const origin = originOf(list);
  if (origin.kind !== 'list' || origin.literal.elements.some(ts.isSpreadElement)) return undefined;
  const parts = origin.literal.elements.map((element) => readPart(element, { ...reading, isOwn: false }));
  const between = text([{ kind: 'text', text: separator, spot: undefined }]);
  return all(
    [...parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])), text([behind(node, reading)])],
    node,
    reading.unit,
  );
}

/** What a function that does nothing but return a text returns, given these arguments. */
function readResult(node: ts.CallExpression, reading: Reading): Draft | undefined {
  const result = onlyResultOf(node.expression, reading.unit, reading.graph);
  if (
    result === undefined ||
    result.of.parameters.some(({ name, dotDotDotToken }) => !ts.isIdentifier(name) || dotDotDotToken !== undefined)
  )
    return undefined;
  const parameters = parametersOf(result.of);
  const returned = fill(
    read(result.node, { ...reading, unit: result.unit, isOwn: false }),
    (part) => {
      if (!parameters.includes(part.parameter)) return text([part]);
      const argument = node.arguments[parameters.indexOf(part.parameter)];
      return argument === undefined ? defaultOf(part, reading) : read(argument, reading);
    },
    node,
    reading.unit,
  );
  return all([returned, text([behind(node, reading)])], node, reading.unit);
}

/** What a parameter is where nothing is given for it. */
function defaultOf({ parameter, node, unit }: Given, reading: Reading): Text {
  const at = { ...reading, unit };
  const itself: Text = { pieces: [{ kind: 'hole', node, unit }], isSure: true };
  const chosen = parameter.initializer === undefined ? undefined : readChoice([parameter.initializer], node, at);
  return chosen === undefined ? itself : close(chosen, () => itself, node, unit);
}

function readName(node: ts.Expression, reading: Reading): Draft | undefined {
  const { unit } = reading;
  const access = accessOf(node);
  if (access?.name === 'href' && isUrl(access.object, reading)) return read(access.object, reading);
  const definition = definitionOf(node, unit, reading.graph);
  if (definition.kind === 'declaration')
    return ts.isParameter(definition.node)
      ? text([{ kind: 'given', parameter: definition.node, node, unit }])
      : undefined;
  if (definition.kind !== 'expression' || definition.node === node) return undefined;
  const found = read(definition.node, { ...reading, unit: definition.unit, isOwn: reading.isOwn && definition.isOwn });
  const first = found.pieces.find(isThere);
  const isAddress = first?.kind === 'text' && /^https?:/.test(first.text);
  // A name says as much as the expression that it stands for, unless there is text in that; an id that changes has no
  // text.
  if (
    !found.pieces.some((piece) => piece.kind === 'later' || (piece.kind === 'text' && piece.text !== '')) ||
    (!definition.isSure && !isAddress)
  )
    return undefined;
  // An address that is an object may be changed wherever else it is mentioned.
  const isChanged = ts.isNewExpression(definition.node) && !definition.isOwn;
  const hasOtherPath =
    isChanged && PATH_PROPERTIES.some((name) => definition.unit.scope.propertyWrites(name).length > 0);
  const whole = hasOtherPath ? make([found], (texts) => withoutPath(texts, node, unit), node, unit) : found;
  if (whole === undefined) return undefined;
  // Where others use it, too, there is no place to write behind it.
  const pieces = definition.isOwn ? whole.pieces : whole.pieces.filter(isThere);
  return all(
    [{ pieces, isSure: whole.isSure && definition.isSure && !isChanged }, text([behind(node, reading)])],
    node,
    unit,
  );
}

function isThere(piece: Draft['pieces'][number]): boolean {
  return piece.kind !== 'text' || piece.text !== '';
}

/** The address of which only the host is sure to stay. */
function withoutPath([whole]: readonly Text[], node: ts.Expression, unit: Unit): Text | undefined {
  const origin = whole === undefined ? undefined : hostOf(whole.pieces);
  return origin === undefined ? whole : { pieces: [...origin, { kind: 'hole', node, unit }], isSure: false };
}

/** What puts another path into a `URL`. */
const PATH_PROPERTIES = ['pathname', 'href'];
