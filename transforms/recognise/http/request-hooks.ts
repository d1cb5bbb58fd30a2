import { ts } from 'ts-morph';
import {
  DEFAULTS,
  DIALECTS,
  GLOBAL_DISPATCHER,
  HTTP_GLOBALS,
  INTERCEPTORS,
  VERSION_HEADER,
  type Dialect,
} from '../../http-api.ts';
import { declaredBy, takenFrom } from '../../flow/declared.ts';
import { accessOf, unwrap, wrapped, isCall } from '../../syntax.ts';
import { someIn } from '../../tree.ts';
import { definitionOf, type Placed } from '../../flow/definitions.ts';
import { isGlobalObject } from '../../language/is-global.ts';
import { clientOf, type HttpClient } from './http-clients.ts';
import { entriesOf } from './records.ts';
import { isOptionNamed, readOption } from './request-options.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether something in sight may treat a request by its method or path, or change it on its way: a hook among the
 * options, an interceptor, headers for one method, a package that is given the client.
 *
 * @param options those of the request and of the client
 */
export function isHooked(client: HttpClient, options: readonly Placed[]): boolean {
  const dialect: Dialect = DIALECTS[client.dialect];
  if (isOptionNamed(options, dialect.hooks)) return true;
  const isDispatched = dialect.hooks.includes('dispatcher');
  if (isDispatched && client.units.some((unit) => unit.text.includes(GLOBAL_DISPATCHER))) return true;
  if (client.units.some(replacesGlobal)) return true;
  if (dialect.hookedBy.length === 0) return false;
  return (
    options.some((object) => hasHeadersByMethod(object)) ||
    client.units.some((unit) => changesClient(client, unit)) ||
    isHookedElsewhere(dialect, client)
  );
}

/** The same by another file, or one that can't be read. The scripts of components aren't looked into. */
function isHookedElsewhere({ hookedBy }: Dialect, client: HttpClient): boolean {
  const [user] = client.units;
  if (user === undefined) return false;
  const { project, load } = user.graph;
  return (project.filesNaming?.(hookedBy, user.fileName) ?? []).some((fileName) => {
    const unit = load(fileName);
    return unit === undefined || changesClient(client, unit);
  });
}

/** `globalThis.fetch = …`. */
function replacesGlobal(unit: Unit): boolean {
  return Object.keys(HTTP_GLOBALS).some((name) =>
    unit.scope.propertyWrites(name).some((target) => {
      const object = accessOf(target)?.object;
      return object !== undefined && isGlobalObject(object, unit);
    }),
  );
}

/** `headers: { patch: { … } }`. */
function hasHeadersByMethod(options: Placed): boolean {
  const headers = readOption([options], ['headers']);
  return headers.kind === 'given' && entriesOf(headers.value, 'headers').some(({ name }) => METHODS.has(name ?? ''));
}

const METHODS: ReadonlySet<string> = new Set(['patch', 'put']);

/** Whether a file gives the client something that runs on, or is added to, each of its requests. */
function changesClient(client: HttpClient, unit: Unit): boolean {
  return someIn(
    unit.source,
    (node) => takesPart(node, client, unit) || (isCall(node) && takesClientAway(node, client, unit)),
  );
}

/** Whether `node` names what a client has beside its methods, to do more with it than what is known. */
function takesPart(node: ts.Node, client: HttpClient, unit: Unit): boolean {
  const access = accessOf(node);
  const taken = access ?? (ts.isBindingElement(node) ? takenFrom(declaredBy(node)) : undefined);
  if (taken === undefined) return false;
  const names = access === undefined ? [] : namesBehind(node);
  switch (taken.name) {
    case INTERCEPTORS:
      // That of responses can't change what is sent.
      return names[0] !== 'response' && mayBe(taken.object, client, unit);
    case DEFAULTS:
      return !isKnownDefault(names) && mayHaveDefaultsOf(taken.object, client, unit);
    default:
      return false;
  }
}

/** The names that an access goes on with; undefined for one that isn't fixed, and for a call. */
function namesBehind(node: ts.Node): (string | undefined)[] {
  const outer = wrapped(node as ts.Expression);
  const { parent } = outer;
  if (!ts.isPropertyAccessExpression(parent) && !ts.isElementAccessExpression(parent))
    return ts.isCallExpression(parent) && parent.expression === outer ? [undefined] : [];
  return parent.expression === outer ? [accessOf(parent)?.name, ...namesBehind(parent)] : [];
}

/** Default options that say nothing of how one method is treated, and don't change what is sent. */
const KNOWN_DEFAULTS: ReadonlySet<string | undefined> = new Set([
  'baseURL',
  'httpAgent',
  'httpsAgent',
  'maxBodyLength',
  'maxContentLength',
  'maxRedirects',
  'proxy',
  'responseType',
  'timeout',
  'transformResponse',
  'withCredentials',
]);

/** Headers that are sent with all requests where they stand beside those of one method: `headers.Authorization`. */
const KNOWN_HEADERS: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type', 'user-agent']);

/** `timeout`; `headers.common.Authorization`, one header of all methods. */
function isKnownDefault([option, ...names]: readonly (string | undefined)[]): boolean {
  if (option !== 'headers') return KNOWN_DEFAULTS.has(option);
  const header = names.at(-1)?.toLowerCase();
  if (header === undefined) return false;
  return names.length === 1 ? KNOWN_HEADERS.has(header) : names[0] === 'common' && header !== VERSION_HEADER;
}

/** Whether the defaults of what may be a client are those of this one: the package's own are for all that are made. */
function mayHaveDefaultsOf(expression: ts.Expression, client: HttpClient, unit: Unit): boolean {
  const isOfAll = clientOf(expression, unit)?.which === 'default';
  return mayBe(expression, isOfAll ? { ...client, which: 'default' } : client, unit);
}

/** Whether an expression isn't known to be another client. */
function mayBe(expression: ts.Expression, { dialect, which }: HttpClient, unit: Unit): boolean {
  const other = clientOf(expression, unit);
  return (
    other === undefined ||
    (other.dialect === dialect && [which, undefined].includes(other.which)) ||
    which === undefined
  );
}

/** Whether a call gives a client to a function that isn't in sight, or that adds interceptors: `axiosRetry(api)`. */
function takesClientAway(call: ts.CallExpression | ts.NewExpression, client: HttpClient, unit: Unit): boolean {
  const isGiven = (argument: ts.Expression): boolean =>
    clientOf(argument, unit) !== undefined && mayBe(argument, client, unit);
  if (!(call.arguments ?? []).some(isGiven)) return false;
  const callee = definitionOf(call.expression, unit);
  if (!('node' in callee) || !(ts.isFunctionLike(callee.node) || ts.isClassLike(callee.node))) return true;
  const text = callee.node.getText(callee.unit.source);
  return [INTERCEPTORS, DEFAULTS].some((name) => text.includes(name));
}

/** Whether a `PUT` that fails is sent again, unlike the `PATCH` that it takes the place of. */
export function retriesPut(client: HttpClient, options: readonly Placed[]): boolean {
  const dialect: Dialect = DIALECTS[client.dialect];
  if (!dialect.retriesPut) return false;
  const retry = readOption(options, ['retry']);
  if (retry.kind !== 'given') return true;
  if (isZero(retry.value.node)) return false;
  const limit = readOption([retry.value], ['limit']);
  return !(limit.kind === 'given' && isZero(limit.value.node));
}

function isZero(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isNumericLiteral(node) && node.text === '0';
}
