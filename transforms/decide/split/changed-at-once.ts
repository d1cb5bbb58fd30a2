import { ts } from 'ts-morph';
import { callAround } from '../../effects/given.ts';
import { targetsOf } from '../../effects/targets.ts';
import { mayBeCallable } from '../../effects/may-be-callable.ts';
import { isOfQuietGlobal } from '../../effects/quiet-globals.ts';
import { packageGiving } from '../../flow/giving-package.ts';
import { useOf } from '../../flow/uses.ts';
import {
  builtinFunction,
  FILLING_METHODS,
  ITERATING_METHODS,
  PUTTING_INTO_FIRST,
  WAITING_FOR_ALL,
} from '../../knowledge/builtins.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { isExported } from '../../language/exported.ts';
import { importOf } from '../../language/modules.ts';
import { mentionsThis } from '../../language/mentions-this.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import {
  accessOf,
  type Access,
  type Call,
  declarationAround,
  hasModifier,
  isAccess,
  isCall,
  parametersOf,
  rootOf,
  unwrap,
  wrapped,
} from '../../syntax.ts';
import { containerOf, contains } from '../../tree.ts';
import { NULLISH, PRIMITIVE, within } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import { usageAtMost, usageOf } from '../../values/usage/usage.ts';
import { namesIn } from '../../values/usage/usage-domain.ts';
import { memoizeBy } from '../../memoize.ts';
import { Worklist } from '../../worklist.ts';
import { callersOf } from '../../recognise/params/callers.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { isValue } from '../../effects/data.ts';
import { isWaitedFor } from '../stored/before/waited-for.ts';
import { givenTo } from '../stored/senders/given-to-parameter.ts';
import { isGivenFunctions, isMadeWithFunctions } from './given-functions.ts';
import { isKeptBetweenRuns } from './kept-between-runs.ts';

/** An expression that has the object, or what holds it. */
interface Place {
  readonly value: ts.Expression;
  readonly unit: Unit;
  /** The function that the object is there for; undefined where it is there for others, too. */
  readonly home: ts.Node | undefined;
  /** Whether it is evaluated when the code has gone on. */
  readonly isLater: boolean;
}

/** Where the object goes on to; undefined where it may be changed later. */
type Next = readonly Place[] | undefined;

/**
 * Whether all that an expression leads to changes its object before the code goes on. What isn't known to may go on
 * later: a function that keeps the object under some name, or waits for something else first.
 *
 * @param home the function that the object is there for; undefined where it is there for others, too, or when the code
 *   has gone on: then nothing may change it at all
 */
export const isChangedAtOnce = memoizeBy(
  (value: ts.Expression, home: ts.Node | undefined, site: UpdateCall, unit: Unit) => [value, home, site.call, unit],
  (value, home, site, unit): boolean => {
    const isLater = home === undefined || turnOf(containerOf(value), unit) !== turnOf(home, unit);
    const proved = provedFor(site, isLater);
    const places = new Worklist<Place>([{ value, unit, home, isLater }], (place) => [place.value, place.isLater]);
    const found: Place[] = [];
    for (const place of places) {
      if (place.isLater === isLater && proved.get(place.value)?.has(place.home) === true) continue;
      const next = nextOf(place, site);
      if (next === undefined) return false;
      places.add(next);
      if (place.isLater === isLater) found.push(place);
    }
    for (const place of found) proved.set(place.value, (proved.get(place.value) ?? new Set()).add(place.home));
    return true;
  },
);

/** What needn't be followed once more: the functions that an object at a place is there for, each with all behind it. */
const provedFor = memoizeBy(
  ({ call }: UpdateCall, isLater: boolean) => [call, isLater],
  (): Map<ts.Expression, Set<ts.Node | undefined>> => new Map(),
);

