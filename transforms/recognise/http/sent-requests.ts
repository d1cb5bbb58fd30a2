import { ts } from 'ts-morph';
import { DIALECTS, METHOD_OVERRIDE, type ArgumentRole, type Dialect, type DialectName } from '../../http-api.ts';
import { declaredBy, takenFrom } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { definitionOf, type Placed } from '../../flow/definitions.ts';
import { isGlobal } from '../../language/is-global.ts';
import { clientOf, type HttpClient } from './http-clients.ts';
import { constantText } from './read-text.ts';
import { entriesOf, isUnnamed } from './records.ts';
import { isHooked, retriesPut } from './request-hooks.ts';
import { isOptionNamed, readOption, type Option } from './request-options.ts';
import { pinOfOptions, pinSet, worstPin, type Pin } from './request-pin.ts';
import { addressOf } from './request-url.ts';
import type { Unit } from '../../language/unit.ts';
import type { Text } from './url-pieces.ts';

/** Where the HTTP method is written: a string, or the name of the function. */
export interface MethodTarget {
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
  readonly methodTarget: MethodTarget | undefined;
  readonly body: Option;
  /** Whether the body, if it is an object, is sent as JSON. */
  readonly takes: 'text' | 'json';
  readonly pin: () => Pin;
  /**
   * What says whose users are meant: the key that it sends, or, where that can't be seen, the headers or options that may
   * have one. None where it has neither.
   */
  readonly keys: () => readonly Placed[];
  /** Whether something in sight may treat it by its method or path, or change it on its way. */
  readonly isHooked: () => boolean;
  /** Whether it is sent again where it fails, if it is a `PUT`. */
  readonly retriesPut: boolean;
  /** Whether an answer that isn't a success is thrown for certain. */
  readonly throws: boolean;
  /** Whether it sends a `Request` as it is, which is read where that is made. */
  readonly isMadeElsewhere: boolean;
}

/** The HTTP method that a function is named for. */
interface Verb {
  readonly text: string;
  readonly target: MethodTarget | undefined;
}

type Sending = ts.CallExpression | ts.NewExpression;

const VERBS: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);

/** The methods of any client that send. */
const SENDERS: ReadonlySet<string> = new Set([
  ...VERBS,
  ...Object.values<Dialect>(DIALECTS).flatMap(({ aliases }) => aliases),
]);

/** Takes a call apart that sends a request; undefined where what is called isn't known to. */
export function readSent(node: Sending, unit: Unit): SentRequest | undefined {
  const callee = unwrap(node.expression);
  if (ts.isNewExpression(node)) {
    const client: HttpClient = { dialect: 'fetch', defaults: [], origin: undefined, which: 'default', units: [unit] };
    return isGlobal(callee, 'Request', unit) ? assemble(node, client, DIALECTS.fetch.call, undefined, unit) : undefined;
  }
  const client = clientOf(callee, unit);
  if (client !== undefined) return assemble(node, client, DIALECTS[client.dialect].call, undefined, unit);
  const access = methodCalled(callee, unit);
  // Following what any method is called on would be most of the work.
  const owner = access === undefined || !SENDERS.has(access.name) ? undefined : clientOf(access.object, access.unit);
  if (access === undefined || owner === undefined) return undefined;
  const dialect: Dialect = DIALECTS[owner.dialect];
  if (dialect.aliases.includes(access.name)) return assemble(node, owner, dialect.call, undefined, unit);
  if (dialect.verbs === null || !VERBS.has(access.name)) return undefined;
  const roles = ['get', 'delete', 'head'].includes(access.name)
    ? dialect.verbs.filter((role) => role !== 'body')
    : dialect.verbs;
  return assemble(node, owner, roles, { text: access.name.toUpperCase(), target: access.target }, unit);
}

interface Method {
  readonly object: ts.Expression;
  readonly unit: Unit;
  readonly name: string;
  /** Where its name is written for this call alone. */
  readonly target: MethodTarget | undefined;
}

