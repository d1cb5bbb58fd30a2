import { ts } from 'ts-morph';
import { API_VERSION } from '../api-change.ts';
import { VERSION_HEADER, VERSION_PARAMETER } from '../http-api.ts';
import { containerOf, contains, nameText, unwrap, walk } from '../syntax.ts';
import { definitionOf } from './definitions.ts';
import type { Placed } from './http-clients.ts';
import type { ModuleGraph } from './modules.ts';
import type { Unit } from './unit.ts';
import { onlyResult, readText } from './url-pieces.ts';

/**
 * Whether a request names its API version.
 *
 * - `none`: it doesn't, or names one that has the new endpoints.
 * - `old`: one before those, or one that can't be seen.
 * - `hidden`: its headers can't be seen.
 */
export type Pin = 'none' | 'old' | 'hidden';

const NAMES: ReadonlySet<string> = new Set([VERSION_HEADER, VERSION_PARAMETER]);
const MAX_DEPTH = 8;

export function worstPin(pins: readonly Pin[]): Pin {
  if (pins.includes('old')) return 'old';
  return pins.includes('hidden') ? 'hidden' : 'none';
}

/** The pin in a query that is part of the URL. */
export function pinOfQuery(query: string): Pin {
  const at = query.indexOf(`${VERSION_PARAMETER}=`);
  return at === -1 ? 'none' : pinOfVersion(query.slice(at + VERSION_PARAMETER.length + 1).split('&')[0] ?? '');
}

function pinOfVersion(version: string): Pin {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION ? 'none' : 'old';
}

/** The pin in an object of headers or query parameters. */
export function pinOfRecord(record: Placed, graph: ModuleGraph, depth = 0): Pin {
  if (depth > MAX_DEPTH) return 'hidden';
  const on = (node: ts.Expression, unit: Unit): Pin => pinOfRecord({ node, unit }, graph, depth + 1);
  const definition = definitionOf(record.node, record.unit, graph);
  if (definition.kind !== 'expression') return 'hidden';
  const { node, unit } = definition;
  if (ts.isObjectLiteralExpression(node)) return worstPin([...node.properties.map((property) => pinOfProperty(property, unit, graph, on)), definition.isSure ? 'none' : 'hidden']);
  if (ts.isArrayLiteralExpression(node)) return worstPin(node.elements.map((element) => pinOfPair(element, unit, graph)));
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return pinOfQuery(textOf(node, unit, graph));
  if (ts.isConditionalExpression(node)) return worstPin([on(node.whenTrue, unit), on(node.whenFalse, unit)]);
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? on(node.right, unit) : worstPin([on(node.left, unit), on(node.right, unit)]);
  if (ts.isNewExpression(node)) return worstPin((node.arguments ?? []).map((argument) => on(argument, unit)));
  if (ts.isIdentifier(node)) return node.text === 'undefined' ? 'none' : 'hidden';
  return ts.isCallExpression(node) ? pinOfResult(node, unit, graph, on) : 'hidden';
}

function pinOfProperty(property: ts.ObjectLiteralElementLike, unit: Unit, graph: ModuleGraph, on: (node: ts.Expression, unit: Unit) => Pin): Pin {
  if (ts.isSpreadAssignment(property)) return on(property.expression, unit);
  const name = nameText(property.name) ?? (ts.isComputedPropertyName(property.name) ? textOf(property.name.expression, unit, graph) : '');
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

/** What a function of the repository returns. */
function pinOfResult(call: ts.CallExpression, unit: Unit, graph: ModuleGraph, on: (node: ts.Expression, unit: Unit) => Pin): Pin {
  const definition = definitionOf(call.expression, unit, graph);
  if (definition.kind !== 'expression' && definition.kind !== 'declaration') return 'hidden';
  const made = definition.node;
  const result = ts.isArrowFunction(made) || ts.isFunctionExpression(made) || ts.isFunctionDeclaration(made) ? onlyResult(made) : undefined;
  return result === undefined || !definition.isSure ? 'hidden' : on(result, definition.unit);
}

function textOf(expression: ts.Expression, unit: Unit, graph: ModuleGraph): string {
  const { pieces, isSure } = readText(expression, unit, graph, false);
  return isSure ? pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('') : '';
}

/** Whether the file sets the header or the parameter by a statement, in no other function: `headers.set('Clerk-API-Version', …)`, `headers['clerk-api-version'] = …`. */
export function setsPin(unit: Unit, request: ts.Node): boolean {
  const pattern = new RegExp([...NAMES].join('|'), 'i');
  if (!pattern.test(unit.text)) return false;
  let found = false;
  walk(unit.source, (node) => {
    const isName = ts.isStringLiteralLike(node) && NAMES.has(node.text.toLowerCase());
    const isStatement = isName && (ts.isCallExpression(node.parent) || ts.isElementAccessExpression(node.parent));
    found ||= isStatement && (contains(containerOf(node), request) || ts.isArrowFunction(containerOf(node)) || contains(containerOf(request), node));
    return undefined;
  });
  return found;
}
