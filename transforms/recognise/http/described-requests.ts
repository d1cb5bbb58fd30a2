import { ts } from 'ts-morph';
import { METADATA_FIELDS, type MetadataField, type Surface } from '../../api-change.ts';
import { BACKEND_HOSTS, PATCH_NAME, WIRE_NAMES } from '../../http-api.ts';
import { accessOf, containerOf, contains, nameText, unwrap, walk, wrapped } from '../../syntax.ts';
import { definitionOf } from '../source/definitions.ts';
import { readEndpoint, type EndpointUrl } from './endpoints.ts';
import type { ModuleGraph } from '../source/modules.ts';
import type { Unit } from '../source/unit.ts';
import { readText } from './read-text.ts';
import { firstOf } from './url-pieces.ts';

/**
 * A general update that other code sends: a function that isn't known to send requests, or whoever is given the object
 * that describes it.
 */
export interface DescribedRequest {
  readonly node: ts.Expression;
  readonly surface: Surface;
  readonly fields: readonly MetadataField[];
}

/** What the address is called in objects that describe requests. */
const URL_NAMES: ReadonlySet<string> = new Set(['url', 'uri', 'endpoint', 'path', 'href', 'input']);

/** The metadata fields that are named inside of `node`, in source order. */
export function fieldsNamedIn(node: ts.Node): MetadataField[] {
  const text = node.getText();
  const found = METADATA_FIELDS.map((field) => ({
    field,
    at: text.search(new RegExp(`\\b${WIRE_NAMES[field]}\\b`)),
  })).filter(({ at }) => at !== -1);
  return found.sort((a, b) => a.at - b.at).map(({ field }) => field);
}

/**
 * The same but for what a call is given as a function: that is called with a request or its answer, as the handlers of
 * routes and of mocked servers are.
 */
function fieldsSentBy(node: ts.Node): MetadataField[] {
  if (!ts.isCallExpression(node)) return fieldsNamedIn(node);
  const parts = [node.expression, ...node.arguments.filter((argument) => !ts.isFunctionLike(unwrap(argument)))];
  return [...new Set(parts.flatMap(fieldsSentBy))];
}

/**
 * Every description of a general update with metadata, or with a body that can't be seen, that is no part of `known`.
 */
export function findDescribed(unit: Unit, graph: ModuleGraph, known: readonly ts.Node[]): DescribedRequest[] {
  const found: DescribedRequest[] = [];
  const parts = new Set(
    known
      .flatMap((node) => (ts.isCallExpression(node) || ts.isNewExpression(node) ? [...(node.arguments ?? [])] : []))
      .map((argument) => partOf(argument, unit, graph)),
  );
  walk(unit.source, (node) => {
    if (parts.has(node) || known.some((other) => other === node || contains(other, node))) return 'skip';
    const described =
      ts.isCallExpression(node) || ts.isObjectLiteralExpression(node)
        ? describedBy(node, unit, graph)
        : isAddress(node)
          ? sentInPieces(node, unit, graph)
          : undefined;
    if (described === undefined) return undefined;
    found.push(described);
    return 'skip';
  });
  return found;
}

function describedBy(
  node: ts.CallExpression | ts.ObjectLiteralExpression,
  unit: Unit,
  graph: ModuleGraph,
): DescribedRequest | undefined {
  const endpoint = ts.isCallExpression(node) ? endpointOfCall(node, unit, graph) : endpointOfObject(node, unit, graph);
  if (endpoint === undefined) return undefined;
  const fields = fieldsSentBy(node);
  return fields.length === 0 && !hidesBody(node, unit, graph) ? undefined : { node, surface: endpoint.surface, fields };
}

/** What the body is called in objects that describe requests. */
const BODY_NAMES: ReadonlySet<string> = new Set(['body', 'data', 'form', 'json', 'payload']);

/** What is given beside a body. */
const BESIDE_BODY = /token|key|secret|headers|signal|callback|\bcb\b|done|method/i;