function nextOf(place: Place, site: UpdateCall): Next {
  const { value, unit, home, isLater } = place;
  if (value === site.params || within(kindsOf(value, unit), PRIMITIVE | NULLISH)) return [];
  const use = useOf(value);
  // That a variable gets another value changes nothing of the one before.
  const isReplaced = use.kind === 'written' && !isAccess(value);
  if (isLater && !isReplaced && usageOf(value, site.params, unit) === 'mutation') return undefined;
  const on = (next: ts.Expression): Next => (usageAtMost(next, unit) === 'read' ? [] : [{ ...place, value: next }]);
  switch (use.kind) {
    case 'asked':
    case 'called':
      return [];
    case 'written':
      return use.kept === undefined ? [] : on(use.kept);
    case 'same':
    case 'awaited':
      return on(use.to);
    case 'part':
      return on(use.access);
    case 'member':
      return on(use.of);
    case 'spread':
      return isCall(use.into) ? all([byCall(use.into, place, site), on(use.into)]) : on(use.into);
    case 'argument':
      if (isOfSdk(use.call.expression, unit)) return [];
      return all([byCall(use.call, place, site), on(use.call)]);
    case 'method':
      return all([byCall(use.call, place, site), on(use.call)]);
    case 'name':
      return underName(use.name, place);
    case 'assigned':
      return all([putInto(use.target, place), use.to === undefined ? [] : on(use.to)]);
    case 'each':
      return ts.isVariableDeclarationList(use.head)
        ? all(use.head.declarations.map(({ name }) => underName(name, place)))
        : undefined;
    // What another function gives may be asked for at any time.
    case 'returned': {
      if (use.from === home) return [];
      const call = callAtOnce(use.from, unit);
      return call === undefined ? undefined : on(call);
    }
    default:
      return byUnknown(wrapped(value).parent, place);
  }
}

function byUnknown(parent: ts.Node, { unit, home, isLater }: Place): Next {
  // Who catches what is thrown gets it when the function has ended.
  if (ts.isThrowStatement(parent)) return containerOf(parent) === home ? [] : undefined;
  const tagged = parent.parent.parent;
  const isOfOthers =
    ts.isTemplateSpan(parent) &&
    ts.isTaggedTemplateExpression(tagged) &&
    packageGiving(tagged.tag, unit) !== undefined &&
    !(isLater && isMadeWithFunctions(tagged.tag, unit));
  return isOfOthers ? [] : undefined;
}

function all(parts: readonly Next[]): Next {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known.flat() : undefined;
}

function underName(name: ts.BindingName, place: Place): Next {
  const home = containerOf(name);
  return all(namesIn(name, place.unit).map(({ binding }) => mentionsOf(binding, { ...place, home })));
}

/** The mentions of a variable; those in another function than its own may be evaluated at any time. */
function mentionsOf(binding: Binding | undefined, { unit, home, isLater }: Omit<Place, 'value'>): Next {
  const turn = home && turnOf(home, unit);
  return binding?.references
    .filter((mention) => usageAtMost(mention, unit) !== 'read')
    .map((value) => ({ value, unit, home, isLater: isLater || turnOf(containerOf(value), unit) !== turn }));
}

/** Where an object goes on to that is put into something: a list, a property, a variable. */
function putInto(holder: ts.Expression, { value, unit, isLater }: Place): Next {
  if (isSame(holder, value)) return [];
  let root = unwrap(holder);
  while (isAccess(root)) root = unwrap(root.expression);
  // A builder: `db.update(users).set(form)`.
  if (ts.isCallExpression(root) && packageGiving(root, unit) !== undefined) return [];
  const binding = unit.scope.bindingOf(root);
  const declaration = binding?.declaration;
  if (declaration === undefined || isExported(declaration) || importOf(declaration) !== undefined) return undefined;
  // Callers have what they give, too.
  const parameter = declarationAround(declaration);
  if (ts.isParameter(parameter) && callAtOnce(parameter.parent, unit) === undefined) return undefined;
  return isKeptBetweenRuns(holder, unit)
    ? undefined
    : mentionsOf(binding, { unit, home: containerOf(declaration), isLater });
}

/** Whether a method is the SDK's, or one of its functions is called by it: `user.reload.bind(user)`. */
function isOfSdk(callee: ts.Expression, unit: Unit): boolean {
  const object = accessOf(unwrap(callee))?.object;
  const value = object === undefined ? undefined : evaluate(object, unit);
  return value?.kind === 'sdk' && value.type !== 'metadata';
}

