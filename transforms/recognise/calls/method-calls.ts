import { ts } from 'ts-morph';
import { SURFACES, type Surface, type SurfaceChange } from '../../api-change.ts';
import { accessOf, nameText, unwrap, type Access } from '../../syntax.ts';

/** A call of a method that has a general update's name, whoever's it is. */
export interface MethodCall {
  readonly surface: Surface;
  readonly change: SurfaceChange;
  readonly call: ts.CallExpression;
  readonly callee: Access;
  /** Undefined on the frontend, whose subject is the receiver. */
  readonly id: ts.Expression | undefined;
  readonly params: ts.Expression;
}

/** The surfaces whose general update method has a given name. */
export const SURFACES_BY_METHOD: ReadonlyMap<string, Surface> = new Map(
  (Object.keys(SURFACES) as Surface[]).map((surface) => [SURFACES[surface].method, surface]),
);

/** A call by a general update's name, or another of some names, that has params; undefined for any other. */
export function readMethodCall(
  call: ts.CallExpression,
  surfaces: ReadonlyMap<string, Surface> = SURFACES_BY_METHOD,
): MethodCall | undefined {
  const callee = accessOf(unwrap(call.expression));
  const surface = callee === undefined ? undefined : surfaces.get(callee.name);
  if (callee === undefined || surface === undefined) return undefined;
  const change = SURFACES[surface];
  const { id, params = holdsAll(call, change) ? call : undefined } = argumentsOf(call, change);
  return params === undefined ? undefined : { surface, change, call, callee, id, params };
}

/**
 * Whether the only argument is a literal that has or may have metadata, and the id beside it: `updateOrganization({ id,
 * publicMetadata })`.
 */
export function holdsAll(call: ts.CallExpression, { fields, takesId }: SurfaceChange): boolean {
  const [only, ...others] = call.arguments;
  const literal = only === undefined || others.length > 0 || !takesId ? undefined : unwrap(only);
  return (
    literal !== undefined &&
    ts.isObjectLiteralExpression(literal) &&
    literal.properties.some(({ name }) => {
      const key = nameText(name);
      return key === undefined || fields.some((field) => field === key);
    })
  );
}

/**
 * The arguments of a method that takes params, behind an id or alone.
 *
 * @returns `params`: the call itself where spread arguments may hold them; undefined where there are none
 */
export function argumentsOf(
  call: ts.CallExpression,
  { takesId }: Pick<SurfaceChange, 'takesId'>,
): { readonly id: ts.Expression | undefined; readonly params: ts.Expression | undefined } {
  const [first, second] = call.arguments;
  if (!takesId) return { id: undefined, params: first };
  return { id: first, params: first !== undefined && ts.isSpreadElement(first) ? call : second };
}
