import { ts } from 'ts-morph';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { isComponent, reactFunction } from '../../language/react.ts';
import type { SdkValue } from '../../recognise/sdk/value.ts';
import { containerOf, contains, wrapped } from '../../syntax.ts';
import type { StoredRead } from './stored-read.ts';
import type { Unit } from '../../language/unit.ts';

const HOOKS: ReadonlySet<SdkType> = new Set(['use-user', 'use-session', 'use-clerk']);

/**
 * Whether a component of React's reads the value while it renders, and the call is in a handler of its own: when that
 * runs, the component has rendered what is stored.
 */
export function isReadWhileRendering(
  { read, subject, aliases, holders }: StoredRead,
  call: ts.Node,
  unit: Unit,
): boolean {
  const component = containerOf(read);
  const handler = containerOf(call);
  if (
    handler === component ||
    !ts.isFunctionLike(component) ||
    !contains(component, handler) ||
    !isComponent(component)
  )
    return false;
  let root: SdkValue = subject;
  while (root.from !== undefined) root = root.from;
  if (!HOOKS.has(root.type)) return false;
  // A handler that React keeps has what it was made with, unless it is made anew with the value.
  const names = [...aliases, ...holders];
  for (let fn: ts.Node = handler; fn !== component; fn = containerOf(fn)) {
    const { parent } = wrapped(fn as ts.Expression);
    if (!ts.isCallExpression(parent)) continue;
    const [, depends] = parent.arguments;
    const isRenewed =
      depends !== undefined &&
      ts.isArrayLiteralExpression(depends) &&
      depends.elements.some((element) =>
        names.some(({ references }) => references.some((one) => contains(element, one))),
      );
    if (!isRenewed || reactFunction(parent, unit) === undefined) return false;
  }
  return true;
}
