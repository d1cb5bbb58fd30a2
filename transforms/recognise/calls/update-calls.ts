import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { SURFACES, type MetadataField, type Surface } from '../../api-change.ts';
import { accessOf, unwrap, wrapped } from '../../syntax.ts';
import { callsIn } from '../../tree.ts';
import { ownerByType } from '../sdk/by-type.ts';
import { isPlainlyForeign } from './foreign-calls.ts';
import { holdsAll, readMethodCall, type MethodCall } from './method-calls.ts';
import { fieldsIn, type ParamElement } from '../params/elements.ts';
import { originsOf, type Origin } from '../params/metadata-origins.ts';
import { metadataFieldsOf, readParams } from '../params/params.ts';
import { paramsInSight, spreadParams } from '../params/spread-arguments.ts';
import { SIGN_UP, type SdkType } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { heldIn } from '../sdk/joined-values.ts';
import { alternativesOf, isOpen, type SdkValue, type Value } from '../sdk/value.ts';
import { evaluate, evaluateByCallers, evaluateDoubting, evaluateProperty } from '../evaluator/evaluator.ts';

/** A call of a general update method. */
export interface UpdateCall extends MethodCall {
  /** What the method is called on; undefined where that couldn't be proved. */
  readonly receiver: SdkValue | undefined;
}

/** What the general update methods are, by type. */
export const METHOD_TYPES: Readonly<Partial<Record<SdkType, Surface>>> = {
  'general-update-user': 'users',
  'general-update-organization': 'organizations',
  'general-update-frontend': 'frontend',
};

/** Which calls are wanted. */
export interface Wanted {
  /** Found to be the SDK's without types; for all others the declaration of the method decides where it is known. */
  readonly proven?: ReadonlySet<ts.Node>;
  /** Found without types, proven or not: types may tell whose they are. */
  readonly found?: ReadonlySet<ts.Node>;
  /**
   * Those whose params plainly hold no metadata, too: most methods called `update` are somebody else's, and following
   * whose takes time.
   */
  readonly withoutMetadata?: boolean;
}

/** Every call in the file that is, or may be, one of the SDK's general updates, in source order. */
export function findUpdateCalls(
  unit: Unit,
  dependsOnSdk: () => boolean,
  { proven = new Set(), found: foundBefore = new Set(), withoutMetadata = false }: Wanted = {},
): UpdateCall[] {
  const found: UpdateCall[] = [];
  for (const call of callsIn(unit.source)) {
    if (!withoutMetadata && !mayBeUpdate(call)) continue;
    const isUnsettled = unit.types !== undefined && !proven.has(call);
    const site = isUnsettled
      ? readTypedCall(call, unit, dependsOnSdk, foundBefore.has(call))
      : readUpdateCall(call, unit, dependsOnSdk);
    if (site !== undefined) found.push(site);
  }
  return found.sort((a, b) => a.call.getStart() - b.call.getStart() || b.call.end - a.call.end);
}

/**
 * Whether a call has a general update's name, and nothing in how it is written says that it is somebody else's, or
 * sends no metadata.
 */
function mayBeUpdate(call: ts.CallExpression): boolean {
  const named = readMethodCall(call);
  return named !== undefined && !isPlainlyForeign(named, wrapped(call).parent);
}

/** A call that the file's own evidence left open, as the method's declaration has it. */
function readTypedCall(
  call: ts.CallExpression,
  unit: Unit,
  dependsOnSdk: () => boolean,
  isFound: boolean,
): UpdateCall | undefined {
  const base = readMethodCall(call);
  if (base === undefined || !dependsOnSdk() || !(isFound || isWorthAsking(base, unit))) return undefined;
  const owner = ownerByType(unwrap(call.expression), unit);
  if (owner === 'foreign') return undefined;
  const traced = readUpdateCall(call, unit, dependsOnSdk);
  const object = base.callee.object;
  if (owner === base.surface)
    return {
      ...base,
      receiver: traced?.receiver ?? {
        kind: 'sdk',
        type: RECEIVER_TYPES[owner],
        origin: unwrap(object),
        unit,
        from: undefined,
      },
    };
  return traced !== undefined &&
    (looksLikeOurs({ ...base, object }, unit) ||
      mayHold(methodOf(base, evaluate(object, unit), unit), { ...base, object }, unit))
    ? { ...traced, receiver: undefined }
    : undefined;
}

/**
 * Whether a call by a general update's name is not among `settled`: whose it is, or what becomes of it, may depend on
 * types.
 */
export function hasOpenCalls(unit: Unit, settled: ReadonlySet<ts.Node>): boolean {
  return callsIn(unit.source).some((call) => !settled.has(call) && mayBeUpdate(call));
}

/** What the general update methods are called on. */
export const RECEIVER_TYPES: Readonly<Record<Surface, SdkType>> = {
  users: 'users',
  organizations: 'organizations',
  frontend: 'frontend-user',
};

