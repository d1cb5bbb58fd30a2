import { ts } from 'ts-morph';
import { originOf } from '../../flow/origins.ts';
import { reactStateOf, settingOf, type ReactState } from '../../flow/react-state.ts';
import type { Unit } from '../../language/unit.ts';
import { hasModifier } from '../../syntax.ts';
import type { Asking } from './asking.ts';
import { NOTHING, OBJECT, UNDEFINED, UNKNOWN, type Kinds } from './kinds.ts';

/**
 * What a state of React's may be, whose type isn't written: its first value, and what it is set to. Where others get
 * what sets it, that is anything.
 */
export function kindsOfState(declaration: ts.BindingElement, asking: Asking): Kinds {
  const state = untypedState(declaration, asking.unit);
  if (state === undefined) return UNKNOWN;
  const { calls, hasUnknown } = settingOf(state, asking.unit);
  return [state.call, ...calls].reduce(
    (kinds, call) => kinds | kindsGiven(call, asking),
    hasUnknown ? UNKNOWN : NOTHING,
  );
}

function untypedState(declaration: ts.BindingElement, unit: Unit): ReactState | undefined {
  const state = reactStateOf(declaration.parent, unit);
  const isUntyped = state?.hook === 'useState' && !state.isTyped && state.call.typeArguments === undefined;
  return isUntyped && state.value === declaration ? state : undefined;
}

/** A function that is given works the value out. */
function kindsGiven({ arguments: [value] }: ts.CallExpression, { ask, returnedBy }: Asking): Kinds {
  if (value === undefined) return UNDEFINED;
  const origin = originOf(value);
  if (origin.kind !== 'function') return ask(value);
  const isPlain = origin.fn.asteriskToken === undefined && !hasModifier(origin.fn, ts.SyntaxKind.AsyncKeyword);
  return isPlain ? returnedBy(origin.fn) : OBJECT;
}