/** Where a call hands the object to functions in sight, if it is through with it when the code goes on. */
function byCall(call: Call, place: Place, site: UpdateCall): Next {
  const { value, unit, isLater } = place;
  const callee = unwrap(call.expression);
  const isWaited = isWaitedForWithOthers(call, unit);
  const called = evaluate(callee, unit);
  if (called.kind === 'function') {
    const isCalledOnIt = !ts.isArrowFunction(called.node) && isSame(accessOf(callee)?.object, value);
    return isCalledOnIt && mentionsThis(called.node) ? undefined : byFunction(called, isWaited, place, call);
  }
  // What it makes has it as long as somebody has that.
  if (called.kind === 'class') return undefined;
  const holder = filledBy(call, unit);
  if (holder !== undefined) return isLater && isSame(holder, value) ? undefined : putInto(holder, place);
  const isQuiet = isOfQuietGlobal(callee, unit) || WAITING_FOR_ALL.has(globalFunctionName(callee, unit) ?? '');
  // That which gives it is asked by itself.
  if (call === site.call) return [];
  if (isQuiet) return all(calledByLanguage(call, unit).map((given) => byFunctionsIn(given, true, isWaited, place)));
  if (isLater && isMadeWithFunctions(callee, unit)) return undefined;
  // A function that isn't in sight may keep it; a package's leaves it alone, but for the functions that it calls with it.
  const method = accessOf(callee);
  const isAtOnce = method !== undefined && ITERATING_METHODS.has(method.name);
  const chosen =
    isAtOnce || packageGiving(callee, unit) !== undefined
      ? undefined
      : targetsOf({ node: callee, unit, sight: 'open' });
  const isUnknown = chosen?.hasUnknown === true || isGivenOutOfSight(callee, unit);
  if (method === undefined ? isUnknown : !isAtOnce && mayCallOthers(method, isWaited, unit)) return undefined;
  // A class that is called keeps it; one with a method that is called is only asked for its functions.
  const byChosen = [...(chosen?.code ?? [])].map(({ node, unit: home }) => {
    if (ts.isFunctionLike(node)) return byFunction({ node, unit: home }, isWaited, place, call);
    return method === undefined ? undefined : [];
  });
  return all([
    ...byChosen,
    ...(method === undefined || isAtOnce ? [] : byFunctionsOfCallers(method.object, isWaited, place)),
    ...(call.arguments ?? []).map((given) => byFunctionsIn(given, isAtOnce, isWaited, place)),
  ]);
}

/** The callback that a function of the language calls at once: `Object.groupBy(rows, fn)`. */
function calledByLanguage(call: Call, unit: Unit): readonly ts.Expression[] {
  const index = builtinFunction(globalFunctionName(call.expression, unit))?.calls;
  return (index === undefined ? undefined : call.arguments?.slice(index, index + 1)) ?? [];
}

/** Where a method of what callers of any file give gets the object: `options.onStart(form)`. */
function byFunctionsOfCallers(object: ts.Expression, isWaited: boolean, place: Place): readonly Next[] {
  const { unit } = place;
  const parameter = useOf(place.value).kind === 'argument' ? parameterOf(object, unit) : undefined;
  if (parameter === undefined) return [];
  if (isHandedInSight(parameter.parent, unit)) return [undefined];
  return givenTo(parameter, unit).map(({ node, unit: home }) =>
    byFunctionsIn(node, false, isWaited, { ...place, unit: home }),
  );
}

/** Where others hand the object by way of what they are given with it, or what makes that. */
function byFunctionsIn(given: ts.Expression, isAtOnce: boolean, isWaited: boolean, place: Place): Next {
  const { value, unit } = place;
  const node = unwrap(given);
  // What a call gives may call what the call is given here; what it was given before leaves the object alone.
  if (isCall(node)) return all((node.arguments ?? []).map((one) => byFunctionsIn(one, false, isWaited, place)));
  if (packageGiving(node, unit) !== undefined) return [];
  const { code, hasUnknown } = targetsOf({ node: given, unit, sight: 'open' });
  // The object is data; a literal that holds it may have functions beside it.
  const isItself = isSame(given, value);
  if (hasUnknown && !isItself && mayBeCallable(given, unit)) return undefined;
  const isDirect = isAtOnce && evaluate(node, unit).kind === 'function';
  return all(
    [...code].map(({ node: fn, unit: home }) => {
      if (isItself && !contains(given, fn)) return [];
      if (!ts.isFunctionLike(fn) || (!ts.isArrowFunction(fn) && mentionsThis(fn))) return undefined;
      return byFunction({ node: fn, unit: home }, isWaited, { ...place, isLater: place.isLater || !isDirect });
    }),
  );
}

