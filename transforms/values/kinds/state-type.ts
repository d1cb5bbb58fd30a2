import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { REACTIVE_CALLS } from '../../knowledge/reactive-calls.ts';
import { reactStateOf, settingOf, type ReactState } from '../../flow/react-state.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import { runeOf, vueFunction } from '../../recognise/frameworks/reactive-functions.ts';
import { returnedBy } from '../../returned.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { mayAssignAny } from './put-past-types.ts';
import { isUntyped } from './untyped.ts';

/** A state with a written type. */
interface TypedState {
  readonly type: ts.TypeNode;
  /** Whether something of no type in sight is put there, which the type doesn't hold. */
  readonly mayBeAny: boolean;
}

/**
 * The type that is written for what a framework lets change: `ref<string>('').value`, `const [name] =
 * useState<string>('')`, `let name = $state<string>('')`.
 */
export function stateTypeOf(expression: ts.Expression, unit: Unit): TypedState | undefined {
  const node = unwrap(expression);
  const access = ts.isOptionalChain(node) ? undefined : accessOf(node);
  if (access !== undefined && access.name !== 'value') return undefined;
  const binding = unit.scope.bindingOf(access === undefined ? node : unwrap(access.object));
  const made = binding && makingOf(binding, access !== undefined, unit);
  const type = made?.call.typeArguments?.[0];
  // Without a first value it is undefined, too.
  if (made === undefined || type === undefined || made.call.arguments.length === 0) return undefined;
  return { type, mayBeAny: made.isSetToAny() };
}

interface Making {
  /** The call that makes a state, or the ref that holds one. */
  readonly call: ts.CallExpression;
  readonly isSetToAny: () => boolean;
}

function makingOf(binding: Binding, isRef: boolean, unit: Unit): Making | undefined {
  const { declaration } = binding;
  if (declaration !== undefined && ts.isBindingElement(declaration)) {
    const state = isRef || declaration.initializer !== undefined ? undefined : reactStateOf(declaration.parent, unit);
    return state?.hook === 'useState' && state.value === declaration
      ? { call: state.call, isSetToAny: () => isStateSetToAny(state, unit) }
      : undefined;
  }
  const declared = declaredBy(declaration);
  const made = declared.kind === 'value' ? originOf(declared.of) : undefined;
  if (made?.kind !== 'result' || (isRef && !isNeverReassigned(binding))) return undefined;
  const { expression } = made.call;
  const result = REACTIVE_CALLS.get((isRef ? vueFunction(expression, unit) : runeOf(expression, unit)) ?? '');
  if (result?.isTyped !== true || (result.isHeld === true) !== isRef) return undefined;
  const isOfState = (target: ts.Expression): boolean =>
    unit.scope.bindingOf(unwrap(accessOf(target)?.object ?? target)) === binding;
  const writes = (): readonly ts.Expression[] =>
    isRef ? unit.scope.propertyWrites('value').filter(isOfState) : binding.writes.map(({ target }) => target);
  return { call: made.call, isSetToAny: () => writes().some((target) => mayAssignAny(target, unit)) };
}

/** Whether what sets a state of React's is given something of no type in sight, or a function that returns such. */
function isStateSetToAny(state: ReactState, unit: Unit): boolean {
  const given = settingOf(state, unit).calls.flatMap(({ arguments: [value] }) => value ?? []);
  const values = given.flatMap((value) => {
    const origin = originOf(value);
    return origin.kind === 'function' ? returnedBy(origin.fn).values : value;
  });
  return values.some((value) => isUntyped(value, unit));
}
