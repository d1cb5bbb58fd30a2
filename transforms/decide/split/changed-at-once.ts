import { ts } from 'ts-morph';
import { mayBeCallable } from '../../effects/may-be-callable.ts';
import { isOfQuietGlobal } from '../../effects/quiet-globals.ts';
import { useOf } from '../../flow/uses.ts';
import { FILLING_METHODS, ITERATING_METHODS, WAITING_FOR_ALL } from '../../knowledge/builtins.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { Value } from '../../recognise/sdk/value.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { accessOf, declarationAround, hasModifier, parametersOf, rootOf, unwrap } from '../../syntax.ts';
import { containerOf } from '../../tree.ts';
import { usageOf } from '../../values/usage/usage.ts';
import { namesIn } from '../../values/usage/usage-domain.ts';
import { Worklist } from '../../worklist.ts';
import { isWaitedFor } from '../stored/before/waited-for.ts';
import { isCall, type Call } from './handed-to-others.ts';
import { isPutForOthers } from './kept-between-runs.ts';

/** An expression that has the object, or what holds it. */
interface Place {
  readonly value: ts.Expression;
  readonly unit: Unit;
}

/** Where the object goes on to; undefined where it may be changed later. */
type Next = readonly Place[] | undefined;

/**
 * Whether all that an expression leads to changes its object before the code goes on. What isn't known to may go on
 * later: a function that keeps the object under some name, or waits for something else first.
 *
 * @param sent the params of the call, which only hold it
 */
export function isChangedAtOnce(value: ts.Expression, sent: ts.Node, unit: Unit): boolean {
  const places = new Worklist<Place>([{ value, unit }], (place) => [place.value]);
  for (const place of places) {
    const next = isPutForOthers(place.value, place.unit) ? undefined : nextOf(place, sent);
    if (next === undefined) return false;
    places.add(next);
  }
  return true;
}

/**
 * The argument by which a function or a class in sight gets an object, or another one that gets such a function, too: the
 * object itself, or a literal that holds it.
 */
export function givenToOwn(value: ts.Expression, unit: Unit): ts.Expression | undefined {
  let argument = value;
  let use = useOf(argument);
  while (use.kind === 'member') {
    argument = use.of;
    use = useOf(argument);
  }
  if (use.kind !== 'argument') return undefined;
  const { expression, arguments: given = [] } = use.call;
  const isOwn = [expression, ...given].some((one) => OWN.has(evaluate(unwrap(one), unit).kind));
  return isOwn ? argument : undefined;
}

const OWN: ReadonlySet<Value['kind']> = new Set(['class', 'function']);

function nextOf({ value, unit }: Place, sent: ts.Node): Next {
  const use = useOf(value);
  const changed = (next: ts.Expression): Next =>
    usageOf(next, sent, unit) === 'mutation' ? [{ value: next, unit }] : [];
  switch (use.kind) {
    case 'asked':
    case 'returned':
      return [];
    case 'written':
      return use.kept === undefined ? [] : changed(use.kept);
    case 'same':
    case 'awaited':
      return changed(use.to);
    case 'part':
      return changed(use.access);
    case 'member':
      return changed(use.of);
    case 'spread':
      return isCall(use.into) ? all([byCall(use.into, sent, unit), changed(use.into)]) : changed(use.into);
    case 'method':
    case 'argument':
      return all([byCall(use.call, sent, unit), changed(use.call)]);
    case 'name':
      return underName(use.name, sent, unit);
    case 'assigned':
      return all([
        mentionsOf([unit.scope.bindingOf(rootOf(use.target))], containerOf(value), sent, unit),
        use.to === undefined ? [] : changed(use.to),
      ]);
    case 'each':
      return ts.isVariableDeclarationList(use.head)
        ? all(use.head.declarations.map(({ name }) => underName(name, sent, unit)))
        : undefined;
    default:
      return undefined;
  }
}

function all(parts: readonly Next[]): Next {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known.flat() : undefined;
}

function underName(name: ts.BindingName, sent: ts.Node, unit: Unit): Next {
  return mentionsOf(
    namesIn(name, unit).map(({ binding }) => binding),
    containerOf(name),
    sent,
    unit,
  );
}

/**
 * The mentions of variables that don't only read the object.
 *
 * @param home the function in which they are evaluated in turn: in another one, they may be at any time
 */
function mentionsOf(bindings: readonly (Binding | undefined)[], home: ts.Node, sent: ts.Node, unit: Unit): Next {
  const mentions = bindings.flatMap((binding) => binding?.references ?? []);
  const others = mentions.filter((mention) => usageOf(mention, sent, unit) !== 'read');
  return bindings.includes(undefined) || others.some((mention) => containerOf(mention) !== home)
    ? undefined
    : others.map((value) => ({ value, unit }));
}

/** Where a call hands the object to functions in sight, if it is through with it when the code goes on. */
function byCall(call: Call, sent: ts.Node, unit: Unit): Next {
  const callee = unwrap(call.expression);
  const isWaited = isWaitedForWithOthers(call, unit);
  const called = evaluate(callee, unit);
  if (called.kind === 'function') return byFunction(called, isWaited, sent);
  // What it makes has it as long as somebody has that.
  if (called.kind === 'class') return undefined;
  const method = accessOf(callee)?.name;
  if (isOfQuietGlobal(callee, unit) || FILLING_METHODS.has(method ?? '')) return [];
  // A caller's function may keep it; others leave it alone, but for the functions that they call with it.
  if (method === undefined && isGiven(callee, unit)) return undefined;
  return all(
    (call.arguments ?? []).map((given) => {
      const fn = evaluate(unwrap(given), unit);
      if (fn.kind === 'function' && ITERATING_METHODS.has(method ?? '')) return byFunction(fn, isWaited, sent);
      return mayBeCallable(given, unit) ? undefined : [];
    }),
  );
}

/** What a function does to its parameters before it returns, or before what it promises is there. */
function byFunction({ node: fn, unit }: Extract<Value, { kind: 'function' }>, isWaited: boolean, sent: ts.Node): Next {
  const isLater = fn.asteriskToken !== undefined || (!isWaited && hasModifier(fn, ts.SyntaxKind.AsyncKeyword));
  return isLater || mentionsArguments(fn)
    ? undefined
    : all(parametersOf(fn).map(({ name }) => underName(name, sent, unit)));
}

function isGiven(callee: ts.Expression, { scope }: Unit): boolean {
  const declaration = scope.declarationOf(callee);
  return declaration !== undefined && ts.isParameter(declarationAround(declaration));
}

/** Whether what a call promises is waited for, by itself or among others: `await Promise.all(list.map(save))`. */
function isWaitedForWithOthers(call: Call, unit: Unit): boolean {
  if (isWaitedFor(call)) return true;
  const use = useOf(call);
  const all = use.kind === 'member' ? useOf(use.of) : use;
  return (
    all.kind === 'argument' &&
    WAITING_FOR_ALL.has(globalFunctionName(all.call.expression, unit) ?? '') &&
    isWaitedFor(all.call)
  );
}
