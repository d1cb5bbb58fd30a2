import { ts } from 'ts-morph';
import { API_VERSION } from '../../api-change.ts';
import { VERSION_HEADER, VERSION_PARAMETER } from '../../http-api.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { accessOf, containerOf, contains, nameText, unwrap, walk, wrapped } from '../../syntax.ts';
import { valueOfMember } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import type { Placed } from './http-clients.ts';
import type { ModuleGraph } from '../../language/modules.ts';
import { onlyResultOf } from './only-result.ts';
import { readText } from './read-text.ts';
import { onlyReadsArguments } from '../trace/readers.ts';
import { readOption } from './request-options.ts';
import { isWriteTarget } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
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
  const definition = definitionOf(record.node, record.unit, graph);
  if (definition.kind !== 'expression') return 'hidden';
  return worstPin([pinOfMade(definition, graph), definition.isSure ? 'none' : 'hidden']);
}

function pinOfMade({ node, unit }: Placed, graph: ModuleGraph): Pin {
  const on = (inner: ts.Expression): Pin => pinOfRecord({ node: inner, unit }, graph);
  const origin = originOf(node);
  switch (origin.kind) {
    case 'nothing':
      return 'none';
    case 'object':
      return worstPin([
        ...origin.literal.properties.map((property) => pinOfProperty(property, unit, graph)),
        mayChangeElsewhere(wrapped(node).parent, unit) ? 'hidden' : 'none',
      ]);
    case 'list':
      return worstPin(origin.literal.elements.map((element) => pinOfPair(element, unit, graph)));
    case 'data':
      return pinOfQuery(readText(node, unit, graph, false).pieces, graph);
    case 'choice':
      return worstPin(origin.of.map(on));
    case 'fallback':
      return worstPin([on(origin.first), on(origin.other)]);
    case 'guarded':
      return on(origin.then);
    case 'instance':
      return worstPin((origin.call.arguments ?? []).map(on));
    case 'result':
      return pinOfResult(origin.call, unit, graph);
    // What is assigned on the way has other names, by which it may be filled.
    default:
      return 'hidden';
  }
}

/**
 * Whether the file puts something under names that aren't in sight into what `record` names, or hands it to a function
 * that may.
 */
function isFilledUnseen({ node, unit }: Placed): boolean {
  const name = unwrap(node);
  const binding = unit.scope.bindingOf(name);
  return binding?.references.some((reference) => reference !== name && isFilling(wrapped(reference), unit)) ?? false;
}

const FILLING: ReadonlySet<string> = new Set(['append', 'set']);

function isFilling(mention: ts.Expression, unit: Unit): boolean {
  const use = useOf(mention);
  switch (use.kind) {
    case 'part':
      return accessOf(use.access) === undefined && isWriteTarget(use.access);
    case 'method': {
      const [name] = use.call.arguments;
      return (
        FILLING.has(accessOf(use.access)?.name ?? '') && !(name !== undefined && ts.isStringLiteralLike(unwrap(name)))
      );
    }
    case 'argument':
      return use.index === 0 && ts.isCallExpression(use.call) && !onlyReadsArguments(use.call, unit);
    default:
      return false;
  }
}

function pinOfProperty(property: ts.ObjectLiteralElementLike, unit: Unit, graph: ModuleGraph): Pin {
  if (ts.isSpreadAssignment(property)) return pinOfRecord({ node: property.expression, unit }, graph);
  const name =
    nameText(property.name) ??
    (ts.isComputedPropertyName(property.name) ? textOf(property.name.expression, unit, graph) : '');
  if (name === '') return 'hidden';
  return NAMES.has(name.toLowerCase()) ? pinOfWritten(valueOfMember(property), unit, graph) : 'none';
}

/** `['Clerk-API-Version', '2025-11-10']`. */
function pinOfPair(element: ts.Expression, unit: Unit, graph: ModuleGraph): Pin {
  const pair = originOf(element);
  const [name, value] = pair.kind === 'list' ? pair.literal.elements : [];
  if (name === undefined) return 'hidden';
  const text = textOf(name, unit, graph);
  if (text === '') return 'hidden';
  return NAMES.has(text.toLowerCase()) ? pinOfWritten(value, unit, graph) : 'none';
}

/** What a function of the repository returns; `toString()` changes nothing. */
function pinOfResult(call: ts.CallExpression, unit: Unit, graph: ModuleGraph): Pin {
  const access = accessOf(unwrap(call.expression));
  if (access?.name === 'toString' && call.arguments.length === 0)
    return pinOfRecord({ node: access.object, unit }, graph);
  const result = onlyResultOf(call.expression, unit, graph);
  return result === undefined ? 'hidden' : pinOfRecord(result, graph);
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