/**
 * Whether a call is worth the program that a question about types needs: a method called `update` is most often a
 * database's.
 */
function isWorthAsking(call: MethodCall, unit: Unit): boolean {
  const { object } = call.callee;
  return SURFACES[call.surface].takesId || isNamedLikeUser(object, unit) || looksLikeOurs({ ...call, object }, unit);
}

/** Whether an object is called as the signed-in user might be. */
export function isNamedLikeUser(object: ts.Node, unit: Unit): boolean {
  return /user|clerk|session|account|profile|\bme\b/i.test(object.getText(unit.source));
}

function readUpdateCall(call: ts.CallExpression, unit: Unit, dependsOnSdk: () => boolean): UpdateCall | undefined {
  const base = readMethodCall(call);
  if (base === undefined) return undefined;
  const { callee, surface } = base;
  const receiver = evaluate(callee.object, unit);
  const method = methodOf(base, receiver, unit);
  switch (method.kind) {
    case 'sdk':
      if (METHOD_TYPES[method.type] !== surface) return undefined;
      // `{ update: UserResource['update'] }`: the SDK's method, on an object that need not have the other one.
      return { ...base, receiver: receiver.kind === 'sdk' ? receiver : undefined };
    default: {
      // A function of the repository's own may take all in one object.
      if (holdsAll(call, base.change)) return undefined;
      const isWorthIt = (method.kind === 'unknown' && receiver.kind === 'sdk') || dependsOnSdk();
      const named = { surface, object: callee.object, params: base.params };
      const mayBe = isWorthIt && mayBeUpdateBy(method, named, unit);
      return mayBe ? { ...base, receiver: undefined } : undefined;
    }
  }
}

function methodOf({ callee, call }: MethodCall, receiver: Value, unit: Unit): Value {
  return evaluateProperty(receiver, callee.name, call, unit);
}

/** A call by a general update's name, whatever syntax it is written in. */
interface NamedCall extends Pick<MethodCall, 'surface' | 'params'> {
  /** What has the method; undefined where a pattern takes it off what has no name. */
  readonly object: ts.Expression | undefined;
}

/** Whether a call of what isn't proved to be the SDK's method may be one of it, in a package that uses the SDK. */
export function mayBeUpdateBy(method: Value, named: NamedCall, unit: Unit): boolean {
  switch (method.kind) {
    case 'unknown':
      if (method.oneOf !== undefined && heldIn(method) === undefined)
        return method.oneOf.some((one) => mayBeUpdateBy(one, named, unit));
      if (method.isOfPackage === true && !isOfUser(named, unit) && !mayBePassedOn(named, unit)) return false;
      // The backend's `User` has no methods: a browser's user that was given its type.
      return looksLikeOurs(named, unit) || mayHold(method, named, unit);
    case 'foreign':
      return (
        (method.package !== undefined && method.isMade !== true && mayBePassedOn(named, unit)) ||
        mayBeReplaced(named, unit)
      );
    default:
      return mayBeReplaced(named, unit);
  }
}

/** Whether a method may be the SDK's by what its object was made of, and what is sent can't be seen. */
function mayHold(method: Value, { surface, object, params }: NamedCall, unit: Unit): boolean {
  if (method.kind !== 'unknown' || !isOutOfSight(params, surface, unit)) return false;
  if (holdsMethod(method, surface)) return true;
  if (object === undefined) return false;
  const given = evaluateByCallers(object, unit);
  return holdsMethod(evaluateProperty(given, SURFACES[surface].method, object, unit), surface);
}

function holdsMethod(method: Value, surface: Surface): boolean {
  const held = method.kind === 'unknown' ? heldIn(method) : undefined;
  const each = held === undefined ? [] : alternativesOf(held);
  return each.some((one) => one.kind === 'sdk' && METHOD_TYPES[one.type] === surface);
}

/** Whether a call on what the repository made itself may be one on what is put there later. */
function mayBeReplaced(named: NamedCall, unit: Unit): boolean {
  return named.object !== undefined && looksLikeOurs(named, unit) && isOpen(evaluateDoubting(named.object, unit));
}

function isOfUser({ object }: NamedCall, unit: Unit): boolean {
  return object !== undefined && isNamedLikeUser(object, unit);
}

/**
 * Whether a call on what a package gives, whose types aren't in sight, may be an SDK call: a field that the method took
 * is in plain sight, or may be behind one that it never took.
 */
function mayBePassedOn(named: NamedCall, unit: Unit): boolean {
  const { surface, params } = named;
  if (isOfSignUp(named)) return false;
  const taken: readonly MetadataField[] = SURFACES[surface].fields;
  const fields = fieldsNamed(params, surface, unit);
  return fields.some((field) => taken.includes(field)) || (fields.length > 0 && isOutOfSight(params, surface, unit));
}

