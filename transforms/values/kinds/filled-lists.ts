import { ts } from 'ts-morph';
import { heldBy } from '../../flow/held.ts';
import { useOf, type Use } from '../../flow/uses.ts';
import { FILLING_METHODS } from '../../knowledge/builtins.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import { accessOf, isAccess, unwrap, wrapped } from '../../syntax.ts';
import { Worklist } from '../../worklist.ts';
import { mayAssignAny } from './put-past-types.ts';
import { isUntyped } from './untyped.ts';

/**
 * Whether what is read is an element of a list or a map, or a part of one, into which something got that has no type in
 * sight: `rows.push(JSON.parse(line))` for `rows.find(…)?.plan`.
 */
export function mayHoldAny(expression: ts.Expression, unit: Unit): boolean {
  let isElement = false;
  const way = new Worklist([unwrap(expression)]);
  for (const node of way) {
    if (isElement && isFilledFromAny(node, unit)) return true;
    isElement ||= isAccess(node) ? accessOf(node) === undefined : ts.isCallExpression(node);
    const from = readFrom(node) ?? heldBy(node, unit);
    if (from !== undefined) way.add([unwrap(from)]);
  }
  return false;
}

/** What a property, an element, or what a method gives is read from. */
function readFrom(node: ts.Expression): ts.Expression | undefined {
  if (isAccess(node)) return node.expression;
  return ts.isCallExpression(node) ? accessOf(unwrap(node.expression))?.object : undefined;
}

const isFilledFromAny = memoizeBy(
  (root: ts.Expression, unit: Unit) => [unit, unit.scope.bindingOf(root) ?? root],
  (root, unit): boolean => {
    const binding = unit.scope.bindingOf(root);
    return (
      binding !== undefined &&
      (binding.writes.some(({ target }) => mayAssignAny(target, unit)) ||
        binding.references.some((mention) => putsAny(mention, unit)))
    );
  },
);

/** Whether something of no type in sight is put into what a mention is read on to. */
function putsAny(mention: ts.Expression, unit: Unit): boolean {
  let use = useOf(mention);
  let node: ts.Expression = mention;
  for (; use.kind === 'part'; use = useOf(node)) node = use.access;
  if (use.kind === 'written' || use.kind === 'assigned') return node !== mention && mayAssignAny(node, unit);
  const call = callGiving(use, unit);
  const given = (call?.arguments ?? []).filter((argument) => argument !== wrapped(node));
  return given.some((one) => isUntyped(ts.isSpreadElement(one) ? one.expression : one, unit));
}

/** The call that a list is filled by, or that is given it together with what it may put there. */
function callGiving(use: Use, unit: Unit): ts.CallExpression | undefined {
  if (use.kind === 'method') return FILLING_METHODS.has(accessOf(use.access)?.name ?? '') ? use.call : undefined;
  if (use.kind !== 'argument' || !ts.isCallExpression(use.call)) return undefined;
  return onlyReadsArguments(use.call, unit) ? undefined : use.call;
}
