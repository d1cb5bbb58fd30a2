/** What may be started along with a function: what stands beside it, or is registered for the same event. */
import { ts } from 'ts-morph';
import { useOf } from '../../../flow/uses.ts';
import { PROCEDURE_METHODS } from '../../../knowledge/relays.ts';
import { functionOf } from '../../../language/functions.ts';
import { isGivenByHook, isHook } from '../../../language/react.ts';
import { isInTemplate } from '../../../language/template.ts';
import type { Unit } from '../../../language/unit.ts';
import { memoize } from '../../../memoize.ts';
import { constantText } from '../../../recognise/http/read-text.ts';
import { accessOf, unwrap, wrapped, type Call } from '../../../syntax.ts';
import { contains, nodesIn } from '../../../tree.ts';

type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

/**
 * The others of a list, or of an object that a call gets, which may go through it: `Object.values({ first, second })`.
 * What a hook returns in a list is taken apart, and so called by names of its own; what it gets it calls for events.
 */
export function besides(value: ts.Expression | ts.MethodDeclaration, literal: Literal, unit: Unit): readonly ts.Node[] {
  if (ts.isExpression(value) && answersRequests(value)) return [];
  const use = useOf(literal);
  const areTogether = ts.isArrayLiteralExpression(literal)
    ? !(use.kind === 'returned' && isHook(use.from))
    : [literal, ...mentionsOf(literal, unit)].some((object) => isGivenToCall(object, unit));
  const parts: readonly ts.Node[] = ts.isArrayLiteralExpression(literal) ? literal.elements : literal.properties;
  return areTogether ? parts.filter((part) => !contains(part, value)) : [];
}

/** `t.procedure.mutation(fn)`: what a builder makes of a function, which is called for each request by itself. */
function answersRequests(value: ts.Expression): boolean {
  const node = unwrap(value);
  const method = ts.isCallExpression(node) ? accessOf(unwrap(node.expression))?.name : undefined;
  return method !== undefined && PROCEDURE_METHODS.has(method);
}

function isGivenToCall(object: ts.Expression, { scope }: Unit): boolean {
  const use = useOf(object);
  if (use.kind !== 'argument' || isGivenByHook(use.call)) return false;
  const callee = unwrap(use.call.expression);
  // Vue's own: who has the component calls them by their names.
  return !(ts.isIdentifier(callee) && callee.text === 'defineExpose' && scope.bindingOf(callee) === undefined);
}

/** Where a function of an object is read by a key that is told only when the program runs: `HOOKS[type]`. */
export function accessesByKey(literal: Literal, unit: Unit): readonly ts.Expression[] {
  return mentionsOf(literal, unit).flatMap((mention) => {
    const use = useOf(mention);
    const isRead = use.kind === 'part' || use.kind === 'method';
    return isRead && accessOf(use.access)?.name === undefined ? [use.access] : [];
  });
}

function mentionsOf(literal: Literal, unit: Unit): readonly ts.Expression[] {
  const use = useOf(literal);
  return use.kind === 'name' ? (unit.scope.bindingOf(use.name)?.references ?? []) : [];
}

/**
 * What a call has beside a function that it gets, by itself or in an object: `useMutation({ mutationFn, onSuccess })`,
 * `mutate(plan, { onSuccess })`. Whoever isn't in sight may have run any of it when it calls the function.
 */
export function givenAlongWith(fn: ts.Node): readonly ts.Node[] {
  const parts: ts.Node[] = [];
  let node = fn;
  for (;;) {
    const use = ts.isExpression(node) ? useOf(node) : undefined;
    const literal = use?.kind === 'member' ? use.of : ts.isMethodDeclaration(node) ? node.parent : undefined;
    if (literal !== undefined && ts.isObjectLiteralExpression(literal)) {
      parts.push(...literal.properties.filter((part) => !contains(part, fn)));
      node = literal;
    } else {
      if (use?.kind !== 'argument') return parts;
      const { expression, arguments: given = [] } = use.call;
      return [...parts, expression, ...given.filter((part) => !contains(part, fn))];
    }
  }
}

/**
 * The other calls of a file that register a function for the same: `events.on('signup', …)`. A call whose result is used
 * gives a function that is called on its own: `const save = debounce(…)`. What hooks run is taken to be fresh.
 */
export function registeredWith(call: Call, unit: Unit): readonly Call[] {
  const isRegistering =
    ts.isCallExpression(call) && ts.isExpressionStatement(wrapped(call).parent) && !isInTemplate(call, unit);
  return isRegistering ? (registrationsIn(unit).get(keyOf(call, unit)) ?? []).filter((other) => other !== call) : [];
}

const registrationsIn = memoize((unit: Unit): ReadonlyMap<string, readonly Call[]> => {
  const byKey = new Map<string, Call[]>();
  for (const { expression } of nodesIn(unit.source, ts.isExpressionStatement)) {
    const call = unwrap(expression);
    if (!ts.isCallExpression(call)) continue;
    const key = keyOf(call, unit);
    byKey.set(key, [...(byKey.get(key) ?? []), call]);
  }
  return byKey;
});

/** What a function is registered with and for, by the text, or by the value of a text that is the same in every run. */
function keyOf(call: ts.CallExpression, unit: Unit): string {
  const what = call.arguments.map(unwrap).filter((given) => {
    const isFunction = ts.isFunctionLike(given) || functionOf(given, unit) !== undefined;
    return !isFunction && !ts.isArrayLiteralExpression(given) && !ts.isNumericLiteral(given);
  });
  const texts = what.map((node) => {
    const text = constantText({ node, unit });
    return text === undefined ? node.getText(unit.source) : JSON.stringify(text);
  });
  const callee = call.expression.getText(unit.source);
  // Whichever options somebody listens with, and whichever part of the page an event comes to.
  const isListening = /\baddEventListener$/.test(callee);
  return isListening ? [callee.replace(OF_THE_PAGE, ''), texts[0]].join() : [callee, ...texts].join();
}

const OF_THE_PAGE = /^(?:(?:window|document|globalThis|self)\.)+/;