/** `signUp.update(…)`: a sign-up's own update takes metadata, and keeps doing so. */
function isOfSignUp({ surface, object }: NamedCall): boolean {
  return surface === 'frontend' && object !== undefined && SIGN_UP.test(endName(object) ?? '');
}

/**
 * Whether a call on an unproven receiver may be an SDK call: a metadata field is in plain sight, or what is sent can't
 * be seen and all names are the API's.
 */
function looksLikeOurs(named: NamedCall, unit: Unit): boolean {
  const { surface, object, params } = named;
  if (isOfSignUp(named)) return false;
  return (
    namesMetadata(params, surface, unit) ||
    (object !== undefined && isNearCertain(surface, object, unit) && isOutOfSight(params, surface, unit))
  );
}

/**
 * `….users.updateUser(…)`, `….organizations.updateOrganization(…)`, `clerk.user.update(…)`, `clerkUser.update(…)`;
 * `users` may be taken off its object before.
 */
function isNearCertain(surface: Surface, object: ts.Expression, unit: Unit): boolean {
  const node = unwrap(object);
  const access = accessOf(node);
  if (SURFACES[surface].takesId)
    return access?.name === surface || (ts.isIdentifier(node) && isTakenOff(surface, node, unit));
  const isClerks = (name: string | undefined): boolean => name !== undefined && /clerk/i.test(name);
  const name = ts.isIdentifier(node) ? node.text : access?.name;
  if (name === undefined || !/user$/i.test(name)) return false;
  return isClerks(name) || (access !== undefined && isClerks(endName(access.object)));
}

/** The last name of a path. */
function endName(object: ts.Expression): string | undefined {
  const node = unwrap(object);
  return ts.isIdentifier(node) ? node.text : accessOf(node)?.name;
}

/**
 * Whether params hold a metadata field in plain sight: as they are written, or as their type or what they are made of
 * lists them.
 */
export function namesMetadata(params: ts.Expression, surface: Surface, unit: Unit): boolean {
  return fieldsNamed(params, surface, unit).length > 0;
}

/** The metadata fields that params hold in plain sight. */
function fieldsNamed(params: ts.Expression, surface: Surface, unit: Unit): readonly MetadataField[] {
  const spread = spreadParams(unwrap(params), surface);
  const inside = spread === undefined ? undefined : paramsInSight(spread, unit);
  if (inside !== undefined && inside !== params) return fieldsNamed(inside, surface, unit);
  const read = readParams(params, surface, unit);
  const carried = (): readonly Origin[] => originsOf(params, metadataFieldsOf(surface), unit).carried;
  switch (read.kind) {
    case 'literal':
      return read.elements.flatMap(fieldsOfElement);
    case 'variable':
      return [...read.elements.flatMap(fieldsOfElement), ...carried().flatMap(({ fields }) => fields)];
    case 'listed':
      return read.fields;
    case 'hidden': {
      const origins = originsOf(params, metadataFieldsOf(surface), unit);
      return [...origins.carried, ...origins.raw].flatMap(({ fields }) => fields);
    }
    case 'none':
      return [];
  }
}

function fieldsOfElement(element: ParamElement): readonly MetadataField[] {
  return element.kind === 'general' ? [] : (fieldsIn([element]) ?? []);
}

/** Whether what is sent can't be seen, or not all of it. */
function isOutOfSight(params: ts.Expression, surface: Surface, unit: Unit): boolean {
  const read = readParams(params, surface, unit);
  if (read.kind === 'variable')
    return (
      read.elements.some(({ kind }) => kind === 'mixed') ||
      originsOf(params, metadataFieldsOf(surface), unit).unseen.length > 0
    );
  return read.kind === 'hidden' || (read.kind === 'literal' && read.elements.some(({ kind }) => kind === 'mixed'));
}

/**
 * Whether an object goes by the API's name (`client.users`, or a variable that holds that), or by Clerk's; the
 * browser's user may have any.
 */
export function isNamedLike(surface: Surface, object: ts.Expression, unit: Unit): boolean {
  const node = unwrap(object);
  if (!SURFACES[surface].takesId || /clerk/i.test(node.getText(unit.source)) || accessOf(node)?.name === surface)
    return true;
  return ts.isIdentifier(node) && (node.text === surface || isTakenOff(surface, node, unit));
}

/**
 * Whether a variable is declared with what an object has under the API's name: `{ users }`, `{ users: directory }`, `=
 * client.users`.
 */
function isTakenOff(surface: Surface, name: ts.Identifier, unit: Unit): boolean {
  const declared = declaredBy(unit.scope.declarationOf(name));
  if (declared.kind === 'part') return declared.name === surface;
  return declared.kind === 'value' && accessOf(unwrap(declared.of))?.name === surface;
}
