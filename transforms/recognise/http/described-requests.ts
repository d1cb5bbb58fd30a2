import { ts } from 'ts-morph';
import { METADATA_FIELDS, type MetadataField, type Surface } from '../../api-change.ts';
import { PATCH_NAME, WIRE_NAMES } from '../../http-api.ts';
import { useOf } from '../../flow/uses.ts';
import { accessOf, unwrap, wrapped, isCall } from '../../syntax.ts';
import { containerOf, contains, walk } from '../../tree.ts';
import { definitionOf } from '../../flow/definitions.ts';
import type { Unit } from '../../language/unit.ts';
import type { EndpointUrl } from './endpoints.ts';
import { hidesBody, valuesNamed } from './told-bodies.ts';
import { endpointAt, endpointBehind, isAddress, type Address } from './told-endpoints.ts';

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
export function findDescribed(unit: Unit, known: readonly ts.Node[]): DescribedRequest[] {
  const found: DescribedRequest[] = [];
  const namesFields = fieldsNamedIn(unit.source).length > 0;
  const parts = known
    .flatMap((node) => (isCall(node) ? [...(node.arguments ?? [])] : []))
    .map((argument) => partOf(argument, unit));
  // What is inside of these isn't gone to.
  const skipped = new Set<ts.Node | undefined>([...known, ...parts]);
  walk(unit.source, (node) => {
    if (skipped.has(node)) return 'skip';
    const described =
      ts.isCallExpression(node) || ts.isObjectLiteralExpression(node)
        ? describedBy(node, unit)
        : namesFields && isAddress(node)
          ? sentInPieces(node, unit)
          : undefined;
    if (described === undefined) return undefined;
    // An address under a name, and the call that is given it, lead to the same.
    if (!skipped.has(described.node) && !found.some((other) => other.node === described.node)) found.push(described);
    return 'skip';
  });
  return found;
}

function describedBy(node: ts.CallExpression | ts.ObjectLiteralExpression, unit: Unit): DescribedRequest | undefined {
  const isPatch = ts.isCallExpression(node) ? isPatchCall(node) : methodIn(node);
  if (!isPatch) return undefined;
  const fields = fieldsSentBy(node);
  const isNamed = fields.length > 0;
  const endpoint = endpointIn(node, isNamed, unit);
  if (endpoint === undefined) return undefined;
  if (isNamed || hidesBody(node, unit)) return { node, surface: endpoint.surface, fields };
  return ts.isCallExpression(node) ? describedAround(node, endpoint, unit) : undefined;
}

/**
 * An address for an object that is told the method and the metadata by other calls: `request.open('PATCH', …);
 * request.send(…)`.
 */
function sentInPieces(address: Address, unit: Unit): DescribedRequest | undefined {
  const { parent } = wrapped(address);
  const endpoint =
    endpointAt(address, unit) ??
    (ts.isCallExpression(parent) ? endpointBehind(address, unwrap(parent.expression), true, unit) : undefined);
  if (endpoint === undefined) return undefined;
  return describedAround(address, endpoint, unit);
}

/** What the calls around an expression, and others of the same object, say together. */
function describedAround(start: ts.Expression, { surface }: EndpointUrl, unit: Unit): DescribedRequest | undefined {
  const node = chainAround(start);
  const pieces = [node, ...mentionsOfSender(node, unit)];
  const patching = pieces.find((piece) => PATCH_NAME.test(piece.getText(unit.source)));
  const fields = [...new Set(pieces.flatMap(fieldsSentBy))];
  return patching === undefined || fields.length === 0
    ? undefined
    : { node: isAddress(node) ? patching : node, surface, fields };
}

/** What else is called on the object that a call belongs to, or on what it returns. */
function mentionsOfSender(node: ts.Expression, unit: Unit): ts.Expression[] {
  const receiver = ts.isCallExpression(node) ? accessOf(node.expression)?.object : undefined;
  const use = useOf(node);
  const name = use.kind === 'name' ? use.name : receiver === undefined ? undefined : unwrap(receiver);
  const binding = unit.scope.bindingOf(name);
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
  const use = useOf(expression);
  switch (use.kind) {
    case 'method':
      return chainAround(use.call);
    case 'argument':
      return ts.isCallExpression(use.call) ? chainAround(use.call) : wrapped(expression);
    default:
      return wrapped(expression);
  }
}

/** The object that a request is given under a name. */
function partOf(argument: ts.Expression, unit: Unit): ts.Node | undefined {
  const definition = definitionOf(argument, unit);
  return definition.kind === 'expression' ? definition.node : undefined;
}

/** `callApi('PATCH', '/users/…', { … })`, `http.patch('https://api.clerk.com/v1/users/…', …)`. */
function isPatchCall(call: ts.CallExpression): boolean {
  const callee = unwrap(call.expression);
  const name = ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? '');
  return PATCH_NAME.test(name) || call.arguments.some((argument) => saysPatch(argument) || methodIn(argument));
}

/** The endpoint that a description names, as the address itself or in an object. */
function endpointIn(
  node: ts.CallExpression | ts.ObjectLiteralExpression,
  isNamed: boolean,
  unit: Unit,
): EndpointUrl | undefined {
  const callee = ts.isCallExpression(node) ? unwrap(node.expression) : undefined;
  const told = ts.isCallExpression(node) ? node.arguments.map(unwrap) : [node];
  const addresses = told.flatMap((one) => (ts.isObjectLiteralExpression(one) ? valuesNamed(one, URL_NAMES) : [one]));
  return addresses
    .map((address) => endpointAt(address, unit) ?? endpointBehind(address, callee, isNamed, unit))
    .find((endpoint) => endpoint !== undefined);
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
  return ts.isObjectLiteralExpression(node) && valuesNamed(node, METHOD_NAMES).some(saysPatch);
}
