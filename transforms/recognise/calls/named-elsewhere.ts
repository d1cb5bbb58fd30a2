import { ts } from 'ts-morph';
import { SURFACES, type Surface } from '../../api-change.ts';
import { mayHavePickedCalls } from '../../prefilter.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import {
  accessOf,
  nameText,
  unwrap,
  takenName,
  declarationAround,
  fieldOf,
  isAccess,
  isVariable,
  type Variable,
} from '../../syntax.ts';
import { isNamedLike, mayBeUpdateBy, METHOD_TYPES, namesMetadata, RECEIVER_TYPES } from './update-calls.ts';
import { readParams } from '../params/params.ts';
import { SURFACES_BY_METHOD } from './method-calls.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { memoize } from '../../memoize.ts';
import { walk } from '../../tree.ts';
import {
  evaluate,
  evaluateElement,
  evaluateProperty,
  evaluateTakenApart,
  evaluateType,
} from '../evaluator/evaluator.ts';
import { constantText } from '../http/read-text.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';
import { argumentsGiven } from './calls-of-method.ts';
import { isTakenByPattern, nameGiven, objectOf } from './taken-by-pattern.ts';

/**
 * The surface whose general update is called, or handed on, by a name that isn't written behind the object; undefined
 * where none is.
 */
export function surfaceNamedElsewhere(node: ts.Node, unit: Unit, dependsOnSdk: () => boolean): Surface | undefined {
  if (ts.isArrayLiteralExpression(node)) return surfaceOfPair(node, unit, dependsOnSdk);
  const handed = ts.isCallExpression(node) ? surfaceHanded(node, unit) : undefined;
  if (handed !== undefined) return handed;
  const typed = surfaceByType(node, unit);
  if (typed !== undefined) return typed;
  const taken = takenByOtherName(node, unit);
  return taken === undefined ? undefined : surfaceOfTaken(taken, unit, dependsOnSdk);
}

/**
 * The surface of the method that is given under a name of its own: `(save: UserResource['update']) => save({ … })`;
 * undefined where its calls in sight carry no metadata.
 */
function surfaceByType(node: ts.Node, unit: Unit): Surface | undefined {
  const method = isVariable(node) ? node.name : node;
  if (!ts.isIdentifier(method) && !isAccess(method) && !ts.isCallExpression(method)) return undefined;
  const name = ts.isIdentifier(method) ? method.text : (accessOf(method)?.name ?? '');
  if (!(ts.isIdentifier(method) && isNamedLikeMethod(name)) && !mayNameInTypes(unit)) return undefined;
  const value = isVariable(node)
    ? givenByType(node, unit)
    : ts.isIdentifier(method)
      ? UNKNOWN
      : typeWritten(method, unit);
  const surface = value.kind === 'sdk' ? METHOD_TYPES[value.type] : undefined;
  // Under its own name, its calls are found as such.
  if (surface === undefined || (isAccess(method) && name === SURFACES[surface].method)) return undefined;
  return isGivenParams(method, surface, unit) ? surface : undefined;
}

/** Whether the calls in sight give a method params that carry metadata, or may. */
function isGivenParams(method: ts.Expression, surface: Surface, unit: Unit): boolean {
  return argumentsGiven(method, unit).some((given) => {
    const params = given[SURFACES[surface].takesId ? 1 : 0];
    return (
      given.some(ts.isSpreadElement) || (params !== undefined && readParams(params, surface, unit).kind !== 'none')
    );
  });
}

/** What a declaration has by its type alone; what it is taken off, or made with, says it otherwise. */
function givenByType(node: Variable, unit: Unit): Value {
  if (!ts.isBindingElement(node)) return node.initializer === undefined ? evaluateType(node.type, unit) : UNKNOWN;
  const isOther = !isNamedLikeMethod(takenName(node) ?? '');
  const isTyped = ts.isParameter(declarationAround(node)) || evaluateTakenApart(node, unit).kind === 'typed';
  return isOther && isTyped ? evaluateElement(node, unit) : UNKNOWN;
}

/** What a member has by the type that lists it, or what a function gives by the type that is written for that. */
function typeWritten(node: ts.CallExpression | Access, unit: Unit): Value {
  if (ts.isCallExpression(node)) {
    const fn = evaluate(node.expression, unit);
    return fn.kind === 'function' ? evaluateType(fn.node.type, fn.unit) : UNKNOWN;
  }
  const { object, name } = accessOf(node) ?? {};
  if (object === undefined || name === undefined) return UNKNOWN;
  const owner = evaluate(object, unit);
  if (owner.kind === 'typed') return evaluateProperty(owner, name, node, unit);
  const field = owner.kind === 'instance' ? fieldOf(owner.node, name) : undefined;
  return owner.kind === 'instance' && field?.initializer === undefined
    ? evaluateType(field?.type, owner.unit)
    : UNKNOWN;
}

