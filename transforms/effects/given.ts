import { ts } from 'ts-morph';
import { FORGETTING_METHODS } from '../knowledge/known-globals.ts';
import { WRAPPERS } from '../knowledge/relays.ts';
import { globalFunctionName } from '../language/is-global.ts';
import { callersOf } from '../recognise/params/callers.ts';
import { contextualType } from '../language/contextual-type.ts';
import { mentionsOfFunction } from '../language/functions.ts';
import { isGivenByNext } from '../language/route-handlers.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, parametersOf, unwrap, wrapped } from '../syntax.ts';
import { contains } from '../tree.ts';
import { stepFromClass } from './member-steps.ts';
import { isForeignType } from '../language/foreign-types.ts';
import { isUsedAsData } from './used-as-data.ts';
import { useOf } from '../flow/uses.ts';
import { stepFromElements } from './given-to-components.ts';
import { closed, from, joined, NOTHING, UNKNOWN, type Place, type Step } from './place.ts';
import { onlySettlesInTime } from './resolved-with.ts';
import { evaluate, evaluateType } from '../recognise/evaluator/evaluator.ts';

/**
 * Whether who calls a function from out of sight gives a parameter nothing of the repository's: by its type, or as a
 * framework does.
 */
export function isGivenByOthersAlone(parameter: ts.ParameterDeclaration, unit: Unit): boolean {
  if (parameter.type !== undefined) return isForeignType(parameter.type, unit);
  const expected = contextualType(parameter, unit);
  return expected === undefined ? isGivenByNext(parameter, unit) : isForeignType(expected.node, expected.unit);
}

/** What callers in sight give a parameter. */
export function givenInSight(parameter: ts.ParameterDeclaration, unit: Unit): readonly ts.Expression[] {
  const index = parametersOf(parameter.parent).indexOf(parameter);
  return callersOf(parameter.parent, unit).calls.flatMap(({ given }) => given(index, [])?.expression ?? []);
}

/** What a function is given: by what calls it in sight, or by what it is handed to. */
export function stepFromParameter(place: Place): Step {
  const { unit } = place;
  const parameter = place.node as ts.ParameterDeclaration;
  const fn = parameter.parent;
  if (onlySettlesInTime(parameter, unit)) return NOTHING;
  const own: Step = parameter.initializer === undefined ? NOTHING : from(place, parameter.initializer);
  const { isClosed } = callersOf(fn, unit);
  const given = givenInSight(parameter, unit);
  const inSight = from(closed(place), ...given);
  if (isGivenByOthersAlone(parameter, unit)) return inSight;
  if (parameter.type !== undefined) {
    const typed = evaluateType(parameter.type, unit);
    if (typed.kind === 'sdk') return NOTHING;
    if (typed.kind === 'instance')
      return joined([stepFromClass(typed.node, false, { ...place, unit: typed.unit }), inSight]);
  }
  const binding = unit.scope.bindingOf(parameter.name);
  if (binding !== undefined && parameter.type === undefined && isUsedAsData(binding, unit))
    return joined([own, inSight]);
  const call = callAround(fn);
  if (call !== undefined && !isGivenByOthers(parameter, call, place)) {
    return contains(call.expression, fn)
      ? joined([own, from(place, ...call.arguments)])
      : joined([own, from(place, call.expression, ...call.arguments.filter((argument) => !contains(argument, fn)))]);
  }
  if (ts.isJsxExpression(wrapped(fn as ts.Node as ts.Expression).parent)) return own;
  return joined([
    own,
    from(place, ...given),
    // What is taken of it by name is asked for by name.
    ts.isIdentifier(parameter.name) ? stepFromElements(parameter, undefined, place) : NOTHING,
    isClosed ? NOTHING : UNKNOWN,
  ]);
}

/**
 * Whether it isn't the package that a function is handed to which says what a parameter is, but whoever calls what the
 * package gives back. So it is where the package only wraps the function, or a type of the repository's is written.
 */
function isGivenByOthers(
  { type, parent: fn }: ts.ParameterDeclaration,
  call: ts.CallExpression,
  { unit }: Place,
): boolean {
  const callee = unwrap(call.expression);
  if (contains(callee, fn) || evaluate(callee, unit).kind === 'function') return false;
  const name = accessOf(callee)?.name ?? (ts.isIdentifier(callee) ? callee.text : '');
  if (WRAPPERS.has(name)) return true;
  const isOfLanguage = FORGETTING_METHODS.has(name) || globalFunctionName(callee, unit) !== undefined;
  return type !== undefined && type.kind !== ts.SyntaxKind.AnyKeyword && !isOfLanguage;
}

/**
 * The objects whose methods get a function by its name, and may call it with what they hold: `list.map(save)`. Where
 * something else gets it, what calls it is in sight or may do anything.
 */
export function callingMethods(fn: ts.SignatureDeclaration, unit: Unit): ts.Expression[] {
  return (mentionsOfFunction(fn, unit) ?? []).flatMap((reference) => {
    const use = useOf(reference);
    return use.kind === 'argument' ? (accessOf(unwrap(use.call.expression))?.object ?? []) : [];
  });
}

/** The call that a function is written in, as what it calls or is given. */
export function callAround(fn: ts.SignatureDeclaration): ts.CallExpression | undefined {
  if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return undefined;
  const { parent } = wrapped(fn);
  return ts.isCallExpression(parent) ? parent : undefined;
}
