import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { REACTIVE_CALLS } from '../../knowledge/reactive-calls.ts';
import { reactStateOf } from '../../flow/react-state.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import { runeOf, vueFunction } from '../../recognise/frameworks/reactive-functions.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * The type that is written for what a framework lets change: `ref<string>('').value`, `const [name] =
 * useState<string>('')`, `let name = $state<string>('')`. What is put there later is held to it.
 */
export function stateTypeOf(expression: ts.Expression, unit: Unit): ts.TypeNode | undefined {
  const node = unwrap(expression);
  const access = ts.isOptionalChain(node) ? undefined : accessOf(node);
  if (access !== undefined && access.name !== 'value') return undefined;
  const binding = unit.scope.bindingOf(access === undefined ? node : unwrap(access.object));
  const call = binding && makingOf(binding, access !== undefined, unit);
  // Without a first value it is undefined, too.
  return call === undefined || call.arguments.length === 0 ? undefined : call.typeArguments?.[0];
}

/** The call that makes a state, or the ref that holds one. */
function makingOf(binding: Binding, isRef: boolean, unit: Unit): ts.CallExpression | undefined {
  const { declaration } = binding;
  if (declaration !== undefined && ts.isBindingElement(declaration)) {
    const state = isRef || declaration.initializer !== undefined ? undefined : reactStateOf(declaration.parent, unit);
    return state?.hook === 'useState' && state.value === declaration ? state.call : undefined;
  }
  const declared = declaredBy(declaration);
  const made = declared.kind === 'value' ? originOf(declared.of) : undefined;
  if (made?.kind !== 'result' || (isRef && !isNeverReassigned(binding))) return undefined;
  const { expression } = made.call;
  const result = REACTIVE_CALLS.get((isRef ? vueFunction(expression, unit) : runeOf(expression, unit)) ?? '');
  return result?.isTyped === true && (result.isHeld === true) === isRef ? made.call : undefined;
}
