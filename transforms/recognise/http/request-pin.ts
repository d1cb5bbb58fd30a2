import { ts } from 'ts-morph';
import { API_VERSION } from '../../api-change.ts';
import { VERSION_HEADER, VERSION_PARAMETER } from '../../http-api.ts';
import { createEvaluators } from '../../evaluate.ts';
import { accessOf, containerOf, contains, nameText, unwrap, walk, wrapped } from '../../syntax.ts';
import { definitionOf } from '../source/definitions.ts';
import { mayChangeElsewhere } from '../source/exported.ts';
import type { Placed } from './http-clients.ts';
import type { ModuleGraph } from '../source/modules.ts';
import { onlyResult, readText } from './read-text.ts';
import { onlyReadsArguments } from '../source/readers.ts';
import { readOption } from './request-options.ts';
import { isWriteTarget } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';
import type { Piece } from './url-pieces.ts';

/**
 * Whether a request names its API version.
 *
 * - `none`: it doesn't.
 * - `new`: one that has the new endpoints, and refuses metadata elsewhere.
 * - `old`: one before those, or one that can't be seen.
 * - `hidden`: its headers, or its query, can't be seen.
 */
export type Pin = 'none' | 'new' | 'hidden' | 'old';

const FROM_HARMLESS: readonly Pin[] = ['none', 'new', 'hidden', 'old'];
const NAMES: ReadonlySet<string> = new Set([VERSION_HEADER, VERSION_PARAMETER]);
const evaluatorOf = createEvaluators<Pin | undefined>({ none: undefined, unknown: 'hidden', same: (a, b) => a === b });

export function worstPin(pins: readonly Pin[]): Pin {
  return FROM_HARMLESS[Math.max(0, ...pins.map((pin) => FROM_HARMLESS.indexOf(pin)))] ?? 'none';
}

/** What options pin under some names: those of several objects are merged, so each counts. */
export function pinOfOptions(objects: readonly Placed[], names: readonly string[], graph: ModuleGraph): Pin {
  return worstPin(
    objects.flatMap((object) => [
      ...names.map((name): Pin => {
        const option = readOption([object], [name], graph);
        if (option.kind === 'given') return pinOfRecord(option.value, graph);
        return option.kind === 'hidden' ? 'hidden' : 'none';
      }),
      isFilledUnseen(object) ? 'hidden' : 'none',
    ]),
  );
}

/** The pin in the query of a URL, which may be put together of parts that aren't in sight. */
export function pinOfQuery(pieces: readonly Piece[], graph: ModuleGraph): Pin {
  const parts: Pin[] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    // What is behind `=` is a value.
    else if (text.endsWith('=')) text += '?';
    else parts.push(pinOfRecord(piece, graph));
  }
  return worstPin([...parts, pinOfText(text)]);
}

function pinOfText(query: string): Pin {
  const at = query.indexOf(`${VERSION_PARAMETER}=`);
  return at === -1 ? 'none' : pinOfVersion(query.slice(at + VERSION_PARAMETER.length + 1).split('&')[0] ?? '');
}

function pinOfVersion(version: string): Pin {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION ? 'new' : 'old';
}

/** The pin in an object of headers or query parameters. */
function pinOfRecord(record: Placed, graph: ModuleGraph): Pin {
  return evaluatorOf(graph).once(record.node, 'pin', () => findPin(record, graph)) ?? 'hidden';
}

function findPin(record: Placed, graph: ModuleGraph): Pin {
  if (isFilledUnseen(record)) return 'hidden';
  const on = (node: ts.Expression, unit: Unit): Pin => pinOfRecord({ node, unit }, graph);
  const definition = definitionOf(record.node, record.unit, graph);
  if (definition.kind === 'global') return definition.name === 'undefined' ? 'none' : 'hidden';
  if (definition.kind !== 'expression') return 'hidden';
  const { node, unit } = definition;
  if (ts.isObjectLiteralExpression(node))
    return worstPin([
      ...node.properties.map((property) => pinOfProperty(property, unit, graph, on)),
      definition.isSure && !mayChangeElsewhere(wrapped(node).parent, unit) ? 'none' : 'hidden',
    ]);
  if (ts.isArrayLiteralExpression(node))
    return worstPin(node.elements.map((element) => pinOfPair(element, unit, graph)));
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return pinOfQuery(readText(node, unit, graph, false).pieces, graph);
  if (ts.isConditionalExpression(node)) return worstPin([on(node.whenTrue, unit), on(node.whenFalse, unit)]);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
      ? on(node.right, unit)
      : worstPin([on(node.left, unit), on(node.right, unit)]);
  if (ts.isNewExpression(node)) return worstPin((node.arguments ?? []).map((argument) => on(argument, unit)));
  return ts.isCallExpression(node) ? pinOfResult(node, unit, graph, on) : 'hidden';
}

/**
 * Whether the file puts something under names that aren't in sight into what `record` names, or hands it to a function
 * that may.
 */
function isFilledUnseen({ node, unit }: Placed): boolean {
  const name = unwrap(node);
  const binding = ts.isIdentifier(name) ? unit.scope.bindingOf(name) : undefined;
  return binding?.references.some((reference) => reference !== name && isFilling(wrapped(reference), unit)) ?? false;
}

