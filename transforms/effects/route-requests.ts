import { ts } from 'ts-morph';
import { packageGiving } from '../flow/giving-package.ts';
import { HTTP_METHODS } from '../http-api.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, unwrap } from '../syntax.ts';
import { contains } from '../tree.ts';
import { callAround } from './given.ts';

/**
 * Whether a callee only reads the request of a route: `c.req.param` in a handler that a package's router is given with a
 * path, `app.put('/plan', async (c) => …)`. Source: Hono, "HonoRequest".
 */
export function readsRequest(callee: ts.Expression, unit: Unit): boolean {
  const method = accessOf(unwrap(callee));
  const request = method === undefined ? undefined : accessOf(unwrap(method.object));
  if (request?.name !== 'req' || !READING_METHODS.has(method?.name ?? '')) return false;
  const parameter = unit.scope.declarationOf(unwrap(request.object));
  return parameter !== undefined && ts.isParameter(parameter) && isContext(parameter, unit);
}

/** What reads a part of the request, and gives a text, or an object of texts. */
const READING_METHODS: ReadonlySet<string> = new Set(['param', 'query', 'queries', 'header']);

/** Whether a parameter is the context of a route. */
function isContext(parameter: ts.ParameterDeclaration, unit: Unit): boolean {
  const { parent: fn } = parameter;
  const call = callAround(fn);
  const method = call === undefined ? undefined : accessOf(unwrap(call.expression));
  const [path, ...handlers] = call?.arguments ?? [];
  return (
    method !== undefined &&
    ROUTING_METHODS.has(method.name) &&
    fn.parameters[0] === parameter &&
    path !== undefined &&
    isPath(unwrap(path)) &&
    handlers.some((handler) => contains(handler, fn)) &&
    packageGiving(method.object, unit) !== undefined
  );
}

/** `'/plan'`, `'*'`, and an empty one below another. */
function isPath(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && /^(?:[/*]|$)/.test(node.text);
}

const ROUTING_METHODS: ReadonlySet<string> = new Set([...HTTP_METHODS.map((name) => name.toLowerCase()), 'all']);
