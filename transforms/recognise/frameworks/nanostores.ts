import type { ts } from 'ts-morph';
import { unwrap } from '../../syntax.ts';
import { importOf } from '../../language/modules.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Value } from '../sdk/value.ts';

/** What one of the stores of Astro's SDK holds; undefined where a value is no such store. */
export function valueInNanostore(store: Value, at: ts.Node, evaluation: Evaluation): Value | undefined {
  const get = store.kind === 'sdk' ? evaluation.property(store, 'get', at) : undefined;
  return get?.kind === 'sdk' ? evaluation.called(get, at) : undefined;
}

/**
 * What `useStore($userStore)` of a framework's binding gives; undefined where the call is something else. Source: the
 * README of each `@nanostores` package.
 */
export function valueOfStoreHook(node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  const [first] = node.arguments;
  const source = importOf(evaluation.unit.scope.declarationOf(unwrap(node.expression)));
  if (source?.name !== 'useStore' || first === undefined) return undefined;
  const store = evaluation.valueOf(first);
  const held = valueInNanostore(store, node, evaluation);
  if (held === undefined) return undefined;
  switch (source.specifier) {
    case '@nanostores/react':
    case '@nanostores/preact':
      return held;
    case '@nanostores/vue':
      return { kind: 'ref', value: held };
    case '@nanostores/solid':
      return evaluation.property(store, 'get', node);
    default:
      return undefined;
  }
}
