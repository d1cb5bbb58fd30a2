import { ts } from 'ts-morph';
import type { MetadataField, Surface } from '../../api-change.ts';
import { DIALECTS } from '../../http-api.ts';
import { definitionOf, type Definition, type Placed } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { unwrap, isCall } from '../../syntax.ts';
import { containerOf, walk } from '../../tree.ts';
import { fieldsNamedIn } from './described-requests.ts';
import { readEndpoint, type EndpointUrl } from './endpoints.ts';
import { readHiddenAddress } from './hidden-address.ts';
import { readBody, type RequestBody } from './request-body.ts';
import { pinOfQuery, worstPin, type Pin } from './request-pin.ts';
import { readSent, type SentRequest } from './sent-requests.ts';
import type { Unit } from '../../language/unit.ts';

/** A general update that is sent without the SDK, and what its body may hold. */
export interface ApiRequest extends Pick<SentRequest, 'node' | 'methodTarget' | 'isHooked' | 'retriesPut' | 'keys'> {
  readonly pin: Pin;
  readonly surface: Surface;
  readonly endpoint: EndpointUrl;
  /** Whether address and method are what they look like. */
  readonly isSure: boolean;
  readonly body: Exclude<RequestBody, { readonly kind: 'none' }>;
  /** The expression that is sent as the body. */
  readonly sent: ts.Expression;
}

export interface Requests {
  /** Those that are general updates and may carry metadata, in source order. */
  readonly updates: readonly ApiRequest[];
  /** All calls that are known to send requests. */
  readonly sent: readonly ts.Node[];
}

/** Every request that the file sends. */
export function findRequests(unit: Unit): Requests {
  const found: ApiRequest[] = [];
  const all: ts.Node[] = [];
  walk(unit.source, (node) => {
    if (isCall(node)) {
      const sent = readSent(node, unit);
      if (sent !== undefined) all.push(node);
      const request = sent === undefined || sent.isMadeElsewhere ? undefined : readUpdate(sent, unit);
      if (request !== undefined) found.push(request);
    }
    return undefined;
  });
  return { updates: found.sort((a, b) => a.node.getStart() - b.node.getStart() || b.node.end - a.node.end), sent: all };
}

/** Reads a sent request as a general update; undefined where it is another, or provably carries no metadata. */
function readUpdate(sent: SentRequest, unit: Unit): ApiRequest | undefined {
  const endpoint = readEndpoint(sent.url.pieces) ?? readHiddenAddress(sent.url);
  if (endpoint === undefined || (sent.method !== undefined && sent.method !== 'PATCH')) return undefined;
  const { node, url } = sent;
  const body = bodyOf(sent);
  if (body.kind === 'none') return undefined;
  const isSure = url.isSure && endpoint.isWhole && sent.method === 'PATCH';
  // What isn't clearly an update, or clearly the API's, and shows no metadata, is nobody's business.
  const isForwarded = endpoint.isWhole && sent.body.kind === 'given';
  const isClear = endpoint.isProven && (sent.method === 'PATCH' || isForwarded);
  const named = fieldsOf(sent, unit);
  if (!isClear && body.fields.length === 0 && named.length === 0) return undefined;
  return {
    ...sent,
    surface: endpoint.surface,
    endpoint,
    isSure,
    body: body.kind === 'hidden' && body.fields.length === 0 ? { ...body, fields: named } : body,
    sent: sent.body.kind === 'given' ? sent.body.value.node : node,
    pin: worstPin([sent.pin(), pinOfQuery(endpoint.query)]),
  };
}

/** The fields that the request names, or what its options lead to, where these can't be read. */
function fieldsOf(sent: SentRequest, unit: Unit): MetadataField[] {
  const { node, method } = sent;
  const here = hasBodyElsewhere(sent) ? containerOf(node) : node;
  const options = method === undefined ? node.arguments?.at(-1) : undefined;
  const places = options === undefined ? [here] : [here, ...placesBehind(options, unit)];
  return [...new Set(places.flatMap(fieldsNamedIn))];
}

/** The literal that an object is made by, or the function that makes it, and the statements that may fill it. */
function placesBehind(object: ts.Expression, unit: Unit): ts.Node[] {
  const binding = unit.scope.bindingOf(unwrap(object));
  // In JavaScript, an assignment to a property of a constant declares that, too.
  const mentions: readonly ts.Node[] = [...(binding?.references ?? []), ...(binding?.symbol.declarations ?? [])];
  const found = mentions.flatMap((mention) => statementWith(mention) ?? []);
  const seen = new Set<ts.Node>();
  for (let at: Placed | undefined = { node: object, unit }; at !== undefined;) {
    const definition: Definition = definitionOf(at.node, at.unit);
    if (!('node' in definition) || seen.has(definition.node)) break;
    seen.add(definition.node);
    const origin = definition.kind === 'expression' ? originOf(definition.node) : undefined;
    const next =
      origin?.kind === 'awaited' ? origin.of : origin?.kind === 'result' ? origin.call.expression : undefined;
    if (next === undefined) found.push(definition.node);
    at = next && { node: next, unit: definition.unit };
  }
  return found;
}

/** The statement of the same function that does something with a node, and keeps nothing of it. */
function statementWith(node: ts.Node): ts.Node | undefined {
  const statement = ts.findAncestor(node, (around) => ts.isExpressionStatement(around) || ts.isFunctionLike(around));
  return statement === undefined || ts.isFunctionLike(statement) ? undefined : statement;
}

/** Whether the body is sent later, or put into the options by statements: it stands somewhere in the same function. */
function hasBodyElsewhere({ body, dialect, method, node }: SentRequest): boolean {
  const options = node.arguments?.at(-1);
  const isFilled = method === undefined && body.kind === 'hidden' && options !== undefined && ts.isIdentifier(options);
  return isFilled || DIALECTS[dialect].options.text.length === 0;
}

function bodyOf({ body, takes, node }: SentRequest): RequestBody {
  switch (body.kind) {
    case 'absent':
      return { kind: 'none' };
    case 'hidden':
      return { kind: 'hidden', node, fields: [] };
    case 'given': {
      const read = readBody(body.value, takes);
      // What others send, too, is left as it is.
      return read.kind === 'metadata' && !body.isOwn
        ? { kind: 'fields', node: read.node, fields: read.fields, hasGeneral: false }
        : read;
    }
  }
}