/** The method that is called: `api.patch`, or what has been taken off the client, `const { patch } = api`. */
function methodCalled(callee: ts.Expression, unit: Unit): Method | undefined {
  const access = accessOf(callee);
  if (access !== undefined) return { ...access, unit, target: { kind: 'name', node: access.nameNode } };
  if (!ts.isIdentifier(callee)) return undefined;
  const definition = definitionOf(callee, unit);
  if (!definition.isSure || !('node' in definition)) return undefined;
  const taken = definition.kind === 'expression' ? accessOf(definition.node) : takenFrom(declaredBy(definition.node));
  return taken && { object: taken.object, name: taken.name, unit: definition.unit, target: undefined };
}

function assemble(
  node: Sending,
  client: HttpClient,
  roles: readonly ArgumentRole[] | null,
  verb: Verb | undefined,
  unit: Unit,
): SentRequest | undefined {
  const dialect: Dialect = DIALECTS[client.dialect];
  const args = node.arguments ?? [];
  if (roles === null || args.some(ts.isSpreadElement)) return undefined;
  const [first] = args;
  const holdsAll = first !== undefined && verb === undefined && dialect.options.url.length > 0 && isObject(first, unit);
  const of = (role: ArgumentRole): Placed | undefined => {
    const argument = holdsAll ? (role === 'options' ? first : undefined) : args[roles.indexOf(role)];
    return argument && { node: argument, unit };
  };
  const [url, body, options] = [of('url'), of('body'), of('options')];
  const request = url && requestMade(url);
  const given: Placed[] = [...(options === undefined ? [] : [options]), ...(request?.options ?? [])];
  const all = [...given, ...client.defaults];
  const address = addressOf({ argument: request?.url ?? url?.node, given, client, dialect, unit });
  if (address === undefined) return undefined;
  const text = request === undefined ? address : withoutTargets(address);
  const method = isOverridden(node, text, client) ? UNSEEN : methodOf(verb, given, client.defaults, dialect);
  const json = readOption(given, dialect.options.json);
  return {
    node,
    dialect: client.dialect,
    url: text,
    method: method.text,
    methodTarget: method.target,
    body: bodyOption(body, json, given, all, dialect),
    takes: (body !== undefined || json.kind === 'given') && dialect.options.json.length > 0 ? 'json' : 'text',
    pin: () =>
      worstPin([pinOfOptions(all, [...dialect.options.headers, ...dialect.options.query]), pinSet(client.units, node)]),
    keys: () => keysIn(all, client, dialect),
    isHooked: () => isHooked(client, all) || isHandedOn(node, unit),
    retriesPut: retriesPut(client, all),
    throws: dialect.throws && readOption(all, dialect.lenient).kind === 'absent',
    isMadeElsewhere: request !== undefined && options === undefined,
  };
}

function keysIn(all: readonly Placed[], { defaults }: HttpClient, dialect: Dialect): readonly Placed[] {
  const headers = readOption(all, dialect.options.headers);
  if (headers.kind === 'absent') return defaults;
  if (headers.kind === 'hidden') return all;
  const entries = entriesOf(headers.value, 'headers');
  const keys = entries.flatMap(({ name, value }) =>
    name !== undefined && /^authorization$/i.test(name) && value !== undefined ? value : [],
  );
  return keys.length > 0 || !entries.some(isUnnamed) ? keys : [headers.value];
}

function bodyOption(
  argument: Placed | undefined,
  json: Option,
  given: readonly Placed[],
  all: readonly Placed[],
  dialect: Dialect,
): Option {
  if (dialect.options.text.length === 0 || isOptionNamed(all, dialect.transforms))
    return { kind: 'hidden', isNamed: true };
  if (argument !== undefined) return { kind: 'given', value: argument, isOwn: true };
  return json.kind === 'given' ? json : readOption(given, [...dialect.options.text, ...dialect.options.json]);
}

function isObject(expression: ts.Expression, unit: Unit): boolean {
  const definition = definitionOf(expression, unit);
  return definition.kind === 'expression' && ts.isObjectLiteralExpression(definition.node);
}

