import { ts } from 'ts-morph';
import { RELAYS } from '../knowledge/relays.ts';
import { globalFunctionName } from '../language/is-global.ts';
import { importOf } from '../language/modules.ts';
import { isForeignType } from '../language/foreign-types.ts';
import { reactFunction } from '../language/react.ts';
import type { Value } from '../recognise/sdk/value.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, unwrap } from '../syntax.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';

/**
 * Whether a variable may hold what functions of the repository are put into: a list, a set, a literal, an object of a
 * class in sight, or what a function in sight gives.
 */
export function isFillable({ initializer }: ts.VariableDeclaration, unit: Unit): boolean {
  let value = initializer === undefined ? undefined : unwrap(initializer);
  if (value !== undefined && ts.isAwaitExpression(value)) value = unwrap(value.expression);
  if (value === undefined || ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value)) return true;
  if (IN_SIGHT.has(evaluate(value, unit).kind)) return true;
  if (!ts.isCallExpression(value) && !ts.isNewExpression(value)) return false;
  if (makesContainer(value, unit)) return true;
  if (ts.isNewExpression(value)) return false;
  const callee = unwrap(value.expression);
  const owner = accessOf(callee)?.object;
  return (
    evaluate(callee, unit).kind === 'function' ||
    (owner !== undefined && ts.isArrayLiteralExpression(unwrap(owner))) ||
    /^(?:Array|Map|Object)\b/.test(globalFunctionName(callee, unit) ?? '')
  );
}

/** Whether `new` makes a list, a map or the like, or a call or `new` an event hub or
 * the like. A ref of React's holds what any component puts there, but for what its type says. */
export function makesContainer(call: ts.CallExpression | ts.NewExpression, unit: Unit): boolean {
  if (ts.isCallExpression(call) && REFS.has(reactFunction(call, unit) ?? ''))
    return call.typeArguments?.every((type) => isForeignType(type, unit)) !== true;
  const callee = unwrap(call.expression);
  const root = accessOf(callee)?.object ?? callee;
  const declaration = unit.scope.declarationOf(root);
  if (declaration !== undefined) return RELAYS.has(importOf(declaration)?.specifier ?? '');
  return ts.isNewExpression(call) && globalFunctionName(callee, unit) !== undefined;
}

const REFS: ReadonlySet<string> = new Set(['createRef', 'useRef']);

const IN_SIGHT: ReadonlySet<Value['kind']> = new Set(['array', 'instance', 'object']);
