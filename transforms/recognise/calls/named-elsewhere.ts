import { ts } from 'ts-morph';
import { SURFACES, type Surface } from '../../api-change.ts';
import { mayHavePickedCalls } from '../../prefilter.ts';
import { heldBy } from '../../flow/held.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { isNamedLike, mayBeUpdateBy, namesMetadata, RECEIVER_TYPES } from './update-calls.ts';
import { argumentsOf, SURFACES_BY_METHOD } from './method-calls.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate, evaluateProperty } from '../trace/trace.ts';

/**
 * The surface whose general update is called, or handed on, by a name that isn't written behind the object; undefined
 * where none is.
 */
export function surfaceNamedElsewhere(node: ts.Node, unit: Unit, dependsOnSdk: () => boolean): Surface | undefined {
  if (ts.isCallExpression(node)) return surfaceOfComputed(node, unit, dependsOnSdk);
  return ts.isArrayLiteralExpression(node) ? surfaceOfPair(node, unit, dependsOnSdk) : undefined;
}

/** `client.users[METHOD](id, { publicMetadata })`, `client[api][method](id, { publicMetadata })`. */
function surfaceOfComputed(call: ts.CallExpression, unit: Unit, dependsOnSdk: () => boolean): Surface | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isElementAccessExpression(callee) || accessOf(callee) !== undefined || !mayHavePickedCalls(unit.text))
    return undefined;
  const object = callee.expression;
  const name = constantText(callee.argumentExpression, unit);
  const proven = surfaceOf(object, unit);
  const surface = proven ?? SURFACES_BY_METHOD.get(name ?? '');
  if (surface === undefined || (name !== undefined && name !== SURFACES[surface].method)) return undefined;
  const { params } = argumentsOf(call, SURFACES[surface]);
  if (params === undefined || !namesMetadata(params, surface, unit)) return undefined;
  if (proven !== undefined) return surface;
  const method = evaluateProperty(evaluate(object, unit), SURFACES[surface].method, callee, unit);
  return mayBeUpdateBy(method, { surface, object, params }, unit) && dependsOnSdk() ? surface : undefined;
}

/** `call([client.users, 'updateUser'], id, { publicMetadata })`, as effects of redux-saga are made. */
function surfaceOfPair(pair: ts.ArrayLiteralExpression, unit: Unit, dependsOnSdk: () => boolean): Surface | undefined {
  const [object, name, ...others] = pair.elements;
  if (object === undefined || name === undefined || others.length > 0) return undefined;
  const surface = ts.isStringLiteralLike(name) ? SURFACES_BY_METHOD.get(name.text) : undefined;
  if (surface === undefined || surfaceOf(object, unit) === surface) return surface;
  const { parent } = pair;
  const params = ts.isCallExpression(parent) ? parent.arguments[SURFACES[surface].takesId ? 2 : 1] : undefined;
  const isLikely =
    params !== undefined &&
    namesMetadata(params, surface, unit) &&
    isNamedLike(surface, object, unit) &&
    evaluate(object, unit).kind === 'unknown';
  return isLikely && dependsOnSdk() ? surface : undefined;
}

const CLIENTS: ReadonlySet<SdkType> = new Set(['client', 'client-accessor']);

/** The surface that an object, or a part of a client by a name that isn't written there, has the update of. */
function surfaceOf(object: ts.Expression, unit: Unit): Surface | undefined {
  const value = evaluate(object, unit);
  if (value.kind === 'sdk')
    return (Object.keys(RECEIVER_TYPES) as Surface[]).find((surface) => RECEIVER_TYPES[surface] === value.type);
  const part = unwrap(object);
  const client =
    ts.isElementAccessExpression(part) && accessOf(part) === undefined ? evaluate(part.expression, unit) : undefined;
  return client?.kind === 'sdk' && CLIENTS.has(client.type) ? 'users' : undefined;
}

function constantText(expression: ts.Expression, unit: Unit): string | undefined {
  const value = heldBy(expression, unit);
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : undefined;
}
