import { ts } from 'ts-morph';
import { DIALECTS, GLOBAL_DISPATCHER, HTTP_GLOBALS, INTERCEPTORS, type Dialect } from '../../http-api.ts';
import { accessOf, unwrap } from '../../syntax.ts';
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
  if (client.units.some((unit) => unit.text.includes(GLOBAL_DISPATCHER))) return dialect.hooks.includes('dispatcher');
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
    (node) =>
      isInterceptor(node, client, unit) ||
      isHeadersOfMethod(node) ||
      ((ts.isCallExpression(node) || ts.isNewExpression(node)) && takesClientAway(node, client, unit)),
  );
}

/** `api.interceptors`, unless it goes on with `.response`: that can't change what is sent. */
function isInterceptor(node: ts.Node, client: HttpClient, unit: Unit): boolean {
  if (!ts.isIdentifier(node) || node.text !== INTERCEPTORS) return false;
  const access = accessOf(node.parent);
  if (access?.nameNode !== node) return true;
  return accessOf(node.parent.parent)?.name !== 'response' && mayBe(access.object, client, unit);
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

/** `api.defaults.headers.patch`. */
function isHeadersOfMethod(node: ts.Node): boolean {
  const access = accessOf(node);
  return access !== undefined && METHODS.has(access.name) && accessOf(unwrap(access.object))?.name === 'headers';
}

/** Whether a call gives a client to a package, or to a function that adds interceptors: `axiosRetry(api)`. */
function takesClientAway(call: ts.CallExpression | ts.NewExpression, client: HttpClient, unit: Unit): boolean {
  const isGiven = (argument: ts.Expression): boolean =>
    clientOf(argument, unit) !== undefined && mayBe(argument, client, unit);
  if (!(call.arguments ?? []).some(isGiven)) return false;
  const callee = definitionOf(call.expression, unit);
  if (callee.kind === 'export') return true;
  return (
    callee.kind !== 'global' &&
    callee.kind !== 'module' &&
    callee.node.getText(callee.unit.source).includes(INTERCEPTORS)
  );
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
