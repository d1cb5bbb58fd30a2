import { ts } from 'ts-morph';
import { unwrap } from '../../syntax.ts';
import { useOf } from '../../flow/uses.ts';
import { importOf } from '../../language/modules.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import type { Value } from '../sdk/value.ts';

type StateHook = Extract<Value, { kind: 'state-hook' }>;

/**
 * What `create<State>()(…)` of zustand makes: a hook that gives the state, by its written type, else by what it begins
 * with. Undefined where the call is something else, or neither is in sight.
 */
export function valueOfZustandCall(node: ts.CallExpression, evaluation: Evaluation): StateHook | undefined {
  const callee = unwrap(node.expression);
  const creating = ts.isCallExpression(callee) ? callee : node;
  if (!isCreate(creating.expression, evaluation.unit)) return undefined;
  const [initializer] = node.arguments;
  const state = stateOf(creating.typeArguments?.[0], initializer, evaluation);
  return state === undefined ? undefined : { kind: 'state-hook', state };
}

/** The state that a function begins with, through what is around it: `persist<State>((set) => ({ … }), …)`. */
function stateOf(
  type: ts.TypeNode | undefined,
  initializer: ts.Expression | undefined,
  evaluation: Evaluation,
): Value | undefined {
  const typed = evaluation.valueOfType(type);
  if (typed.kind === 'sdk') return typed;
  const begins = stateBegun(initializer, evaluation);
  // What a type leaves open, an action of the repository's own doesn't: `save: (changes: object) => void`.
  return typed.kind === 'typed' ? { ...typed, begins } : begins;
}

function stateBegun(initializer: ts.Expression | undefined, evaluation: Evaluation): Value | undefined {
  const node = initializer === undefined ? undefined : unwrap(initializer);
  if (node === undefined) return undefined;
  if (ts.isCallExpression(node)) return stateOf(node.typeArguments?.[0], node.arguments[0], evaluation);
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const begins = evaluation.resultOf(evaluation.valueOf(node));
  return begins.kind === 'object' ? begins : undefined;
}

/**
 * What gives the state inside of the function that it begins with, `(set, get, store) => …`, through what is around it;
 * undefined for every other parameter.
 */
export function stateInside(node: ts.ParameterDeclaration, evaluation: Evaluation): StateHook | undefined {
  const { parent: fn } = node;
  if (fn.parameters[0] === node || !(ts.isArrowFunction(fn) || ts.isFunctionExpression(fn))) return undefined;
  let use = useOf(fn);
  for (; use.kind === 'argument' && use.index === 0 && ts.isCallExpression(use.call); use = useOf(use.call)) {
    const hook = valueOfZustandCall(use.call, evaluation);
    if (hook !== undefined) return hook;
  }
  return undefined;
}

function isCreate(callee: ts.Expression, { scope }: Unit): boolean {
  const { specifier = '', name = '' } = importOf(scope.declarationOf(unwrap(callee))) ?? {};
  return /^zustand(?:\/|$)/.test(specifier) && /^(?:create|createStore|createWithEqualityFn|default)$/.test(name);
}

/** What a call of the hook gives: the state, or what a function takes of it. */
export function stateGiven(hook: StateHook, call: ts.Node, evaluation: Evaluation): Value {
  const [selector] = ts.isCallExpression(call) ? call.arguments : [];
  return selector === undefined ? hook.state : evaluation.resultOf(evaluation.valueOf(selector));
}
