import { ts } from 'ts-morph';
import type { Surface } from '../api-change.ts';
import { DIALECTS, type ArgumentRole, type Dialect, type DialectName } from '../http-api.ts';
import { accessOf, nameText, unwrap, walk } from '../syntax.ts';
import { definitionOf } from './definitions.ts';
import { fieldsNamedIn } from './described-requests.ts';
import { readEndpoint, type EndpointUrl } from './endpoints.ts';
import { clientOf, type HttpClient, type Placed } from './http-clients.ts';
import type { ModuleGraph } from './modules.ts';
import { readBody, type RequestBody } from './request-body.ts';
import { readOption, type Option } from './request-options.ts';
import { pinOfQuery, pinOfRecord, setsPin, worstPin, type Pin } from './request-pin.ts';
import type { Unit } from './unit.ts';
import { readText, type Piece, type Text } from './url-pieces.ts';

/** Where the HTTP method is written: a string, or the name of the function. */
export interface MethodSpot {
  readonly kind: 'text' | 'name';
  readonly node: ts.Node;
}

/** A call that sends a request, taken apart. */
export interface SentRequest {
  readonly node: ts.CallExpression | ts.NewExpression;
  readonly dialect: DialectName;
  readonly url: Text;
  /** In capitals; undefined where it can't be seen. */
  readonly method: string | undefined;
  /** Undefined where it isn't written for this request alone. */
  readonly methodSpot: MethodSpot | undefined;
  readonly body: Option;
  /** Whether the body, if it is an object, is sent as JSON. */
  readonly takes: 'text' | 'json';
  readonly pin: Pin;
  /** Whether an answer that isn't a success is thrown for certain. */
  readonly throws: boolean;
}

/** A general update that is sent without the SDK, and what its body may hold. */
export interface ApiRequest {
  readonly node: ts.CallExpression | ts.NewExpression;
  readonly surface: Surface;
  readonly endpoint: EndpointUrl;
  /** Whether address and method are what they look like. */
  readonly isSure: boolean;
  readonly methodSpot: MethodSpot | undefined;
  readonly body: Exclude<RequestBody, { readonly kind: 'none' }>;
  /** The expression that is sent as the body. */
  readonly sent: ts.Expression;
  readonly pin: Pin;
}

export interface Requests {
  /** Those that are general updates and may carry metadata, in source order. */
  readonly updates: readonly ApiRequest[];
  /** All calls that are known to send requests. */
  readonly sent: readonly ts.Node[];
}

/** Every request that the file sends. */
export function findRequests(unit: Unit, graph: ModuleGraph): Requests {
  const found: ApiRequest[] = [];
  const all: ts.Node[] = [];
  walk(unit.source, (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const sent = readSent(node, unit, graph);
      if (sent !== undefined) all.push(node);
      const request = sent === undefined ? undefined : readUpdate(sent, graph);
      if (request !== undefined) found.push(request);
    }
    return undefined;
  });
  return { updates: found.sort((a, b) => a.node.getStart() - b.node.getStart() || b.node.end - a.node.end), sent: all };
}

/** Reads a sent request as a general update; undefined where it is another, or provably carries no metadata. */
function readUpdate(sent: SentRequest, graph: ModuleGraph): ApiRequest | undefined {
  const endpoint = readEndpoint(sent.url.pieces);
  if (endpoint === undefined || (sent.method !== undefined && sent.method !== 'PATCH')) return undefined;
  const { node, url, methodSpot, pin } = sent;
  const body = bodyOf(sent, graph);
  if (body.kind === 'none') return undefined;
  const isSure = url.isSure && endpoint.isWhole && sent.method === 'PATCH';
  // What isn't clearly an update, or clearly the API's, and shows no metadata, is nobody's business.
  const isClear = endpoint.isProven && sent.method === 'PATCH';
  if (!isClear && body.fields.length === 0 && fieldsNamedIn(node).length === 0) return undefined;
  const query = endpoint.query === '' ? 'none' : pinOfQuery(endpoint.query);
  return {
    node, surface: endpoint.surface, endpoint, isSure, methodSpot,
    body: body.kind === 'hidden' && body.fields.length === 0 ? { ...body, fields: fieldsNamedIn(node) } : body,
    sent: sent.body.kind === 'given' ? sent.body.value.node : node,
    pin: worstPin([pin, query]),
  };
}

