import { ts } from 'ts-morph';
import { createEvaluators } from '../../flow/evaluate.ts';
import { accessOf, parametersOf, unwrap } from '../../syntax.ts';
import { definitionOf, isOnlyUse, type Placed } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { isGlobal } from '../../language/is-global.ts';
import { readEndpoint } from './endpoints.ts';
import { onlyResultOf } from './only-result.ts';
import {
  filled,
  firstOf,
  hostOf,
  joined,
  ofOneHost,
  resolved,
  type UnknownText,
  type Piece,
  type Text,
} from './url-pieces.ts';
import type { Unit } from '../../language/unit.ts';

/** What an expression is read with. */
interface Reading extends Pick<Placed, 'unit'> {
  /** Whether what is found may be changed. */
  readonly isOwn: boolean;
}

/** What is read of an expression: null where that is nothing, undefined while it isn't known. */
type Found = Text | null | undefined;

const evaluatorOf = createEvaluators<Found>({ none: undefined, unknown: null });

/**
 * Reads `expression` as a text: literals, templates, sums, `new URL()`, through names, imports and functions that only
 * put texts together.
 */
export function readText(expression: ts.Expression, unit: Unit, isOwn = false): Text {
  const reading = { unit, isOwn };
  return (
    filled(read(expression, reading), (unknownText) => defaultOf(unknownText, reading)) ?? unknown(expression, reading)
  );
}

function read(expression: ts.Expression, reading: Reading): Text {
  const node = unwrap(expression);
  const found = evaluatorOf(reading.unit.graph).once(
    node,
    reading.isOwn ? 'own text' : 'text',
    () => readNode(node, reading) ?? null,
  );
  return found ?? unknown(node, reading);
}

/** A text that is the same in every run. */
export function constantText({ node, unit }: Placed): string | undefined {
  const { pieces, isSure } = readText(node, unit);
  const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : undefined));
  return isSure && texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

function unknown(node: ts.Expression, reading: Reading): Text {
  return sure(unknownTextOf(node, reading.unit));
}

function unknownTextOf(node: ts.Expression, unit: Unit): UnknownText {
  return { kind: 'unknown', node, unit };
}

function sure(piece: Piece): Text {
  return { pieces: [piece], isSure: true };
}

/** Texts that make a whole, with a way to write behind it. */
function whole(texts: readonly Text[], node: ts.Expression, { isOwn }: Reading): Text | undefined {
  return joined([...texts, sure({ kind: 'text', text: '', target: isOwn ? { kind: 'behind', node } : undefined })]);
}

function readNode(node: ts.Expression, reading: Reading): Text | undefined {
  const origin = originOf(node);
  switch (origin.kind) {
    case 'data':
      return readWritten(node, reading);
    case 'tagged':
      return readTagged(origin.by, reading);
    case 'assigned':
      return origin.kept === undefined
        ? readChoice([origin.of], node, reading)
        : readFallback(origin.of, node, reading);
    case 'choice':
      return readChoice(origin.of, node, reading);
    case 'fallback':
      return readFallback(origin.other, node, reading);
    case 'instance':
      return readUrl(origin.call, reading);
    case 'result':
      return readCall(origin.call, reading);
    default:
      return readName(node, reading);
  }
}

/** A text that is written out, or put together of others. */
function readWritten(node: ts.Expression, reading: Reading): Text | undefined {
  if (ts.isStringLiteralLike(node)) return literalText(node, node.text, reading);
  if (ts.isTemplateExpression(node)) return readTemplate(node, reading);
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
    ? whole([readPart(node.left, reading), readPart(node.right, reading)], node, reading)
    : undefined;
}

/** A text that is written behind one character. One with escapes can't be counted through. */
function literalText(node: ts.Node, text: string, { unit, isOwn }: Reading): Text {
  const start = node.getStart(unit.source) + 1;
  const isPlain = unit.text.slice(start, start + text.length) === text;
  return sure({ kind: 'text', text, target: isOwn && isPlain ? { kind: 'inside', start } : undefined });
}

