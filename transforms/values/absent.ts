import { ts } from 'ts-morph';
import { definitionOf, type Definition } from '../flow/definitions.ts';
import { GIVING_ONE } from '../knowledge/builtins.ts';
import type { Unit } from '../language/unit.ts';
import type { SdkValue } from '../recognise/sdk/value.ts';
import { accessOf, unwrap } from '../syntax.ts';
import { NOTHING, NULL, NULLISH, UNDEFINED, UNKNOWN } from './kinds/kinds.ts';
import { mayBeShort } from './kinds/open-lists.ts';
import { narrow } from './kinds/narrowing.ts';
import { pathOf } from './paths/property-paths.ts';

/**
 * Whether an object of the SDK's may be null or undefined: who is signed in, or an element of a list, unless a condition
 * around says otherwise.
 */
export function mayBeAbsent(object: ts.Expression, value: SdkValue, unit: Unit): boolean {
  if (ts.isNonNullExpression(object)) return false;
  const absent =
    (value.mayBeMissing === true ? NULLISH : NOTHING) |
    (value.from?.type === 'current-user' ? NULL : NOTHING) |
    (isElement(definitionOf(object, unit)) ? UNDEFINED : NOTHING);
  const path = absent === NOTHING ? undefined : pathOf(object, unit);
  const left = path === undefined ? absent : narrow(UNKNOWN | absent, object, path, unit);
  return (left & absent) !== 0;
}

/** `data[0]`, `data.find(…)`, `byId.get(id)`, `const [first] = data` */
function isElement(definition: Definition): boolean {
  if (definition.kind === 'declaration') {
    const { parent } = definition.node;
    return ts.isArrayBindingPattern(parent) && mayBeShort(parent.parent, definition.unit);
  }
  if (definition.kind !== 'expression') return false;
  const node = unwrap(definition.node);
  return (
    ts.isElementAccessExpression(node) ||
    (ts.isCallExpression(node) && GIVING_ONE.has(accessOf(unwrap(node.expression))?.name ?? ''))
  );
}