function bodyOf({ body, takes, node }: SentRequest, graph: ModuleGraph): RequestBody {
  switch (body.kind) {
    case 'absent':
      return { kind: 'none' };
    case 'hidden':
      return { kind: 'hidden', node, fields: [] };
    case 'given': {
      const read = readBody(body.value, takes, graph);
      // What others send, too, is left as it is.
      return read.kind === 'metadata' && !body.isOwn ? { kind: 'fields', node: read.node, fields: read.fields, hasGeneral: false } : read;
    }
  }
}

/** Takes a call apart that sends a request; undefined where what is called isn't known to. */
export function readSent(node: ts.CallExpression | ts.NewExpression, unit: Unit, graph: ModuleGraph): SentRequest | undefined {
  const callee = unwrap(node.expression);
  const place = (argument: ts.Expression): Placed => ({ node: argument, unit });
  if (ts.isNewExpression(node)) {
    const isRequest = ts.isIdentifier(callee) && callee.text === 'Request' && unit.scope.bindingOf(callee) === undefined;
    return isRequest ? assemble(node, { dialect: 'fetch', defaults: [] }, ['url', 'options'], undefined, place, graph, unit) : undefined;
  }
  const client = clientOf(callee, unit, graph);
  if (client !== undefined) {
    const { call } = DIALECTS[client.dialect];
    return assemble(node, client, call, undefined, place, graph, unit);
  }
  const access = accessOf(callee);
  const owner = access === undefined ? undefined : clientOf(access.object, unit, graph);
  if (access === undefined || owner === undefined) return undefined;
  const dialect: Dialect = DIALECTS[owner.dialect];
  if (dialect.aliases.includes(access.name)) return assemble(node, owner, dialect.call, undefined, place, graph, unit);
  if (dialect.verbs === null || !VERBS.has(access.name)) return undefined;
  const roles = access.name === 'get' || access.name === 'delete' || access.name === 'head' ? dialect.verbs.filter((role) => role !== 'body') : dialect.verbs;
  return assemble(node, owner, roles, { kind: 'name', node: access.nameNode }, place, graph, unit);
}

const VERBS: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);

function assemble(
  node: ts.CallExpression | ts.NewExpression, client: HttpClient, roles: readonly ArgumentRole[] | null, verb: MethodSpot | undefined,
  place: (argument: ts.Expression) => Placed, graph: ModuleGraph, unit: Unit,
): SentRequest | undefined {
  const dialect: Dialect = DIALECTS[client.dialect];
  const args = node.arguments ?? [];
  if (roles === null || args.some(ts.isSpreadElement)) return undefined;
  const [first] = args;
  const holdsAll = first !== undefined && verb === undefined && dialect.options.url.length > 0 && isObject(first, unit, graph);
  const of = (role: ArgumentRole): ts.Expression | undefined => (holdsAll ? (role === 'options' ? first : undefined) : args[roles.indexOf(role)]);
  const options = of('options');
  const given = options === undefined ? [] : [place(options)];
  const option = (names: readonly string[]): Option => readOption([...given, ...client.defaults], names, graph);
  const url = urlOf(of('url'), given, option, dialect, unit, graph);
  if (url === undefined) return undefined;
  const method = methodOf(verb, given, dialect, graph);
  const argument = of('body');
  const isChanged = option(dialect.transforms).kind === 'given';
  const json = readOption(given, dialect.options.json, graph);
  const usesJson = argument !== undefined || json.kind === 'given';
  const body: Option = dialect.options.text.length === 0 || isChanged
    ? { kind: 'hidden' }
    : argument !== undefined ? { kind: 'given', value: place(argument), isOwn: true }
    : json.kind === 'given' ? json : readOption(given, [...dialect.options.text, ...dialect.options.json], graph);
  const records = [...dialect.options.headers, ...dialect.options.query].flatMap((name): Pin[] => pinsOf([...given, ...client.defaults], name, graph));
  return {
    node, dialect: client.dialect, url, method: method.text, methodSpot: method.spot, body,
    takes: usesJson && dialect.options.json.length > 0 ? 'json' : 'text',
    pin: worstPin([...records, ...(setsPin(unit, node) ? ['old' as const] : [])]),
    throws: dialect.throws && option(dialect.lenient).kind === 'absent',
  };
}

function isObject(expression: ts.Expression, unit: Unit, graph: ModuleGraph): boolean {
  const definition = definitionOf(expression, unit, graph);
  return definition.kind === 'expression' && ts.isObjectLiteralExpression(definition.node);
}

/** What each of the objects pins by headers or a query: they are merged, so each counts. */
function pinsOf(objects: readonly Placed[], name: string, graph: ModuleGraph): Pin[] {
  return objects.flatMap((object): Pin[] => {
    const option = readOption([object], [name], graph);
    if (option.kind === 'given') return [pinOfRecord(option.value, graph)];
    return option.kind === 'hidden' ? ['hidden'] : [];
  });
}

