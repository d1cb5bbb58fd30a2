import { ts } from 'ts-morph';
import { SURFACES, type Surface, type SurfaceChange } from '../api-change.ts';
import { accessOf, unwrap, walk, type Access } from '../syntax.ts';
import { readParams } from './params.ts';
import type { Shape } from './sdk-shapes.ts';
import type { Tracer } from './trace.ts';
import type { Unit } from './unit.ts';
import type { SdkValue } from './value.ts';

/** A call of a general update method. */
export interface UpdateCall {
  readonly surface: Surface;
  readonly change: SurfaceChange;
  readonly call: ts.CallExpression;
  readonly callee: Access;
  /** What the method is called on; undefined where that couldn't be proved. */
  readonly receiver: SdkValue | undefined;
  /** Undefined on the frontend, whose subject is the receiver. */
  readonly id: ts.Expression | undefined;
  readonly params: ts.Expression;
}

/** What the general update methods are, by shape. */
export const METHOD_SHAPES: Readonly<Partial<Record<Shape, Surface>>> = {
  'general-update-user': 'users',
  'general-update-organization': 'organizations',
  'general-update-frontend': 'frontend',
};

/** The surfaces whose general update method has a given name. */
const SURFACES_BY_METHOD: ReadonlyMap<string, Surface> = new Map((Object.keys(SURFACES) as Surface[]).map((surface) => [SURFACES[surface].method, surface]));

/** Every call in the file that is, or may be, one of the SDK's general updates, in source order. */
export function findUpdateCalls(unit: Unit, tracer: Tracer, dependsOnSdk: () => boolean): UpdateCall[] {
  const found: UpdateCall[] = [];
  walk(unit.source, (node) => {
    if (ts.isCallExpression(node)) {
      const site = readUpdateCall(node, unit, tracer, dependsOnSdk);
      if (site !== undefined) found.push(site);
    }
    return undefined;
  });
  return found.sort((a, b) => a.call.getStart() - b.call.getStart() || b.call.end - a.call.end);
}

function readUpdateCall(call: ts.CallExpression, unit: Unit, tracer: Tracer, dependsOnSdk: () => boolean): UpdateCall | undefined {
  const callee = accessOf(unwrap(call.expression));
  const surface = callee === undefined ? undefined : SURFACES_BY_METHOD.get(callee.name);
  if (callee === undefined || surface === undefined) return undefined;
  const change = SURFACES[surface];
  const [first, second] = call.arguments;
  const params = change.takesId ? second : first;
  if (params === undefined && !call.arguments.some(ts.isSpreadElement)) return undefined;
  const receiver = tracer.valueOf(callee.object, unit);
  const base = { surface, change, call, callee, id: change.takesId ? first : undefined, params: params ?? call };
  const method = receiver.kind === 'unknown' ? receiver : tracer.property(receiver, callee.name, call, unit);
  switch (method.kind) {
    case 'sdk':
      return receiver.kind === 'sdk' && METHOD_SHAPES[method.shape] === surface ? { ...base, receiver } : undefined;
    case 'unknown':
      return looksLikeOurs(base.surface, callee, base.params, unit) && dependsOnSdk() ? { ...base, receiver: undefined } : undefined;
    default:
      // The backend's `User` has no methods: a browser's user that was given its type.
      return receiver.kind === 'sdk' && receiver.shape === 'user' && looksLikeOurs(surface, callee, base.params, unit) ? { ...base, receiver: undefined } : undefined;
  }
}

/** Whether a call on an unproven receiver has the shape of an SDK call: the API's name before the method, and a metadata field in plain sight. */
function looksLikeOurs(surface: Surface, callee: Access, params: ts.Expression, unit: Unit): boolean {
  const read = readParams(params, surface, unit);
  const namesField = (read.kind === 'literal' || read.kind === 'variable') && read.elements.some(({ kind }) => kind === 'metadata' || kind === 'metadata-spread');
  if (!namesField) return false;
  if (!SURFACES[surface].takesId) return true;
  const object = unwrap(callee.object);
  return (ts.isIdentifier(object) ? object.text : accessOf(object)?.name) === surface;
}
