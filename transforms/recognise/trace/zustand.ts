import { ts } from 'ts-morph';
import { isNameOrMember, unwrap } from '../../syntax.ts';
import { importOf } from '../../language/modules.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';

type StateHook = Extract<Value, { kind: 'state-hook' }>;

/**
 * What `create<State>()(…)` of zustand makes: a hook that gives the state, by its written type, else by what it begins
 * with. Undefined where the call is something else, or neither is in sight.
 */
export function valueOfZustandCall(node: ts.CallExpression, unit: Unit, evaluation: Evaluation): Value | undefined {
  const callee = unwrap(node.expression);
  const creating = ts.isCallExpression(callee) ? callee : node;
  if (!isCreate(unwrap(creating.expression), unit)) return undefined;
  const [initializer] = node.arguments;
  const state = stateOf(creating.typeArguments?.[0], initializer, unit, evaluation);
  return state === undefined ? undefined : { kind: 'state-hook', state };
}

/** The state that a function begins with, through what is around it: `persist<State>((set) => ({ … }), …)`. */
function stateOf(
  type: ts.TypeNode | undefined,
  initializer: ts.Expression | undefined,
  unit: Unit,
  evaluation: Evaluation,
): Value | undefined {
  const typed = evaluation.valueOfType(type, unit);
  if (typed.kind === 'typed' || typed.kind === 'sdk') return typed;
  const node = initializer === undefined ? undefined : unwrap(initializer);
  if (node === undefined) return undefined;
  if (ts.isCallExpression(node)) return stateOf(node.typeArguments?.[0], node.arguments[0], unit, evaluation);
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const begins = evaluation.resultOf(node, unit);
  return begins.kind === 'object' ? begins : undefined;
}

function isCreate(callee: ts.Expression, unit: Unit): boolean {
  const source = importOf(unit.scope.declarationOf(callee));
  return (
    source !== undefined &&
    /^zustand(?:\/|$)/.test(source.specifier) &&
    /^(?:create|createStore|createWithEqualityFn|default)$/.test(source.name ?? '')
  );
}

/** What a call of the hook gives: the state, or what a function takes of it. */
export function stateGiven(hook: StateHook, call: ts.Node, unit: Unit, evaluation: Evaluation): Value {
  const [selector] = ts.isCallExpression(call) ? call.arguments : [];
  if (selector === undefined) return hook.state;
  const value = evaluation.valueOf(selector, unit);
  return value.kind === 'function' ? evaluation.resultOf(value.node, value.unit) : UNKNOWN;
}

/** What the first parameter of a function is that takes its part of a state; undefined where it is none of those. */
export function stateSelected(selector: ts.Expression, unit: Unit, evaluation: Evaluation): Value | undefined {
  const call = selector.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== selector || !isNameOrMember(call.expression))
    return undefined;
  const hook = evaluation.valueOf(call.expression, unit);
  return hook.kind === 'state-hook' ? hook.state : undefined;
}
