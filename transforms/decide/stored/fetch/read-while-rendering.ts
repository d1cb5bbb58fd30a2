import { ts } from 'ts-morph';
import type { SdkType } from '../../../knowledge/sdk-types.ts';
import { declaredBy } from '../../../flow/declared.ts';
import { originOf } from '../../../flow/origins.ts';
import { isComponent, isDependencyList, isGivenByHook } from '../../../language/react.ts';
import type { SdkValue } from '../../../recognise/sdk/value.ts';
import { accessOf, unwrap, wrapped } from '../../../syntax.ts';
import { containerOf, contains } from '../../../tree.ts';
import type { Sending } from '../before/happens-before.ts';
import { waysTo } from '../senders/senders.ts';
import type { StoredRead } from './stored-read.ts';
import type { Unit } from '../../../language/unit.ts';

const HOOKS: ReadonlySet<SdkType> = new Set(['use-user', 'use-session', 'use-clerk']);

/**
 * Whether a component of React's reads the value while it renders, and the call is in a handler of its own: when that
 * runs, the component has rendered what is stored.
 */
export function isReadWhileRendering(
  { read, field, subject, aliases, holders }: StoredRead,
  site: Sending,
  unit: Unit,
): boolean {
  const component = containerOf(read);
  const handler = containerOf(site.call);
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
  const isHeld = (node: ts.Expression): boolean =>
    [...aliases, ...holders].some(({ references }) => references.some((one) => one === node));
  const isMadeAnew = (element: ts.Expression): boolean => {
    const node = unwrap(element);
    const access = accessOf(node);
    if (access !== undefined) return access.name === field && isHeld(unwrap(access.object));
    const declaration = unit.scope.declarationOf(node);
    const declared = declaredBy(declaration);
    const origin = declared.kind === 'value' ? originOf(declared.of) : undefined;
    if (isHeld(node)) return true;
    if (declaration === undefined || containerOf(declaration) !== component) return false;
    if (declared.kind === 'function' || origin?.kind === 'function') return true;
    return origin?.kind === 'result' && declaration.end <= node.pos && isRenewed(origin.call);
  };
  // A function that is kept has what it was made with, unless it is made anew with the value.
  const isRenewed = (call: ts.CallExpression): boolean => {
    const depends = call.arguments[1];
    return depends !== undefined && isDependencyList(depends, call, unit) && depends.elements.some(isMadeAnew);
  };
  return waysTo(site, unit).keepers.every(({ at, call }) => {
    if (at.getSourceFile() !== unit.source || !contains(component, at)) return true;
    if (call === undefined || !ts.isCallExpression(call)) return false;
    const isWrapper = !isGivenByHook(call) && !ts.isExpressionStatement(wrapped(call).parent);
    // What else it is given, it may write the field by.
    const isAlone = call.arguments.length === 1;
    return (containerOf(call) === component && isWrapper && isAlone) || isRenewed(call);
  });
}
