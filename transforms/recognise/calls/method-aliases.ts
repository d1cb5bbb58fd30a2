import { ts } from 'ts-morph';
import { SURFACES, type Surface } from '../../api-change.ts';
import { accessOf, nameText, unwrap, wrapped, isAccess, takenName } from '../../syntax.ts';
import { someIn, walk } from '../../tree.ts';
import { argumentsGiven } from './calls-of-method.ts';
import { isNamedLikeUser, mayBeUpdateBy, METHOD_TYPES, type UpdateCall } from './update-calls.ts';
import { SURFACES_BY_METHOD } from './method-calls.ts';
import { callsByUnknownName, surfaceNamedElsewhere } from './named-elsewhere.ts';
import { isNeverReassigned } from '../../language/scope.ts';
import { ownerByType } from '../sdk/by-type.ts';
import type { Unit } from '../../language/unit.ts';
import type { Value } from '../sdk/value.ts';
import { isTakenByPattern, nameGiven, objectOf } from './taken-by-pattern.ts';
import { evaluate, evaluateProperty, evaluateElement } from '../evaluator/evaluator.ts';

/** A general update method that is taken off its object instead of being called. */
export interface MethodAlias {
  readonly surface: Surface;
  readonly node: ts.Node;
  /** The calls that are made of it, and there are no others; undefined where that can't be told. */
  readonly calls: readonly UpdateCall[] | undefined;
}

/** Whether the code in sight calls it, and nothing else becomes of it. */
export function hasCalls({ calls }: MethodAlias): boolean {
  return calls !== undefined && calls.length > 0;
}

/** `const { update } = user`, `user.update.bind(user)`, `user.update.call(user, …)`, `onSave={user.update}`. */
export function findMethodAliases(unit: Unit, dependsOnSdk: () => boolean): MethodAlias[] {
  const found: MethodAlias[] = [];
  walk(unit.source, (node) => {
    const expression = aliasExpression(node);
    if (expression === undefined) {
      const surface = surfaceNamedElsewhere(node, unit, dependsOnSdk);
      if (surface !== undefined) found.push({ surface, node, calls: undefined });
      return undefined;
    }
    const value = valueTaken(node, expression, unit);
    const surface = value.kind === 'sdk' ? METHOD_TYPES[value.type] : undefined;
    if (surface !== undefined) found.push({ surface, node, calls: callsOf(node, surface, unit) });
    const unproven = value.kind === 'sdk' ? undefined : unprovenSurface(node, value, unit);
    if (unproven !== undefined && dependsOnSdk()) found.push({ surface: unproven, node, calls: undefined });
    return undefined;
  });
  return found;
}

/** What a node takes off an object. A variable may hold other things, too: a default, what it is assigned. */
function valueTaken(node: ts.Node, expression: ts.Expression, unit: Unit): Value {
  if (ts.isBindingElement(node)) return evaluateElement(node, unit);
  const object = isTakenByPattern(node) ? objectOf(node) : undefined;
  return object === undefined
    ? evaluate(expression, unit)
    : evaluateProperty(evaluate(object, unit), nameOfMethod(node) ?? '', node, unit);
}

/** The surface whose method may be taken, for all that its name and its calls say; undefined where they don't. */
function unprovenSurface(node: ts.Node, method: Value, unit: Unit): Surface | undefined {
  const surface = SURFACES_BY_METHOD.get(nameOfMethod(node) ?? '');
  const name = isTakenByPattern(node) ? nameGiven(node) : (node as ts.Expression);
  if (surface === undefined || name === undefined || ownerByType(name, unit) === 'foreign') return undefined;
  const object = objectOf(node);
  const mayBe = argumentsGiven(name, unit).some((given) => {
    const params = given[SURFACES[surface].takesId ? 1 : 0];
    return params !== undefined && mayBeUpdateBy(method, { surface, object, params }, unit);
  });
  return mayBe ? surface : undefined;
}

/** Whether a method that may be the SDK's is taken off an object of which nothing but its type may be known. */
export function hasOpenAliases(unit: Unit, settled: ReadonlySet<ts.Node>): boolean {
  return someIn(unit.source, (node) => {
    if (settled.has(node)) return false;
    if (callsByUnknownName(node, unit)) return true;
    if (aliasExpression(node) === undefined) return false;
    const object = ts.isBindingElement(node) ? node.parent.parent : objectOf(node);
    return object !== undefined && (nameOfMethod(node) !== SURFACES.frontend.method || isNamedLikeUser(object, unit));
  });
}

function nameOfMethod(node: ts.Node): string | undefined {
  if (ts.isBindingElement(node)) return takenName(node);
  return ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node)
    ? nameText(node.name)
    : accessOf(node)?.name;
}

