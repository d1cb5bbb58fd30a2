import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { FILLING_METHODS } from '../../knowledge/builtins.ts';
import { isNeverReassigned } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import { accessOf, assignmentTo, isAccess, unwrap, wrapped } from '../../syntax.ts';
import { Worklist } from '../../worklist.ts';
import { mayAssignAny } from './put-past-types.ts';
import { isUntyped } from './untyped.ts';

/**
 * Whether what is read is an element of a list or a map, or a part of one, into which something got that has no type in
 * sight: `rows.push(JSON.parse(line))` for `rows.find(…)?.plan`.
 */
export function mayHoldAny(expression: ts.Expression, unit: Unit): boolean {
  return isReadFromAny(expression, false, unit);
}

/** The same for what a pattern takes out. */
export function mayTakeAny(element: ts.BindingElement, unit: Unit): boolean {
  return sourcesOf(element).some(
    (source) => ts.isExpression(source) && isReadFromAny(source, takesElement(element), unit),
  );
}

function isReadFromAny(expression: ts.Expression, isAlreadyElement: boolean, unit: Unit): boolean {
  let isElement = isAlreadyElement;
  const way = new Worklist([unwrap(expression)]);
  for (const node of way) {
    if (isElement && isFilledFromAny(node, unit)) return true;
    const binding = unit.scope.bindingOf(node);
    const from = readFrom(node);
    isElement ||= isAccess(node) ? accessOf(node) === undefined : ts.isCallExpression(node);
    if (from !== undefined) way.add([unwrap(from)]);
    else if (isNeverReassigned(binding)) {
      isElement ||= takesElement(binding.declaration);
      way.add(sourcesOf(binding.declaration).filter(ts.isExpression).map(unwrap));
    }
  }
  return false;
}

/** Whether a declaration takes an element out of a list, or is one that a loop gives. */
function takesElement(declaration: ts.Declaration): boolean {
  let node: ts.Node = declaration;
  for (; ts.isBindingElement(node); node = node.parent.parent) if (ts.isArrayBindingPattern(node.parent)) return true;
  return ts.isVariableDeclaration(node) && ts.isForOfStatement(node.parent.parent);
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
      (binding.writes.some(({ target }) => assignsAny(target, unit)) ||
        binding.references.some((mention) => putsAny(mention, unit)))
    );
  },
);

/** Whether something of no type in sight is assigned, or a list with it. */
function assignsAny(target: ts.Expression, unit: Unit): boolean {
  const value = assignmentTo(target)?.right;
  const list = value === undefined ? undefined : unwrap(value);
  return (
    mayAssignAny(target, unit) ||
    (list !== undefined && ts.isArrayLiteralExpression(list) && list.elements.some((one) => isOfNoType(one, unit)))
  );
}

function isOfNoType(given: ts.Expression, unit: Unit): boolean {
  return isUntyped(ts.isSpreadElement(given) ? given.expression : given, unit);
}

/** Whether something of no type in sight is put into what a mention is read on to. */
function putsAny(mention: ts.Expression, unit: Unit): boolean {
  let use = useOf(mention);
  let node: ts.Expression = mention;
  for (; use.kind === 'part'; use = useOf(node)) node = use.access;
  if (use.kind === 'written' || use.kind === 'assigned') return node !== mention && assignsAny(node, unit);
  if (use.kind === 'method')
    return putBy(use.call, accessOf(use.access)?.name ?? '').some((one) => isOfNoType(one, unit));
  // Who is given both may put the one into the other.
  if (use.kind !== 'argument' || !ts.isCallExpression(use.call) || onlyReadsArguments(use.call, unit)) return false;
  return use.call.arguments.some((one) => one !== wrapped(node) && isOfNoType(one, unit));
}

/** What a method puts into a list, a map or a set, of what it is given. */
function putBy({ arguments: given }: ts.CallExpression, method: string): readonly ts.Expression[] {
  if (!FILLING_METHODS.has(method)) return [];
  if (given.some(ts.isSpreadElement)) return given;
  return method === 'fill' ? given.slice(0, 1) : given.slice(method === 'set' ? 1 : method === 'splice' ? 2 : 0);
}
