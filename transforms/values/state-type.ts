import { ts } from 'ts-morph';
import { declaredBy } from '../flow/declared.ts';
import { originOf } from '../flow/origins.ts';
import { REACTIVE_CALLS } from '../knowledge/reactive-calls.ts';
import { reactFunction } from '../language/react.ts';
import { isNeverReassigned } from '../language/scope.ts';
import { runeOf, vueFunction } from '../recognise/evaluator/reactive-functions.ts';
import { accessOf, unwrap } from '../syntax.ts';
import type { Unit } from '../language/unit.ts';

/**
 * The type that is written for what a framework lets change: `ref<string>('').value`, `const [name] =
 * useState<string>('')`, `let name = $state<string>('')`. What is put there later is held to it.
 */
export function stateTypeOf(expression: ts.Expression, unit: Unit): ts.TypeNode | undefined {
  const node = unwrap(expression);
  const access = ts.isOptionalChain(node) ? undefined : accessOf(node);
  if (access !== undefined && access.name !== 'value') return undefined;
  const binding = unit.scope.bindingOf(access === undefined ? node : unwrap(access.object));
  const declared = declaredBy(binding?.declaration);
  const whole = declared.kind === 'element' && declared.index === 0 ? declaredBy(declared.of) : declared;
  const made = whole.kind === 'value' ? originOf(whole.of) : undefined;
  // Without a first value it is undefined, too.
  if (binding === undefined || made?.kind !== 'result' || made.call.arguments.length === 0) return undefined;
  const { call } = made;
  const [type] = call.typeArguments ?? [];
  if (declared.kind === 'element')
    return access === undefined && declared.initial === undefined && reactFunction(call, unit) === 'useState'
      ? type
      : undefined;
  const isHeld = access !== undefined && isNeverReassigned(binding);
  const result = REACTIVE_CALLS.get(
    (isHeld ? vueFunction(call.expression, unit) : runeOf(call.expression, unit)) ?? '',
  );
  return result?.isTyped === true && (result.isHeld === true) === isHeld ? type : undefined;
}
