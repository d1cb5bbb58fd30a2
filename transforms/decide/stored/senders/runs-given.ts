import { ts } from 'ts-morph';
import { builtinFunction, ITERATING_METHODS, PROMISE_METHODS } from '../../../knowledge/builtins.ts';
import { useOf } from '../../../flow/uses.ts';
import { KNOWN_GLOBALS } from '../../../knowledge/known-globals.ts';
import { globalFunctionName } from '../../../language/is-global.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf, unwrap } from '../../../syntax.ts';
import { contains } from '../../../tree.ts';
import { BOOLEAN, DATE, NOTHING, NULLISH, NUMBER, STRING, within } from '../../../values/kinds/kinds.ts';
import { kindsOf } from '../../../values/kinds/possible-kinds.ts';

/** What runs a function that it is given once. */
const ONE_TIME_GLOBALS: ReadonlySet<string> = new Set([
  'Promise',
  'setTimeout',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
]);

/**
 * How often a call runs a function that it gets. It may run it several times at once if it has a list, or may have one,
 * or a count. Source: what `names.map(fn)`, `pMap(names, fn)` and `times(3, fn)` have in common.
 */
export function runsGiven(
  fn: ts.Expression,
  call: ts.CallExpression | ts.NewExpression,
  unit: Unit,
): 'for each' | 'once' | 'perhaps once' {
  const method = accessOf(unwrap(call.expression))?.name ?? '';
  if (ITERATING_METHODS.has(method)) return 'for each';
  if (Object.hasOwn(PROMISE_METHODS, method)) return 'once';
  const global = globalFunctionName(call.expression, unit) ?? '';
  if (ONE_TIME_GLOBALS.has(global)) return 'once';
  const others = (call.arguments ?? []).filter((argument) => !contains(argument, fn));
  // `setInterval(fn)`, `Array.from(object, fn)`, `JSON.parse(text, fn)`: a global that isn't known to run it once.
  const isGlobal = KNOWN_GLOBALS.has(global) || /^(?:Array|JSON)\./.test(global);
  return isGlobal || others.some((other) => mayBeList(other, fn, unit)) ? 'for each' : 'perhaps once';
}

/** Whether what a call gets beside a function may be a list, or, before it, say how many there are: behind it, how long. */
function mayBeList(value: ts.Expression, fn: ts.Expression, unit: Unit): boolean {
  const node = unwrap(value);
  const harmless = STRING | BOOLEAN | DATE | NULLISH | (value.pos > fn.pos ? NUMBER : NOTHING);
  return !ts.isFunctionLike(node) && !ts.isObjectLiteralExpression(node) && !within(kindsOf(node, unit), harmless);
}

/**
 * Whether the language may run what an object has, as often as it likes: the traps of a `Proxy`, what
 * `Object.defineProperty()` gets.
 */
export function isRunByLanguage(holder: ts.Expression, unit: Unit): boolean {
  const use = useOf(holder);
  if (use.kind === 'name')
    return (unit.scope.bindingOf(use.name)?.references ?? []).some((mention) => isGivenToLanguage(mention, unit));
  return isGivenToLanguage(holder, unit) || (use.kind === 'member' && isRunByLanguage(use.of, unit));
}

function isGivenToLanguage(holder: ts.Expression, unit: Unit): boolean {
  const use = useOf(holder);
  if (use.kind !== 'argument') return false;
  const global = globalFunctionName(use.call.expression, unit);
  const [root = ''] = global?.split('.') ?? [];
  return (
    global !== undefined &&
    KNOWN_GLOBALS.has(root) &&
    !RUNNING_NOTHING_TWICE.has(global) &&
    builtinFunction(global) === undefined
  );
}

/** Those that hand out what they are given, or run it once at a time. */
const RUNNING_NOTHING_TWICE: ReadonlySet<string> = new Set([
  'Object.assign',
  'Object.freeze',
  'Object.fromEntries',
  'Object.seal',
  'Promise.resolve',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
]);
