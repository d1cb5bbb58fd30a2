import { ts } from 'ts-morph';
import { useOf, type Use } from '../flow/uses.ts';
import { globalFunctionName, isGlobal } from '../language/is-global.ts';
import { isNeverReassigned } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { unwrap, wrapped } from '../syntax.ts';
import { containerOf } from '../tree.ts';
import { from, joined, NOTHING, UNKNOWN, type Place, type Step } from './place.ts';

const TIMERS: ReadonlySet<string> = new Set(['setTimeout', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame']);

/** What a promise may hold: what it is resolved with in sight. Whoever else has the function for that may say more. */
export function resolvedWith(made: ts.NewExpression, place: Place): Step {
  const executor = made.arguments?.[0];
  const fn = executor === undefined ? undefined : unwrap(executor);
  const uses =
    fn !== undefined && ts.isFunctionLike(fn) && fn.parameters[0] !== undefined
      ? usesOf(fn.parameters[0], place.unit)
      : undefined;
  if (uses === undefined) return UNKNOWN;
  return joined(
    uses.map((use) => {
      if (use.kind === 'called' && !ts.isTaggedTemplateExpression(use.by))
        return from(place, ...(use.by.arguments ?? []));
      return timerOf(use, place.unit) ? NOTHING : UNKNOWN;
    }),
  );
}

/**
 * Whether a parameter is what settles a promise that is being made, and is only called there at once or after some
 * time. Whoever has it otherwise may go on, by calling it, with what waits for the promise.
 */
export function onlySettlesInTime(parameter: ts.ParameterDeclaration, unit: Unit): boolean {
  const fn = parameter.parent;
  if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return false;
  const { parent: made } = wrapped(fn);
  if (!ts.isNewExpression(made) || !isGlobal(made.expression, 'Promise', unit)) return false;
  return (
    usesOf(parameter, unit)?.every((use) => {
      const call = use.kind === 'called' ? use.by : timerOf(use, unit);
      return call !== undefined && isInTimersOnly(call, fn, unit);
    }) === true
  );
}

/** Whether a place is in a function itself, or in functions in it that only timers have. */
function isInTimersOnly(node: ts.Node, around: ts.Node, unit: Unit): boolean {
  for (let fn = containerOf(node); fn !== around; fn = containerOf(fn.parent))
    if (!ts.isArrowFunction(fn) || timerOf(useOf(fn), unit) === undefined) return false;
  return true;
}

function usesOf({ name }: ts.ParameterDeclaration, { scope }: Unit): readonly Use[] | undefined {
  const binding = scope.bindingOf(name);
  return isNeverReassigned(binding) ? binding.references.map(useOf) : undefined;
}

/** The call of a timer that a value is given to, which calls it with nothing but what else it is given. */
function timerOf(use: Use, unit: Unit): ts.CallExpression | undefined {
  if (use.kind !== 'argument' || !ts.isCallExpression(use.call)) return undefined;
  return TIMERS.has(globalFunctionName(use.call.expression, unit) ?? '') ? use.call : undefined;
}