function readTemplate({ head, templateSpans }: ts.TemplateExpression, reading: Reading): Text | undefined {
  const spans = templateSpans.flatMap(({ expression, literal }) => [
    readPart(expression, reading),
    literalText(literal, literal.text, reading),
  ]);
  return joined([literalText(head, head.text, reading), ...spans]);
}

/** `` String.raw`…` `` is the template; what another tag makes of it can't be told. */
function readTagged({ tag, template }: ts.TaggedTemplateExpression, reading: Reading): Text {
  const access = accessOf(unwrap(tag));
  const isRaw =
    access?.name === 'raw' &&
    isGlobal(access.object, 'String', reading.unit) &&
    !template.getText(reading.unit.source).includes('\\');
  return isRaw ? read(template, reading) : { ...read(template, { ...reading, isOwn: false }), isSure: false };
}

/** A part of a template or a sum: what has a name of its own stays as it is, since there are better places to write. */
function readPart(expression: ts.Expression, reading: Reading): Text {
  const node = unwrap(expression);
  const { pieces, isSure } = read(node, originOf(node).kind === 'data' ? reading : { ...reading, isOwn: false });
  return { pieces: pieces.filter((piece) => piece.kind !== 'text' || piece.target?.kind !== 'behind'), isSure };
}

/**
 * An address that is written for the case that none is given, as in `process.env.API ?? 'https://…'`; undefined where it
 * has no host. It says which service is meant. That of an update is more than that: what is given instead may be
 * another one.
 */
function unlessGiven(expression: ts.Expression, reading: Reading): Text | undefined {
  const { soFar } = evaluatorOf(reading.unit.graph);
  const text = soFar(() => read(expression, { ...reading, isOwn: false }));
  const chosen = text ? ofOneHost([text]) : undefined;
  return chosen && { ...chosen, isSure: chosen.isSure && readEndpoint(chosen.pieces) === undefined };
}

/** The same, with a way to write behind it. */
function readFallback(other: ts.Expression, node: ts.Expression, reading: Reading): Text | undefined {
  const meant = unlessGiven(other, reading);
  return meant && whole([meant], node, reading);
}

/** `isTest ? 'https://…' : 'https://…'`: the address of an update, if one of them is. */
function readChoice(choices: readonly ts.Expression[], node: ts.Expression, reading: Reading): Text | undefined {
  const { soFar } = evaluatorOf(reading.unit.graph);
  const texts = choices.flatMap((choice) => soFar(() => read(choice, { ...reading, isOwn: false })) ?? []);
  const update = texts.find(({ pieces }) => readEndpoint(pieces) !== undefined);
  const chosen = ofOneHost(update === undefined ? texts : [update, ...texts]);
  return chosen === undefined ? undefined : whole([chosen], node, reading);
}

/** `new URL(path, base)`. */
function readUrl(node: ts.NewExpression, reading: Reading): Text | undefined {
  const [first, base] = node.arguments ?? [];
  if (first === undefined || !isGlobal(node.expression, 'URL', reading.unit)) return undefined;
  const path = read(first, reading);
  return base === undefined ? path : resolved(path, read(base, { ...reading, isOwn: false }));
}

/**
 * `url.toString()`, `String(url)`, `encodeURI(…)`, `[…].join('/')`, and functions of the repository that return a text.
 */
function readCall(node: ts.CallExpression, reading: Reading): Text | undefined {
  const [first] = node.arguments;
  const callee = unwrap(node.expression);
  if (first !== undefined && (isGlobal(callee, 'String', reading.unit) || isGlobal(callee, 'encodeURI', reading.unit)))
    return read(first, reading);
  const access = accessOf(callee);
  if (access?.name === 'toString' && first === undefined) return read(access.object, reading);
  if (access?.name === 'join' && first !== undefined && ts.isStringLiteralLike(first))
    return readJoin(access.object, first.text, node, reading);
  return readResult(node, reading);
}