function isNamedLikeMethod(name: string): boolean {
  return SURFACES_BY_METHOD.has(name);
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** Whether a file may write the type of a general update: `ClerkClient['users']['updateUser']`. */
const mayNameInTypes = memoize(({ text }: Unit) => METHOD_IN_TYPE.test(text));
const METHOD_IN_TYPE = new RegExp(
  String.raw`(?:\[\s*['"]|typeof\s[\w$.\s]*\.)(?:${[...SURFACES_BY_METHOD.keys()].join('|')})\b`,
);

/** Whether a node takes something off an object, by a name that isn't written there, and calls it with metadata. */
export function callsByUnknownName(node: ts.Node, unit: Unit): boolean {
  const taken = takenByOtherName(node, unit);
  return (
    taken !== undefined &&
    evaluatedOf(taken, unit).kind === 'unknown' &&
    (Object.keys(SURFACES) as Surface[]).some((surface) => paramsOf(taken, surface, unit).length > 0)
  );
}

/** What is taken off an object by a name that isn't written behind it. */
interface TakenByOtherName {
  /** The node that takes it. */
  readonly node: ts.Node;
  /** Undefined where a pattern takes apart what a pattern took. */
  readonly object: ts.Expression | undefined;
  readonly name: ts.Expression;
  /** Where it is: the node, or the name that a pattern gives it. */
  readonly method: ts.Expression;
}

/** `users[METHOD]`, `{ [METHOD]: save } = users`, `Reflect.get(users, METHOD)` */
function takenByOtherName(node: ts.Node, unit: Unit): TakenByOtherName | undefined {
  if (ts.isElementAccessExpression(node))
    return accessOf(node) === undefined && mayPick(unit)
      ? { node, object: node.expression, name: node.argumentExpression, method: node }
      : undefined;
  if (ts.isCallExpression(node)) {
    const [object, name] = node.arguments;
    return object !== undefined && name !== undefined && globalFunctionName(node.expression, unit) === 'Reflect.get'
      ? { node, object, name, method: node }
      : undefined;
  }
  if (!isTakenByPattern(node) || ts.isShorthandPropertyAssignment(node)) return undefined;
  const key = ts.isBindingElement(node) ? node.propertyName : node.name;
  const method = nameGiven(node);
  return key !== undefined && ts.isComputedPropertyName(key) && nameText(key) === undefined && method !== undefined
    ? { node, object: objectOf(node), name: key.expression, method }
    : undefined;
}

const mayPick = memoize((unit: Unit) => mayHavePickedCalls(unit.text) || methodsNamed(unit).size > 0);

/** The general updates that are named by a text of the file: a name that isn't written behind an object may be one. */
const methodsNamed = memoize(({ source, text }: Unit): ReadonlySet<string> => {
  const found = new Set<string>();
  if (![...SURFACES_BY_METHOD.keys()].some((method) => text.includes(method))) return found;
  walk(source, (node) => {
    if (ts.isStringLiteralLike(node) && isNamedLikeMethod(node.text)) found.add(node.text);
    return undefined;
  });
  return found;
});

function surfaceOfTaken(taken: TakenByOtherName, unit: Unit, dependsOnSdk: () => boolean): Surface | undefined {
  const { node, object } = taken;
  // Most that is taken so, as `list[index]`, is no method: nobody calls it.
  const mayUpdate = (surface: Surface): boolean =>
    paramsOf(taken, surface, unit).length > 0 || methodsNamed(unit).has(SURFACES[surface].method);
  if (!(Object.keys(SURFACES) as Surface[]).some(mayUpdate)) return undefined;
  const proven = surfaceOf(taken, unit);
  if (proven !== undefined && paramsOf(taken, proven, unit).length === 0) {
    const mayBeNamed = methodsNamed(unit).has(SURFACES[proven].method);
    if (!mayBeNamed || !isGivenParams(taken.method, proven, unit)) return undefined;
  }
  const name = constantText({ node: taken.name, unit });
  const surface = proven ?? SURFACES_BY_METHOD.get(name ?? '');
  if (surface === undefined || (name !== undefined && name !== SURFACES[surface].method)) return undefined;
  if (proven !== undefined) return surface;
  const mayBe = paramsOf(taken, surface, unit).some((params) => {
    const method = evaluateProperty(evaluatedOf(taken, unit), SURFACES[surface].method, node, unit);
    return mayBeUpdateBy(method, { surface, object, params }, unit);
  });
  return mayBe && dependsOnSdk() ? surface : undefined;
}

/** The params with metadata that the calls in sight give what is taken. */
function paramsOf({ method }: TakenByOtherName, surface: Surface, unit: Unit): readonly ts.Expression[] {
  const { takesId } = SURFACES[surface];
  return argumentsGiven(method, unit).flatMap((given) => {
    const [first] = given;
    const params = takesId && first !== undefined && !ts.isSpreadElement(first) ? given[1] : first;
    return params !== undefined && namesMetadata(params, surface, unit) ? [params] : [];
  });
}

function evaluatedOf({ node, object }: TakenByOtherName, unit: Unit): Value {
  if (ts.isBindingElement(node)) return evaluateTakenApart(node, unit);
  return object === undefined ? UNKNOWN : evaluate(object, unit);
}

/** `call([client.users, 'updateUser'], id, { publicMetadata })`, as effects of redux-saga are made. */
function surfaceOfPair(pair: ts.ArrayLiteralExpression, unit: Unit, dependsOnSdk: () => boolean): Surface | undefined {
  const [object, name, ...others] = pair.elements;
  if (object === undefined || name === undefined || others.length > 0) return undefined;
  const surface = ts.isStringLiteralLike(name) ? SURFACES_BY_METHOD.get(name.text) : undefined;
  if (surface === undefined || surfaceOfObject(object, unit) === surface) return surface;
  const { parent } = pair;
  const params = ts.isCallExpression(parent) ? parent.arguments[SURFACES[surface].takesId ? 2 : 1] : undefined;
  const isLikely =
    params !== undefined &&
    namesMetadata(params, surface, unit) &&
    isNamedLike(surface, object, unit) &&
    evaluate(object, unit).kind === 'unknown';
  return isLikely && dependsOnSdk() ? surface : undefined;
}

/** `run(client.users, 'updateUser', id, params)`, where the method is called with what follows its name. */
function surfaceHanded({ arguments: given }: ts.CallExpression, unit: Unit): Surface | undefined {
  const at = given.findIndex((one) => ts.isStringLiteralLike(one) && isNamedLikeMethod(one.text));
  const [object, name] = given.slice(at - 1, at + 1);
  if (at < 1 || object === undefined || name === undefined || !ts.isStringLiteralLike(name)) return undefined;
  const surface = SURFACES_BY_METHOD.get(name.text);
  if (surface === undefined || surfaceOfObject(object, unit) !== surface) return undefined;
  const following = given.slice(at + 1);
  const [list] = following.map(unwrap);
  const passed = list !== undefined && ts.isArrayLiteralExpression(list) ? list.elements : following;
  const params = passed[SURFACES[surface].takesId ? 1 : 0];
  const carries = params !== undefined && readParams(params, surface, unit).kind !== 'none';
  return carries || passed.some(ts.isSpreadElement) ? surface : undefined;
}

const CLIENTS: ReadonlySet<SdkType> = new Set(['client', 'client-accessor']);

/** The surface that what something is taken off has the update of. */
function surfaceOf(taken: TakenByOtherName, unit: Unit): Surface | undefined {
  const { node, object } = taken;
  return object === undefined || ts.isBindingElement(node)
    ? surfaceOfValue(evaluatedOf(taken, unit))
    : surfaceOfObject(object, unit);
}

/** The same of an object, or a part of a client by a name that isn't written there. */
function surfaceOfObject(object: ts.Expression, unit: Unit): Surface | undefined {
  const part = unwrap(object);
  const client =
    ts.isElementAccessExpression(part) && accessOf(part) === undefined ? evaluate(part.expression, unit) : undefined;
  return (
    surfaceOfValue(evaluate(object, unit)) ?? (client?.kind === 'sdk' && CLIENTS.has(client.type) ? 'users' : undefined)
  );
}

function surfaceOfValue(value: Value): Surface | undefined {
  return value.kind === 'sdk'
    ? (Object.keys(RECEIVER_TYPES) as Surface[]).find((surface) => RECEIVER_TYPES[surface] === value.type)
    : undefined;
}