/** The expression, or the name that a pattern gives it, where a node takes a method of that name off an object. */
function aliasExpression(node: ts.Node): ts.Expression | undefined {
  if (!SURFACES_BY_METHOD.has(nameOfMethod(node) ?? '')) return undefined;
  if (isTakenByPattern(node)) return nameGiven(node);
  if (!isAccess(node)) return undefined;
  const { parent } = wrapped(node);
  const isCalled = ts.isCallExpression(parent) && wrapped(node) === parent.expression;
  const isTested = ts.isTypeOfExpression(parent) || ts.isIfStatement(parent) || ts.isPrefixUnaryExpression(parent);
  return isCalled || isTested ? undefined : node;
}

/** How a call of a method that was taken off reads: on which object, under which name. */
interface Taken {
  readonly object: ts.Expression;
  readonly nameNode: ts.Node;
  readonly surface: Surface;
}

function callsOf(node: ts.Node, surface: Surface, unit: Unit): readonly UpdateCall[] | undefined {
  if (ts.isBindingElement(node)) {
    const owner = node.parent.parent;
    if (!ts.isVariableDeclaration(owner) || owner.initializer === undefined || node.initializer !== undefined)
      return undefined;
    return callsOfVariable(
      node.name,
      { object: owner.initializer, nameNode: node.propertyName ?? node.name, surface },
      unit,
    );
  }
  const access = accessOf(node);
  if (access === undefined) return undefined;
  const taken = { object: access.object, nameNode: access.nameNode, surface };
  const use = wrapped(node as ts.Expression).parent;
  const method =
    ts.isPropertyAccessExpression(use) && ts.isCallExpression(use.parent) && use.parent.expression === use
      ? { name: use.name.text, call: use.parent }
      : undefined;
  if (method === undefined) return ts.isVariableDeclaration(use) ? callsOfVariable(use.name, taken, unit) : undefined;
  const [self, ...others] = method.call.arguments;
  if (self === undefined || unwrap(self).getText() !== unwrap(access.object).getText() || !isName(unwrap(self), unit))
    return undefined;
  switch (method.name) {
    case 'call':
      return callWith(method.call, others, taken, unit);
    case 'apply': {
      const list = others[0] === undefined ? undefined : unwrap(others[0]);
      return list !== undefined && ts.isArrayLiteralExpression(list)
        ? callWith(method.call, list.elements, taken, unit)
        : undefined;
    }
    case 'bind': {
      const { parent } = wrapped(method.call);
      return others.length === 0 && ts.isVariableDeclaration(parent)
        ? callsOfVariable(parent.name, taken, unit)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** A never reassigned name, or a property path on one: the same object, written twice. */
function isName(node: ts.Expression, unit: Unit): boolean {
  if (ts.isPropertyAccessExpression(node)) return isName(unwrap(node.expression), unit);
  const binding = unit.scope.bindingOf(node);
  return node.kind === ts.SyntaxKind.ThisKeyword || isNeverReassigned(binding);
}

/**
 * Whether an object is reached from a variable that is assigned to, so that its name may mean another one where the
 * method is called.
 */
function isChanging(object: ts.Expression, unit: Unit): boolean {
  const node = unwrap(object);
  if (isAccess(node)) return isChanging(node.expression, unit);
  if (ts.isBinaryExpression(node)) return isChanging(node.left, unit);
  const binding = unit.scope.bindingOf(node);
  return binding !== undefined && !isNeverReassigned(binding);
}

/**
 * The calls of a `const` that holds the method, where it is only ever called, in the function that declares it or
 * inside of it.
 */
function callsOfVariable(name: ts.BindingName, taken: Taken, unit: Unit): readonly UpdateCall[] | undefined {
  const binding = unit.scope.bindingOf(name);
  const { parent } = name.parent;
  const isExported =
    ts.isVariableDeclarationList(parent) &&
    ts.isVariableStatement(parent.parent) &&
    (ts.getModifiers(parent.parent)?.length ?? 0) > 0;
  if (!isNeverReassigned(binding) || isExported || isChanging(taken.object, unit)) return undefined;
  const calls = binding.references.map((reference) => {
    const outer = wrapped(reference);
    return ts.isCallExpression(outer.parent) && outer.parent.expression === outer
      ? callWith(outer.parent, outer.parent.arguments, taken, unit)
      : undefined;
  });
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls.flat() : undefined;
}

/** The update that a call makes with these arguments. */
function callWith(
  call: ts.CallExpression,
  given: readonly ts.Expression[],
  { object, nameNode, surface }: Taken,
  unit: Unit,
): readonly UpdateCall[] | undefined {
  const change = SURFACES[surface];
  const receiver = evaluate(object, unit);
  const [first, second] = given;
  const params = change.takesId ? second : first;
  if (receiver.kind !== 'sdk' || params === undefined || given.some(ts.isSpreadElement)) return undefined;
  return [
    {
      surface,
      change,
      call,
      callee: { object, name: change.method, nameNode },
      receiver,
      id: change.takesId ? first : undefined,
      params,
    },
  ];
}
