import { ts } from 'ts-morph';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { COMPUTED } from '../../language/scope.ts';
import { accessOf, hasModifier, unwrap, type Access, fieldOf } from '../../syntax.ts';
import { containerOf, contains, nodesIn } from '../../tree.ts';
import { isReactiveVariable } from '../../recognise/frameworks/reactive.ts';
import { ARRAY, within } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import { stabilityOf } from '../../values/stability.ts';
import { isUnassignedPath } from '../../values/paths/property-paths.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether a receiver is the same object once the general request is done: a never reassigned variable, or the API of a
 * backend client that is in one.
 * Whoever is signed in may be somebody else by then, and an object may have been given another property.
 * docs/semantics.md, "Calls with general fields too".
 *
 * @param left see {@link leftToFunction}
 */
export function isSteadyReceiver(receiver: ts.Expression, left: ReadonlySet<ts.Node>, unit: Unit): boolean {
  const node = unwrap(receiver);
  if (ts.isIdentifier(node)) return stabilityOf(node, left, unit) === 'constant';
  const access = accessOf(node);
  if (access === undefined) return false;
  return (
    isSteadyField(node, unit) || (isApiOfClient(access, node, unit) && isSteadyReceiver(access.object, left, unit))
  );
}

/**
 * Whether an id is the same once the general request is done: a never reassigned variable, a literal, or the id of an
 * object of the backend's SDK that is in one.
 *
 * @param left see {@link leftToFunction}
 */
export function isSteadyId(id: ts.Expression, left: ReadonlySet<ts.Node>, unit: Unit): boolean {
  const stability = stabilityOf(id, left, unit);
  if (stability === 'constant') return true;
  const access = accessOf(unwrap(id));
  if (access === undefined || stability !== 'path') return false;
  return IDS.has(sdkTypeOf(unwrap(id), unit)) && isSteadyReceiver(access.object, left, unit);
}

/**
 * The mentions in a call of variables that only the function around it assigns, in statements of its own: others than
 * `statement`, which has the call.
 */
export function leftToFunction(call: ts.CallExpression, statement: ts.Statement, unit: Unit): ReadonlySet<ts.Node> {
  const container = containerOf(call);
  if (!ts.isFunctionLike(container) || unit.scope.hasHiddenWrites()) return new Set();
  const isLeft = (node: ts.Node): boolean => {
    const binding = unit.scope.bindingOf(node);
    return (
      binding?.declaration !== undefined &&
      containerOf(binding.declaration) === container &&
      !isReactiveVariable(binding, unit) &&
      binding.writes.every(({ target }) => containerOf(target) === container && !contains(statement, target))
    );
  };
  return new Set(nodesIn(call, isLeft));
}

const APIS: ReadonlySet<SdkType | undefined> = new Set(['users', 'organizations'] as const);
const CLIENTS: ReadonlySet<SdkType | undefined> = new Set(['client', 'client-accessor'] as const);
const IDS: ReadonlySet<SdkType | undefined> = new Set(['user-id', 'organization-id', 'own-id'] as const);

function sdkTypeOf(node: ts.Expression, unit: Unit): SdkType | undefined {
  const value = evaluate(node, unit);
  return value.kind === 'sdk' ? value.type : undefined;
}

/**
 * `client.users`, `client.organizations`: the client has them from the start, and keeps them unless the file puts
 * something else in their place.
 */
function isApiOfClient(access: Access, node: ts.Expression, unit: Unit): boolean {
  const { scope } = unit;
  const isWritten =
    scope.propertyWrites(access.name).length > 0 ||
    scope.propertyWrites(COMPUTED).some((write) => mayWriteToClient(write, unit));
  return !isWritten && APIS.has(sdkTypeOf(node, unit)) && CLIENTS.has(sdkTypeOf(access.object, unit));
}

function mayWriteToClient(write: ts.Expression, unit: Unit): boolean {
  if (!ts.isElementAccessExpression(write)) return true;
  const object = evaluate(write.expression, unit);
  return object.kind !== 'object' && object.kind !== 'array' && !within(kindsOf(write.expression, unit), ARRAY);
}

/** `this.clerk`, where only the constructor of the class in sight gives it a value. */
function isSteadyField(node: ts.Expression, unit: Unit): boolean {
  const access = accessOf(node);
  if (
    access?.object.kind !== ts.SyntaxKind.ThisKeyword ||
    !isUnassignedPath({ root: 'this', names: [access.name] }, unit)
  )
    return false;
  const self = evaluate(access.object, unit);
  const field = self.kind === 'instance' ? fieldOf(self.node, access.name) : undefined;
  if (field === undefined) return false;
  if (hasModifier(field, ts.SyntaxKind.ReadonlyKeyword)) return true;
  // A framework gives a decorated field a new value when it likes.
  if (ts.canHaveDecorators(field) && ts.getDecorators(field) !== undefined && !ts.isParameter(field)) return false;
  const isOwn = ts.isPrivateIdentifier(field.name) || hasModifier(field, ts.SyntaxKind.PrivateKeyword);
  // Others can write to it, but nobody exchanges a backend client that was given on construction.
  return (
    isOwn ||
    ((CLIENTS.has(sdkTypeOf(node, unit)) || APIS.has(sdkTypeOf(node, unit))) &&
      (ts.isParameter(field) || field.initializer !== undefined || isAssigned(access.name, unit)))
  );
}

/** Whether the file assigns to it at all; by then it is known that only a constructor does. */
function isAssigned(name: string, unit: Unit): boolean {
  return unit.scope.propertyWrites(name).length > 0;
}