function methodOf(verb: MethodSpot | undefined, given: readonly Placed[], dialect: Dialect, graph: ModuleGraph): { readonly text: string | undefined; readonly spot: MethodSpot | undefined } {
  if (verb !== undefined) return { text: (nameText(verb.node as ts.Expression) ?? '').toUpperCase(), spot: verb };
  const option = readOption(given, dialect.options.method, graph);
  if (option.kind === 'absent') return { text: 'GET', spot: undefined };
  if (option.kind === 'hidden') return { text: undefined, spot: undefined };
  const value = unwrap(option.value.node);
  if (!ts.isStringLiteralLike(value)) return { text: constantText(option.value, graph), spot: undefined };
  const isUnderstood = dialect.normalizesMethod || value.text === value.text.toUpperCase();
  // `fetch` sends `patch` as it is written, and is refused: no request to move.
  const text = isUnderstood || value.text.toLowerCase() !== 'patch' ? value.text.toUpperCase() : undefined;
  return { text, spot: option.isOwn ? { kind: 'text', node: value } : undefined };
}

/** A text that is the same in every run. */
function constantText({ node, unit }: Placed, graph: ModuleGraph): string | undefined {
  const { pieces, isSure } = readText(node, unit, graph, false);
  const isConstant = isSure && pieces.every(({ kind }) => kind === 'text');
  return isConstant ? pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('').toUpperCase() : undefined;
}

/** The whole address: the one that is given, behind the client's base where it is relative. */
function urlOf(argument: ts.Expression | undefined, given: readonly Placed[], option: (names: readonly string[]) => Option, dialect: Dialect, unit: Unit, graph: ModuleGraph): Text | undefined {
  const property = argument === undefined ? readOption(given, dialect.options.url, graph) : undefined;
  const url = argument === undefined
    ? property?.kind === 'given' ? readText(property.value.node, property.value.unit, graph, property.isOwn && property.value.unit === unit) : undefined
    : readText(argument, unit, graph);
  if (url === undefined) return undefined;
  const start = url.pieces.find((piece) => piece.kind === 'hole' || piece.text !== '');
  if (start?.kind === 'text' && /^https?:\/\//.test(start.text)) return url;
  const base = option(dialect.options.base);
  if (base.kind === 'absent') {
    const later = defaultBase(dialect, unit);
    return later === undefined || start?.kind !== 'text' ? url : { ...behindBase(readText(later, unit, graph, false), url), isSure: false };
  }
  if (base.kind === 'hidden') return start?.kind === 'text' ? { ...url, isSure: false } : url;
  return behindBase(readText(base.value.node, base.value.unit, graph, false), url);
}

/** The base that a statement of the file gives to all requests: `axios.defaults.baseURL = …`. Whether it runs first can't be told. */
function defaultBase(dialect: Dialect, unit: Unit): ts.Expression | undefined {
  const writes = dialect.options.base.flatMap((name) => unit.scope.propertyWrites(name));
  const write = writes.find((target) => accessOf(accessOf(target)?.object ?? target)?.name === 'defaults');
  return write !== undefined && ts.isBinaryExpression(write.parent) ? write.parent.right : undefined;
}

function behindBase(base: Text, url: Text): Text {
  return { pieces: [...withoutEdgeSlash(base.pieces, 'end'), SLASH, ...withoutEdgeSlash(url.pieces, 'start')], isSure: base.isSure && url.isSure };
}

const SLASH: Piece = { kind: 'text', text: '/', spot: undefined };

/** Drops the slashes that a text begins or ends with; where it can be written doesn't move. */
function withoutEdgeSlash(pieces: readonly Piece[], edge: 'start' | 'end'): Piece[] {
  const isEdge = (piece: Piece): boolean => piece.kind === 'hole' || piece.text !== '';
  const index = edge === 'start' ? pieces.findIndex(isEdge) : pieces.findLastIndex(isEdge);
  return pieces.map((piece, at) => {
    if (at !== index || piece.kind === 'hole') return piece;
    if (edge === 'end') return { ...piece, text: piece.text.replace(/\/+$/, '') };
    const text = piece.text.replace(/^\/+/, '');
    const spot = piece.spot?.kind === 'inside' ? { ...piece.spot, start: piece.spot.start + piece.text.length - text.length } : piece.spot;
    return { ...piece, text, spot };
  });
}
