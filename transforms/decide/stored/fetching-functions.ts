import { ts } from 'ts-morph';
import { createEvaluator, type Evaluator } from '../../flow/evaluate.ts';
import { originOf } from '../../flow/origins.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { returnedBy } from '../../returned.ts';
import { contains, unwrap } from '../../syntax.ts';
import type { Context } from '../../values/context.ts';

const fetching = new WeakMap<Context['tracer'], Evaluator<boolean | undefined>>();

/** Whether a call fetches each time: one of the SDK's, or a function in sight that returns what such a call gives. */
export function isFetch(call: ts.CallExpression, unit: Unit, context: Context): boolean {
  const { tracer } = context;
  const evaluator =
    fetching.get(tracer) ??
    createEvaluator<boolean | undefined>({ none: undefined, unknown: false, same: (a, b) => a === b });
  fetching.set(tracer, evaluator);
  const callee = tracer.valueOf(unwrap(call.expression), unit);
  if (callee.kind === 'sdk') return true;
  if (callee.kind !== 'function' || !('body' in callee.node) || callee.node.asteriskToken !== undefined) return false;
  const { node: fn, unit: at } = callee;
  const isFetched = (expression: ts.Expression): boolean =>
    evaluator.once(unwrap(expression), 'fetched', () => isMadeByFetch(unwrap(expression))) ?? false;
  const isMadeByFetch = (node: ts.Expression): boolean => {
    const origin = originOf(node);
    switch (origin.kind) {
      case 'awaited':
      case 'part':
        return isFetched(origin.of);
      case 'nothing':
        return true;
      case 'choice':
        return origin.of.every(isFetched);
      case 'result':
        return isFetch(origin.call, at, context);
      case 'name':
        return isFetchedVariable(at.scope.bindingOf(origin.name));
      default:
        return false;
    }
  };
  const isFetchedVariable = (binding: Binding | undefined): boolean => {
    const declaration = binding?.declaration;
    if (binding === undefined || declaration === undefined || !isNeverReassigned(binding) || !contains(fn, declaration))
      return false;
    const root = ts.isBindingElement(declaration) ? ts.walkUpBindingElementsAndPatterns(declaration) : declaration;
    return ts.isVariableDeclaration(root) && root.initializer !== undefined && isFetched(root.initializer);
  };
  const { values } = returnedBy(fn);
  return values.length > 0 && values.every(isFetched);
}