/** Whether a request that is told to other code has a body that can't be seen. */
function hidesBody(node: ts.CallExpression | ts.ObjectLiteralExpression, unit: Unit, graph: ModuleGraph): boolean {
  if (ts.isObjectLiteralExpression(node)) return bodiesIn(node).some((body) => isUnseen(body, unit, graph, new Set()));
  const given = node.arguments.map((argument) => (ts.isSpreadElement(argument) ? argument : unwrap(argument)));
  const bodies = given.flatMap((argument) => (ts.isObjectLiteralExpression(argument) ? bodiesIn(argument) : []));
  const others = given.filter(
    (argument) =>
      ts.isIdentifier(argument) ||
      accessOf(argument) !== undefined ||
      ts.isAwaitExpression(argument) ||
      ts.isSpreadElement(argument),
  );
  const handed = others.filter(
    (argument) => !BESIDE_BODY.test(argument.getText(unit.source)) && !isAddressOf(argument, unit, graph),
  );
  return [...bodies, ...(bodies.length > 0 ? [] : handed)].some((body) => isUnseen(body, unit, graph, new Set()));
}

function isAddressOf(argument: ts.Expression, unit: Unit, graph: ModuleGraph): boolean {
  return (
    !ts.isSpreadElement(argument) && readText(argument, unit, graph, false).pieces.some(({ kind }) => kind === 'text')
  );
}

function bodiesIn(literal: ts.ObjectLiteralExpression): ts.Expression[] {
  return literal.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return BODY_NAMES.has(property.name.text) ? [property.name] : [];
    return ts.isPropertyAssignment(property) && BODY_NAMES.has(nameText(property.name) ?? '')
      ? [unwrap(property.initializer)]
      : [];
  });
}

/** Whether what a body holds isn't all in sight. */
function isUnseen(expression: ts.Expression, unit: Unit, graph: ModuleGraph, seen: Set<ts.Node>): boolean {
  const node = unwrap(expression);
  if (seen.has(node)) return true;
  seen.add(node);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.some((property) => nameText(property.name) === undefined);
  if (
    ts.isLiteralExpression(node) ||
    ts.isFunctionLike(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword
  )
    return false;
  if (ts.isCallExpression(node)) {
    const [text] = node.arguments;
    return text === undefined || accessOf(node.expression)?.name !== 'stringify' || isUnseen(text, unit, graph, seen);
  }
  const definition = ts.isIdentifier(node) ? definitionOf(node, unit, graph) : undefined;
  return (
    definition?.kind !== 'expression' || !definition.isSure || isUnseen(definition.node, definition.unit, graph, seen)
  );
}

type Address = ts.StringLiteralLike | ts.TemplateExpression | ts.BinaryExpression;

function isAddress(node: ts.Node): node is Address {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
}

/**
 * An address for an object that is told the method and the metadata by other calls: `request.open('PATCH', …);
 * request.send(…)`.
 */
function sentInPieces(address: Address, unit: Unit, graph: ModuleGraph): DescribedRequest | undefined {
  const { parent } = wrapped(address);
  const endpoint =
    endpointAt(address, unit, graph) ??
    (ts.isCallExpression(parent) ? endpointBehind(address, unwrap(parent.expression), unit, graph) : undefined);
  if (endpoint === undefined) return undefined;
  const node = chainAround(address);
  const pieces = [node, ...mentionsOfSender(node, unit)];
  if (!pieces.some((piece) => PATCH_NAME.test(piece.getText(unit.source)))) return undefined;
  const fields = [...new Set(pieces.flatMap(fieldsSentBy))];
  return fields.length === 0 ? undefined : { node, surface: endpoint.surface, fields };
}

/** What else is called on the object that a call belongs to, or on what it returns. */
function mentionsOfSender(node: ts.Expression, unit: Unit): ts.Expression[] {
  const receiver = ts.isCallExpression(node) ? accessOf(node.expression)?.object : undefined;
  const { parent } = node;
  const name = ts.isVariableDeclaration(parent) ? parent.name : receiver === undefined ? undefined : unwrap(receiver);
  const binding = name !== undefined && ts.isIdentifier(name) ? unit.scope.bindingOf(name) : undefined;
  if (
    binding?.declaration === undefined ||
    !contains(containerOf(binding.declaration), node) ||
    ts.isSourceFile(containerOf(binding.declaration))
  )
    return [];
  return binding.references.map(chainAround);
}

/** The call that an expression is an argument of, and what is called on its result. */
function chainAround(expression: ts.Expression): ts.Expression {
  const outer = wrapped(expression);
  const { parent } = outer;
  if (
    ts.isPropertyAccessExpression(parent) &&
    ts.isCallExpression(parent.parent) &&
    parent.parent.expression === parent
  )
    return chainAround(parent.parent);
  return ts.isCallExpression(parent) && parent.arguments.includes(outer) ? chainAround(parent) : outer;
}

/** The object that a request is given under a name. */
function partOf(argument: ts.Expression, unit: Unit, graph: ModuleGraph): ts.Node | undefined {
  const definition = definitionOf(argument, unit, graph);
  return definition.kind === 'expression' ? definition.node : undefined;
}

/** `callApi('PATCH', '/users/…', { … })`, `http.patch('https://api.clerk.com/v1/users/…', …)`. */
function endpointOfCall(call: ts.CallExpression, unit: Unit, graph: ModuleGraph): EndpointUrl | undefined {
  const callee = unwrap(call.expression);
  const name = ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? '');
  const isPatch = PATCH_NAME.test(name) || call.arguments.some((argument) => saysPatch(argument) || methodIn(argument));
  if (!isPatch) return undefined;
  const addresses = call.arguments.flatMap((argument) => {
    const node = unwrap(argument);
    return ts.isObjectLiteralExpression(node) ? addressesIn(node) : [node];
  });
  return addresses
    .map((address) => endpointAt(address, unit, graph) ?? endpointBehind(address, callee, unit, graph))
    .find((endpoint) => endpoint !== undefined);
}