function isSame(one: ts.Expression | undefined, other: ts.Expression): boolean {
  return one !== undefined && unwrap(one) === unwrap(other);
}

/** What a call puts things into: a list, a map, the first argument of `Object.assign`. */
function filledBy(call: Call, unit: Unit): ts.Expression | undefined {
  if (PUTTING_INTO_FIRST.has(globalFunctionName(call.expression, unit) ?? '')) return call.arguments?.[0];
  const method = accessOf(unwrap(call.expression));
  return method !== undefined && FILLING_METHODS.has(method.name) ? method.object : undefined;
}

/** Whether a method calls another function than those it is given: its object, or one that was given to that before. */
function mayCallOthers({ name, object }: Access, isWaited: boolean, unit: Unit): boolean {
  if (['apply', 'bind', 'call'].includes(name)) return true;
  const root = rootOf(object);
  return !isWaited && ts.isIdentifier(root) && !isValue(root, unit) && isGivenFunctions(root, unit);
}

/**
 * The function in whose turn another one runs: that around a callback which a list's method calls at once. A stream has
 * methods of the same names, and calls it later.
 */
export function turnOf(container: ts.Node, unit: Unit): ts.Node {
  let turn = container;
  while (callAtOnce(turn, unit) !== undefined) turn = containerOf(turn);
  return turn;
}

/** The call of a list's method that calls a function at once. */
function callAtOnce(fn: ts.Node, unit: Unit): ts.CallExpression | undefined {
  if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return undefined;
  const use = useOf(fn);
  if (use.kind !== 'argument' || !ts.isCallExpression(use.call)) return undefined;
  const method = accessOf(unwrap(use.call.expression));
  const isAtOnce = method !== undefined && ITERATING_METHODS.has(method.name) && isValue(method.object, unit);
  return isAtOnce && !goesOn(fn, false) ? use.call : undefined;
}

interface FunctionInSight {
  readonly node: ts.SignatureDeclaration;
  readonly unit: Unit;
}

/**
 * The parameters of a function. What it does when it has returned, or before what it promises is there, is later.
 *
 * @param by the call that hands it the object; undefined where somebody else does
 */
function byFunction({ node: fn, unit }: FunctionInSight, isWaited: boolean, place: Place, by?: Call): Next {
  if (mentionsArguments(fn)) return undefined;
  const isLater = place.isLater || goesOn(fn, isWaited);
  const use = useOf(place.value);
  const isPlain =
    use.kind === 'argument' && use.call === by && !by.arguments?.slice(0, use.index).some(ts.isSpreadElement);
  const parameters = parametersOf(fn).filter(
    ({ dotDotDotToken }, index) => !isPlain || dotDotDotToken !== undefined || index === use.index,
  );
  return all(parameters.map(({ name }) => underName(name, { ...place, unit, isLater })));
}

/** Whether a function goes on when the code does that has called it. */
function goesOn(fn: ts.SignatureDeclaration, isWaited: boolean): boolean {
  const isGenerator = 'asteriskToken' in fn && fn.asteriskToken !== undefined;
  return isGenerator || (!isWaited && hasModifier(fn, ts.SyntaxKind.AsyncKeyword));
}

/** Whether a function is, or is a part of, what others than calls in sight give a parameter. */
function isGivenOutOfSight(callee: ts.Expression, unit: Unit): boolean {
  const parameter = parameterOf(callee, unit);
  return parameter !== undefined && !callersOf(parameter.parent, unit).isClosed;
}

/** Whether a callback is handed to a function of the repository, which gives it what it likes. */
function isHandedInSight(callback: ts.SignatureDeclaration, unit: Unit): boolean {
  const call = callAround(callback);
  return call !== undefined && evaluate(call.expression, unit).kind === 'function';
}

/** The parameter that a value is, or is taken from: `const { keep } = options`. */
function parameterOf(value: ts.Expression, { scope }: Unit): ts.ParameterDeclaration | undefined {
  let before = Infinity;
  for (let of: ts.Expression | undefined = value; of !== undefined;) {
    const declaration = scope.declarationOf(rootOf(of));
    const around = declaration === undefined ? undefined : declarationAround(declaration);
    if (around === undefined || around.pos >= before) return undefined;
    if (ts.isParameter(around)) return around;
    before = around.pos;
    of = ts.isVariableDeclaration(around) ? around.initializer : undefined;
  }
  return undefined;
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