const FILLING: ReadonlySet<string> = new Set(['append', 'set']);

function isFilling(mention: ts.Expression, unit: Unit): boolean {
  const { parent } = mention;
  if (ts.isElementAccessExpression(parent) && parent.expression === mention)
    return accessOf(parent) === undefined && isWriteTarget(parent);
  const call =
    accessOf(parent)?.object === mention && ts.isCallExpression(parent.parent) && parent.parent.expression === parent
      ? parent.parent
      : undefined;
  if (call !== undefined)
    return (
      FILLING.has(accessOf(parent)?.name ?? '') &&
      !(call.arguments[0] !== undefined && ts.isStringLiteralLike(unwrap(call.arguments[0])))
    );
  return ts.isCallExpression(parent) && parent.arguments[0] === mention && !onlyReadsArguments(parent, unit);
}

function pinOfProperty(
  property: ts.ObjectLiteralElementLike,
  unit: Unit,
  graph: ModuleGraph,
  on: (node: ts.Expression, unit: Unit) => Pin,
): Pin {
  if (ts.isSpreadAssignment(property)) return on(property.expression, unit);
  const name =
    nameText(property.name) ??
    (ts.isComputedPropertyName(property.name) ? textOf(property.name.expression, unit, graph) : '');
  if (name === '') return 'hidden';
  if (!NAMES.has(name.toLowerCase())) return 'none';
  return ts.isPropertyAssignment(property) ? pinOfVersion(textOf(property.initializer, unit, graph)) : 'old';
}

/** `['Clerk-API-Version', '2025-11-10']`. */
function pinOfPair(element: ts.Expression, unit: Unit, graph: ModuleGraph): Pin {
  const pair = unwrap(element);
  const [name, value] = ts.isArrayLiteralExpression(pair) ? pair.elements : [];
  if (name === undefined) return 'hidden';
  const text = textOf(name, unit, graph);
  if (text === '') return 'hidden';
  return NAMES.has(text.toLowerCase()) ? pinOfVersion(value === undefined ? '' : textOf(value, unit, graph)) : 'none';
}

/** What a function of the repository returns; `toString()` changes nothing. */
function pinOfResult(
  call: ts.CallExpression,
  unit: Unit,
  graph: ModuleGraph,
  on: (node: ts.Expression, unit: Unit) => Pin,
): Pin {
  const access = accessOf(unwrap(call.expression));
  if (access?.name === 'toString' && call.arguments.length === 0) return on(access.object, unit);
  const definition = definitionOf(call.expression, unit, graph);
  if (definition.kind !== 'expression' && definition.kind !== 'declaration') return 'hidden';
  const made = definition.node;
  const result =
    ts.isArrowFunction(made) || ts.isFunctionExpression(made) || ts.isFunctionDeclaration(made)
      ? onlyResult(made)
      : undefined;
  return result === undefined || !definition.isSure ? 'hidden' : on(result, definition.unit);
}

function textOf(expression: ts.Expression, unit: Unit, graph: ModuleGraph): string {
  const { pieces, isSure } = readText(expression, unit, graph, false);
  return isSure ? pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('') : '';
}

/**
 * What statements of the files pin, unless they stand in another function that has a name:
 * `headers.set('Clerk-API-Version', …)`, `headers['clerk-api-version'] = …`.
 */
export function pinSet(units: readonly Unit[], request: ts.Node, graph: ModuleGraph): Pin {
  return worstPin(units.flatMap((unit) => pinsSetIn(unit, request, graph)));
}

function pinsSetIn(unit: Unit, request: ts.Node, graph: ModuleGraph): Pin[] {
  const pattern = new RegExp([...NAMES].join('|'), 'i');
  if (!pattern.test(unit.text)) return [];
  const isHere = request.getSourceFile() === unit.source;
  const mayRun = (node: ts.Node): boolean => {
    const container = containerOf(node);
    return !hasName(container) || (isHere && (contains(container, request) || contains(containerOf(request), node)));
  };
  const found: Pin[] = [];
  walk(unit.source, (node) => {
    if (!ts.isStringLiteralLike(node) || !NAMES.has(node.text.toLowerCase()) || !mayRun(node)) return undefined;
    const { parent } = node;
    if (ts.isCallExpression(parent))
      found.push(pinOfWritten(parent.arguments[parent.arguments.indexOf(node) + 1], unit, graph));
    else if (ts.isElementAccessExpression(parent))
      found.push(pinOfWritten(ts.isBinaryExpression(parent.parent) ? parent.parent.right : undefined, unit, graph));
    return undefined;
  });
  return found;
}

function pinOfWritten(value: ts.Expression | undefined, unit: Unit, graph: ModuleGraph): Pin {
  return value === undefined ? 'old' : pinOfVersion(textOf(value, unit, graph));
}

/**
 * Whether a function is run where it is called by its name; the file itself, and what is handed to others, may run
 * before a request.
 */
function hasName(container: ts.Node): boolean {
  return ts.isFunctionDeclaration(container) || (ts.isMethodDeclaration(container) && ts.isClassLike(container.parent));
}