function readJoin(list: ts.Expression, separator: string, node: ts.CallExpression, reading: Reading): Text | undefined {
  const origin = originOf(list);
  if (origin.kind !== 'list') return undefined;
  const parts = origin.literal.elements.map((element) =>
    ts.isSpreadElement(element)
      ? unknown(element.expression, reading)
      : readPart(element, { ...reading, isOwn: false }),
  );
  const between = sure({ kind: 'text', text: separator, target: undefined });
  return whole(
    parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])),
    node,
    reading,
  );
}

/** What a function that does nothing but return a text returns, given these arguments. */
function readResult(node: ts.CallExpression, reading: Reading): Text | undefined {
  const result = onlyResultOf(node.expression, reading.unit);
  if (result === undefined) return undefined;
  const parameters = parametersOf(result.of);
  const returned = filled(read(result.node, { ...reading, unit: result.unit, isOwn: false }), (unknownText) => {
    const index = parameters.findIndex((parameter) => parameter === unknownText.parameter);
    if (index === -1 || parameters[index]?.dotDotDotToken !== undefined) return sure(unknownText);
    const argument = node.arguments[index];
    return argument === undefined ? sure(unknownText) : read(argument, reading);
  });
  return returned && whole([{ ...returned, isSure: returned.isSure && result.isSure }], node, reading);
}

/** What a parameter is where nothing is given for it. */
function defaultOf(unknownText: UnknownText, reading: Reading): Text {
  const initial = unknownText.parameter?.initializer;
  const meant = initial && unlessGiven(initial, { ...reading, unit: unknownText.unit });
  return meant ?? sure(unknownText);
}

function readName(node: ts.Expression, reading: Reading): Text | undefined {
  const definition = definitionOf(node, reading.unit);
  if (definition.kind === 'declaration')
    return ts.isParameter(definition.node)
      ? sure({ ...unknownTextOf(node, reading.unit), parameter: definition.node })
      : undefined;
  if (definition.kind !== 'expression' || definition.node === node) {
    const access = accessOf(node);
    return access?.name === 'href' ? read(access.object, reading) : undefined;
  }
  const isOnly = isOnlyUse(node, definition, reading.unit);
  const found = read(definition.node, { ...reading, unit: definition.unit, isOwn: reading.isOwn && isOnly });
  const first = firstOf(found.pieces);
  const isAddress = first?.kind === 'text' && /^https?:/.test(first.text);
  // A name says as much as the expression that it stands for, unless there is text in that; an id that changes has no
  // text.
  if (!found.pieces.some((piece) => piece.kind === 'text' && piece.text !== '') || (!definition.isSure && !isAddress))
    return undefined;
  // An address that is an object may be changed wherever else it is mentioned.
  const isChanged = ts.isNewExpression(definition.node) && !isOnly;
  const hasOtherPath =
    isChanged && PATH_PROPERTIES.some((name) => definition.unit.scope.propertyWrites(name).length > 0);
  const known = hasOtherPath ? withoutPath(found, unknownTextOf(node, reading.unit)) : found;
  // Where others use it, too, there is no place to write behind it.
  const pieces = isOnly ? known.pieces : known.pieces.filter((piece) => piece.kind === 'unknown' || piece.text !== '');
  return whole([{ pieces, isSure: known.isSure && definition.isSure && !isChanged }], node, reading);
}

/** The address of which only the host is sure to stay. */
function withoutPath(address: Text, path: UnknownText): Text {
  const origin = hostOf(address.pieces);
  return origin === undefined ? address : { pieces: [...origin, path], isSure: false };
}

/** What puts another path into a `URL`. */
const PATH_PROPERTIES = ['pathname', 'href'];
