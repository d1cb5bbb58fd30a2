import { ts } from 'ts-morph';
import { PROMISE_METHODS } from '../knowledge/builtins.ts';
import { FORGETTING_METHODS } from '../knowledge/known-globals.ts';
import { accessOf, parametersOf, unwrap, isAccess, type Call } from '../syntax.ts';
import { mentionsArguments } from '../language/mentions-arguments.ts';
import { isFillable } from './containers.ts';
import { holding, inUnit, type Held } from './holding.ts';
import { closed, from, joined, NOTHING, UNKNOWN, type Step } from './place.ts';
import { underNamesOf } from './put-under-names.ts';
import { isOfQuietGlobal } from './quiet-globals.ts';
import { useOf } from '../flow/uses.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';

/** What a call gives may be the object, or hold it, where somebody takes it. */
export function resultOf(call: Call, { place }: Held): Step {
  const use = useOf(call);
  const isTaken = (use.kind === 'awaited' ? useOf(use.to) : use).kind !== 'asked';
  return isTaken ? { from: [{ ...closed(place), node: call, into: holding(call, 'possibly') }] } : NOTHING;
}

/** What a method puts into its owner. */
export function putByMethod(call: ts.CallExpression, held: Held): Step {
  const { place } = held;
  const name = accessOf(unwrap(call.expression))?.name ?? '';
  // A promise that has a name keeps its callbacks until it is settled.
  const isKept = Object.hasOwn(PROMISE_METHODS, name) && !ts.isCallExpression(ownerOf(call));
  const forgets =
    FORGETTING_METHODS.has(name) && !isKept && evaluate(unwrap(call.expression), place.unit).kind !== 'function';
  return joined([
    forgets ? NOTHING : from(place, ...call.arguments),
    handedToCallbacks(call, held),
    resultOf(call, held),
  ]);
}

function ownerOf({ expression }: ts.CallExpression): ts.Expression {
  const callee = unwrap(expression);
  return unwrap(accessOf(callee)?.object ?? callee);
}

/** Functions that a call is given may get the object, or what is inside of it. */
function handedToCallbacks({ arguments: given }: Call, held: Held): Step {
  const { place } = held;
  const callbacks = (given ?? []).map((argument) => evaluate(unwrap(argument), place.unit));
  return joined(
    callbacks.map((value) =>
      value.kind === 'function'
        ? underNamesOf(parametersOf(value.node), { ...inUnit(held, value.unit), sureness: 'possibly' })
        : NOTHING,
    ),
  );
}

/**
 * What a function that an object is given to may put into it: what it is given beside the object, and what it does to
 * it in sight.
 *
 * @param index of the argument; `undefined` where the object is spread into the arguments
 */
export function putByCallee(call: Call, index: number | undefined, held: Held): Step {
  const others = call.arguments?.filter((_, other) => other !== index) ?? [];
  return joined([
    from(closed(held.place), ...others),
    handedToCallbacks(call, held),
    putByReceiver(call, index, held),
    resultOf(call, held),
  ]);
}

/** What the function, or the class, that is called does to the object itself. */
function putByReceiver(call: Call, index: number | undefined, held: Held): Step {
  const { place, sureness } = held;
  const callee = unwrap(call.expression);
  const value = evaluate(callee, place.unit);
  if (value.kind === 'function') {
    const received = underParameters(value.node, call, index, inUnit(held, value.unit));
    // A class that extends the one that is known may have a method of its own.
    return ts.isIdentifier(callee) || sureness !== 'surely' ? received : joined([from(place, callee), received]);
  }
  if (value.kind === 'class' && ts.isNewExpression(call)) {
    const constructor = value.node.members.find(ts.isConstructorDeclaration);
    if (constructor !== undefined) return underParameters(constructor, call, index, inUnit(held, value.unit));
    return value.node.heritageClauses === undefined ? NOTHING : UNKNOWN;
  }
  if (isOfQuietGlobal(callee, place.unit)) return NOTHING;
  return sureness === 'surely' ? joined([from(place, callee), keptByOwner(callee, held)]) : NOTHING;
}

/** A function in sight has an argument under the names of a parameter, or of several. */
function underParameters(
  fn: ts.FunctionLikeDeclaration,
  { arguments: given }: Call,
  index: number | undefined,
  held: Held,
): Step {
  if (fn.body === undefined || mentionsArguments(fn)) return UNKNOWN;
  const isFixed = index !== undefined && given?.slice(0, index).some(ts.isSpreadElement) !== true;
  const parameters = parametersOf(fn).filter(
    (parameter, at) => !isFixed || at === index || (at < index && parameter.dotDotDotToken !== undefined),
  );
  return parameters.some((parameter) => ts.isParameterPropertyDeclaration(parameter, fn))
    ? UNKNOWN
    : underNamesOf(parameters, held);
}

/** What is put into the object by way of what keeps it: `lists.push(list)`, `lists.set('a', list)`. */
function keptByOwner(callee: ts.Expression, { place, sureness }: Held): Step {
  if (!isAccess(callee)) return NOTHING;
  let root = unwrap(callee.expression);
  while (isAccess(root) || ts.isCallExpression(root)) root = unwrap(root.expression);
  if (!ts.isIdentifier(root)) return ts.isArrayLiteralExpression(root) ? NOTHING : UNKNOWN;
  const binding = place.unit.scope.bindingOf(root);
  const declaration = binding?.declaration;
  return binding !== undefined &&
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    isFillable(declaration, place.unit)
    ? { from: [{ ...place, node: root, into: holding(binding, sureness) }] }
    : NOTHING;
}
