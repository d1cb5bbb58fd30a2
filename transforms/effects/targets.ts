import { ts } from 'ts-morph';
import { LIST_METHODS } from '../knowledge/builtins.ts';
import type { Binding } from '../language/scope.ts';
import { mentionsOfFunction } from '../language/functions.ts';
import type { Unit, ModuleGraph } from '../language/unit.ts';
import { createReach } from '../flow/reach.ts';
import { accessOf, unwrap, isVariable } from '../syntax.ts';
import { containerOf, contains } from '../tree.ts';
import { stepFromAssignments } from './assigned.ts';
import { callAround, callingMethods } from './given.ts';
import { whatIsPutInto } from './put-into.ts';
import { from, type Code, type Holding, type Place, type Step } from './place.ts';
import { stepBack } from './step-back.ts';
import { useOf } from '../flow/uses.ts';
import { memoize } from '../memoize.ts';

/** What may be called by way of a value. */
export interface Targets {
  /** The functions and classes of the repository that it may be, or hold. */
  readonly code: ReadonlySet<Code>;
  /** Whether there may be others, which aren't in sight. */
  readonly hasUnknown: boolean;
}

const NONE: ReadonlySet<Code> = new Set();

/** The answer to what is asked from within itself. */
export const ANYTHING: Targets = { code: NONE, hasUnknown: true };

/**
 * Follows a value back to the functions that it may be, or hold. What isn't known to hold none may hold any. Each place
 * on the way is looked at once, whoever asks.
 */
export function targetsOf(start: Place): Targets {
  return followerOf(start.unit.graph)(start);
}

const followerOf = memoize<ModuleGraph, (start: Place) => Targets>(() => createFollower());

function createFollower(): (start: Place) => Targets {
  const stopAt = createStops();
  const stepOnce = (place: Place): Step => {
    const stop = stopAt(place.within === undefined ? place : { ...place, within: undefined });
    return (stop.step ??= stepFrom(stop.place));
  };
  const pieces = new WeakMap<ts.Node, Code>();
  const pieceOf = (code: Code): Code => {
    const piece = pieces.get(code.node) ?? code;
    pieces.set(code.node, piece);
    return piece;
  };
  const wayFrom = (place: Place): Way => {
    const { code = [], from: places = [], hasUnknown = false } = inRun(place, stepOnce);
    const stops = places.map(stopAt);
    return {
      code: code.map(pieceOf),
      next: [...new Set(stops)],
      seen: (isClosed) => {
        const sights = places.map(({ sight }) => (sight === 'as asked' ? isClosed : sight === 'closed'));
        return [...new Set(stops.map((stop, index) => viewOf(stop, sights[index] === true)))];
      },
      hasUnknown,
    };
  };
  const wayOf = (stop: Stop): Way => (stop.way ??= wayFrom(stop.place));
  const codeFrom = createReach<Stop, ReadonlySet<Code>>(
    (stop) => wayOf(stop).next,
    (stops, reached) => union(stops.map(wayOf), reached),
  );
  const hasUnknownFrom = createReach<View, boolean>(
    ({ stop, isClosed }) => wayOf(stop).seen(isClosed),
    (views, reached) =>
      reached.includes(true) || views.some(({ stop, isClosed }) => !isClosed && wayOf(stop).hasUnknown),
  );
  return (start) => {
    const stop = stopAt(start);
    const code = codeFrom(stop);
    if (code === undefined) return ANYTHING;
    return {
      code,
      // Seldom asked.
      get hasUnknown() {
        return hasUnknownFrom(viewOf(stop, start.sight === 'closed')) ?? true;
      },
    };
  };
}

/** A place on the way; the step back from it, and where that leads in its run, are found once. */
interface Stop {
  readonly place: Place;
  step?: Step;
  way?: Way;
  whole?: View;
  closed?: View;
}

/** A place as it is asked about: as a closed one, or by way of all that it is made of. */
interface View {
  readonly stop: Stop;
  readonly isClosed: boolean;
}

function viewOf(stop: Stop, isClosed: boolean): View {
  return isClosed ? (stop.closed ??= { stop, isClosed }) : (stop.whole ??= { stop, isClosed });
}

interface Way {
  readonly code: readonly Code[];
  readonly next: readonly Stop[];
  /** The same as they are asked about then. */
  readonly seen: (isClosed: boolean) => readonly View[];
  /** Whether it leads to what can't be followed, too. */
  readonly hasUnknown: boolean;
}