function endpointOfObject(
  literal: ts.ObjectLiteralExpression,
  unit: Unit,
  graph: ModuleGraph,
): EndpointUrl | undefined {
  if (!methodIn(literal)) return undefined;
  return addressesIn(literal)
    .map((address) => endpointAt(address, unit, graph))
    .find((endpoint) => endpoint !== undefined);
}

function endpointAt(address: ts.Expression, unit: Unit, graph: ModuleGraph): EndpointUrl | undefined {
  const endpoint = readEndpoint(readText(address, unit, graph, false).pieces);
  return endpoint?.isProven === true && endpoint.isWhole ? endpoint : undefined;
}

/** A path alone, for a function of the repository that puts the API's address before it. */
function endpointBehind(
  address: ts.Expression,
  callee: ts.Expression,
  unit: Unit,
  graph: ModuleGraph,
): EndpointUrl | undefined {
  if (!ts.isStringLiteralLike(address) && !ts.isTemplateExpression(address) && !ts.isBinaryExpression(address))
    return undefined;
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

function saysPatch(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isStringLiteralLike(node) && node.text.toUpperCase() === 'PATCH';
}

/** What the method is called in objects that describe requests; jQuery calls it `type`. */
const METHOD_NAMES: ReadonlySet<string> = new Set(['method', 'type', 'verb']);

/** Whether an object says `method: 'PATCH'`. */
function methodIn(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some(
      (property) =>
        ts.isPropertyAssignment(property) &&
        METHOD_NAMES.has(nameText(property.name) ?? '') &&
        saysPatch(property.initializer),
    )
  );
}

function addressesIn(literal: ts.ObjectLiteralExpression): ts.Expression[] {
  return literal.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return URL_NAMES.has(property.name.text) ? [property.name] : [];
    return ts.isPropertyAssignment(property) && URL_NAMES.has(nameText(property.name) ?? '')
      ? [unwrap(property.initializer)]
      : [];
  });
}