/** What a `Request` in the place of the address was made of, by way of others, too. */
function requestMade({
  node: request,
  unit,
}: Placed): { readonly url: ts.Expression; readonly options: readonly Placed[] } | undefined {
  const options: Placed[] = [];
  const addresses = new Set([request]);
  for (const address of addresses) {
    const [url, ...given] = argumentsOfRequest(address, unit) ?? [];
    if (url === undefined) return address === request ? undefined : { url: address, options };
    addresses.add(url);
    options.push(...given.slice(0, 1).map((node) => ({ node, unit })));
  }
  return undefined;
}

function argumentsOfRequest(request: ts.Expression, unit: Unit): readonly ts.Expression[] | undefined {
  const definition = definitionOf(request, unit);
  if (definition.kind !== 'expression' || definition.unit !== unit) return undefined;
  const { node } = definition;
  return ts.isNewExpression(node) && isGlobal(node.expression, 'Request', unit) ? node.arguments : undefined;
}

function withoutTargets({ pieces, isSure }: Text): Text {
  return {
    pieces: pieces.map((piece) => (piece.kind === 'unknown' ? piece : { ...piece, target: undefined })),
    isSure,
  };
}

/** Every place where a `Request` is used that `node` makes; none for other requests. */
function usesOfRequest(node: Sending, unit: Unit): readonly ts.Expression[] {
  if (!ts.isNewExpression(node)) return [];
  const use = useOf(node);
  if (use.kind !== 'name' || !ts.isIdentifier(use.name)) return [node];
  return unit.scope.bindingOf(use.name)?.references ?? [];
}

function argumentsAround(mention: ts.Expression): { readonly call: Sending; readonly others: number } | undefined {
  const use = useOf(mention);
  return use.kind === 'argument' ? { call: use.call, others: (use.call.arguments?.length ?? 0) - 1 } : undefined;
}

/** Whether a `Request` is given to something that isn't known to send it as it is. */
function isHandedOn(node: Sending, unit: Unit): boolean {
  return usesOfRequest(node, unit).some((use) => {
    const around = argumentsAround(use);
    return (
      around !== undefined && ts.isCallExpression(around.call) && clientOf(around.call.expression, unit) === undefined
    );
  });
}

const UNSEEN = { text: undefined, target: undefined } as const;

/**
 * Whether the method isn't the one that counts: a header or the query names another, or what sends the `Request` has
 * options of its own.
 */
function isOverridden(node: Sending, url: Text, client: HttpClient): boolean {
  const texts = [
    node.getText(),
    ...client.defaults.map((object) => object.node.getText(object.unit.source)),
    ...url.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')),
  ];
  const [unit] = client.units;
  return (
    texts.some((text) => METHOD_OVERRIDE.test(text)) ||
    (unit !== undefined && usesOfRequest(node, unit).some((use) => (argumentsAround(use)?.others ?? 0) > 0))
  );
}

function methodOf(
  verb: Verb | undefined,
  given: readonly Placed[],
  defaults: readonly Placed[],
  dialect: Dialect,
): { readonly text: string | undefined; readonly target: MethodTarget | undefined } {
  if (verb !== undefined) return verb;
  const option = readOption(given, dialect.options.method);
  if (option.kind === 'absent') {
    // What the client was made with counts for its other requests, too.
    return defaults.length === 0
      ? { text: 'GET', target: undefined }
      : { ...methodOf(undefined, defaults, [], dialect), target: undefined };
  }
  if (option.kind === 'hidden') return UNSEEN;
  const value = unwrap(option.value.node);
  if (!ts.isStringLiteralLike(value)) return { text: constantText(option.value)?.toUpperCase(), target: undefined };
  const isUnderstood = dialect.normalizesMethod || value.text === value.text.toUpperCase();
  // `fetch` sends `patch` as it is written, and is refused: no request to move.
  const text = isUnderstood || value.text.toLowerCase() !== 'patch' ? value.text.toUpperCase() : undefined;
  return { text, target: option.isOwn ? { kind: 'text', node: value } : undefined };
}