/** Gives the same stop for the same place: for the value, and the run that it is of. */
function createStops(): (place: Place) => Stop {
  const stops = new WeakMap<object, Stop[]>();
  return (found) => {
    const node = ts.isExpression(found.node) ? unwrap(found.node) : found.node;
    const key = found.into ?? node;
    const known = stops.get(key);
    for (const stop of known ?? []) {
      const { within, assignedTo } = stop.place;
      if (assignedTo === found.assignedTo && within?.node === found.within?.node) return stop;
    }
    const stop: Stop = { place: { ...found, node, sight: 'as asked' } };
    if (known === undefined) stops.set(key, [stop]);
    else known.push(stop);
    return stop;
  };
}

function stepFrom(place: Place): Step {
  if (place.assignedTo !== undefined) return stepFromAssignments(place.assignedTo, place);
  return place.into === undefined ? stepBack(place) : whatIsPutInto(place.into, place);
}

/**
 * A step back in a run of a function: what its parameters hold is followed where it is called, and what it makes runs
 * with it.
 */
function inRun(place: Place, stepOnce: (place: Place) => Step): Step {
  const { node, unit, within } = place;
  if (within === undefined) return stepOnce(place);
  const isGiven = ts.isParameter(node) && isGivenIn(within.node, node.parent, unit);
  const { code = [], from: places = [], hasUnknown } = isGiven ? stepFromGiven(node, place) : stepOnce(place);
  const isInside = (other: ts.Node | undefined, { source }: Place['unit']): boolean =>
    other !== undefined && source === unit.source && contains(within.node, other);
  const variable = place.into === undefined ? variableOf(place) : undefined;
  const own = place.into === undefined ? variable?.declaration : madeAt(place.into);
  const isOwn = place.into === undefined && variable === undefined ? isVariable(node) : isInside(own, unit);
  const stays = (next: Pick<Place, 'node' | 'unit' | 'into'>): boolean =>
    isInside(next.into === undefined ? next.node : madeAt(next.into), next.unit) &&
    (isOwn || (next.into === undefined && contains(node, next.node)));
  return {
    code: code.map((one) => (stays(one) ? within : one)),
    from: places.map((next) => (next.within === undefined && stays(next) ? { ...next, within } : next)),
    hasUnknown: hasUnknown === true,
  };
}

/**
 * Whether a function gets what it is given in the same run of the one around it: it is that one, or is only called in
 * it, not by other functions in it, or handed there to a method that calls it at once. Who has it otherwise calls it in
 * whichever run.
 */
function isGivenIn(around: ts.Node, fn: ts.SignatureDeclaration, unit: Unit): boolean {
  if (callAround(fn) !== undefined) return false;
  if (fn === around) return true;
  const mentions = mentionsOfFunction(fn, unit);
  return mentions?.every((mention) => containerOf(mention) === around && isCalledAtOnce(mention)) === true;
}

function isCalledAtOnce(mention: ts.Identifier): boolean {
  const use = useOf(mention);
  if (use.kind === 'called') return true;
  const method = use.kind === 'argument' ? accessOf(unwrap(use.call.expression))?.name : undefined;
  return method !== undefined && Object.hasOwn(LIST_METHODS, method) && LIST_METHODS[method]?.handsOut.length !== 0;
}

/** What a parameter may hold beside what the calls in sight give it. */
function stepFromGiven({ initializer, parent }: ts.ParameterDeclaration, place: Place): Step {
  return from(place, ...(initializer === undefined ? [] : [initializer]), ...callingMethods(parent, place.unit));
}

/** Where an object is made, or the variable declared that holds it. */
function madeAt({ of }: Holding): ts.Node | undefined {
  return 'references' in of ? of.declaration : of;
}

/** The variable that a place asks about, by its name or by a member of the literal that it always holds. */
function variableOf({ node, unit: { scope } }: Place): Binding | undefined {
  if (ts.isIdentifier(node)) return scope.bindingOf(node);
  const object = accessOf(node)?.object;
  const binding = scope.bindingOf(object);
  const literal =
    binding?.declaration !== undefined && isVariable(binding.declaration) ? binding.declaration : undefined;
  return binding?.writes.length === 0 && literal?.initializer?.kind === ts.SyntaxKind.ObjectLiteralExpression
    ? binding
    : undefined;
}

/** What there is in several places. Where one of them has it all, that is taken as it is: most places lead to few. */
function union(own: readonly Way[], parts: readonly ReadonlySet<Code>[]): ReadonlySet<Code> {
  let largest = NONE;
  for (const part of parts) if (part.size > largest.size) largest = part;
  const missing = own.flatMap(({ code }) => code.filter((one) => !largest.has(one)));
  for (const part of new Set(parts))
    if (part !== largest) for (const one of part) if (!largest.has(one)) missing.push(one);
  return missing.length === 0 ? largest : new Set([...largest, ...missing]);
}
