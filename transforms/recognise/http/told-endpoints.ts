import { ts } from 'ts-morph';
import { BACKEND_HOSTS } from '../../http-api.ts';
import { definitionOf } from '../../flow/definitions.ts';
import type { ModuleGraph } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap, walk } from '../../syntax.ts';
import { readEndpoint, type EndpointUrl } from './endpoints.ts';
import { readText } from './read-text.ts';
import { firstOf } from './url-pieces.ts';

/** The general update whose address an expression is, as a whole. */
export function endpointAt(address: ts.Expression, unit: Unit, graph: ModuleGraph): EndpointUrl | undefined {
  const endpoint = readEndpoint(readText(address, unit, graph, false).pieces);
  return endpoint?.isProven === true && endpoint.isWhole ? endpoint : undefined;
}

/** A path alone, for a function of the repository that puts the API's address before it. */
export function endpointBehind(
  address: ts.Expression,
  callee: ts.Expression,
  unit: Unit,
  graph: ModuleGraph,
): EndpointUrl | undefined {
  if (!isAddress(address)) return undefined;
  const { pieces } = readText(address, unit, graph, false);
  const [first] = pieces;
  if (
    first?.kind !== 'text' ||
    !/^\/?(?:v1\/)?(?:users|organizations)\//.test(first.text) ||
    !speaksToApi(callee, unit, graph)
  )
    return undefined;
  const path = first.text.replace(/^\/?(?:v1\/)?/, '');
  return readEndpoint([
    { kind: 'text', text: `https://${BACKEND_HOSTS[0] ?? ''}/v1/${path}`, spot: undefined },
    ...pieces.slice(1),
  ]);
}

/** Whether a function, or the class that it is a method of, sends something to the API's host. */
function speaksToApi(callee: ts.Expression, unit: Unit, graph: ModuleGraph): boolean {
  const access = accessOf(callee);
  const owner = access === undefined ? undefined : ownerOf(unwrap(access.object), unit, graph);
  const made = definitionOf(callee, unit, graph);
  const own =
    made.kind === 'expression' || made.kind === 'declaration' ? { node: made.node, unit: made.unit } : undefined;
  if (
    [owner, own].some(
      (place) => place !== undefined && isFunctionOrClass(place.node) && mentionsApi(place.node, place.unit, graph),
    )
  )
    return true;
  return access !== undefined && isMadeForApi(unwrap(access.object), unit, graph);
}

/**
 * Whether an object is what a function made of the API's address: `createClient({ baseUrl: 'https://api.clerk.com/v1'
 * })`.
 */
function isMadeForApi(object: ts.Expression, unit: Unit, graph: ModuleGraph): boolean {
  const made = definitionOf(object, unit, graph);
  if (made.kind !== 'expression' || !ts.isCallExpression(made.node)) return false;
  let found = false;
  for (const argument of made.node.arguments) {
    walk(argument, (inner) => {
      const address = inner === argument ? argument : ts.isPropertyAssignment(inner) ? inner.initializer : undefined;
      found ||=
        address !== undefined &&
        !ts.isObjectLiteralExpression(address) &&
        !ts.isSpreadElement(address) &&
        beginsWithApi(address, false, made.unit, graph);
      return found || ts.isFunctionLike(inner) ? 'skip' : undefined;
    });
  }
  return found;
}

function isFunctionOrClass(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isClassLike(node);
}

/** The class that an object is an instance of. */
function ownerOf(
  object: ts.Expression,
  unit: Unit,
  graph: ModuleGraph,
): { readonly node: ts.Node; readonly unit: Unit } | undefined {
  if (object.kind === ts.SyntaxKind.ThisKeyword) {
    for (let node: ts.Node = object; !ts.isSourceFile(node); node = node.parent)
      if (ts.isClassLike(node)) return { node, unit };
    return undefined;
  }
  const made = definitionOf(object, unit, graph);
  if (made.kind !== 'expression' || !ts.isNewExpression(made.node)) return undefined;
  const owner = definitionOf(made.node.expression, made.unit, graph);
  return owner.kind === 'declaration' ? { node: owner.node, unit: owner.unit } : undefined;
}

/**
 * Whether an argument of a call inside of `node` is an address that begins with the API's host, or with something that
 * can't be seen where Clerk is spoken of.
 */
function mentionsApi(node: ts.Node, unit: Unit, graph: ModuleGraph): boolean {
  const isNamed = /clerk/i.test(node.getText(unit.source));
  let found = false;
  walk(node, (inner) => {
    found ||=
      (ts.isCallExpression(inner) || ts.isNewExpression(inner)) &&
      (inner.arguments ?? []).some((argument) => beginsWithApi(argument, isNamed, unit, graph));
    return found ? 'skip' : undefined;
  });
  return found;
}

function beginsWithApi(expression: ts.Expression, isNamed: boolean, unit: Unit, graph: ModuleGraph): boolean {
  const { pieces } = readText(expression, unit, graph, false);
  const first = firstOf(pieces);
  if (first?.kind === 'hole') return isNamed && pieces.length > 1;
  return first !== undefined && BACKEND_HOSTS.some((host) => first.text.startsWith(`https://${host}`));
}

export type Address = ts.StringLiteralLike | ts.TemplateExpression | ts.BinaryExpression;

/** Whether a text is written, or put together, right here. */
export function isAddress(node: ts.Node): node is Address {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
}
