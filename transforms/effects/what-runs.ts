import { ts } from 'ts-morph';
import { isFunctionOfOthers, isHandedAround, runsListeners } from './functions-of-others.ts';
import { builtinFunction } from '../knowledge/builtins.ts';
import { REQUEST_TYPES } from '../knowledge/sdk-types.ts';
import { createReach } from '../flow/reach.ts';
import { globalFunctionName } from '../language/is-global.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, isAmbient, unwrap } from '../syntax.ts';
import { containerOf, contains, walk } from '../tree.ts';
import type { Code, Place } from './place.ts';
import { isOfQuietGlobal } from './quiet-globals.ts';
import { isUsedAsData } from './used-as-data.ts';
import { ANYTHING, targetsOf, type Targets } from './targets.ts';
import { memoizeBy, once } from '../memoize.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { isValue } from './data.ts';
import { goneThroughBy } from './gone-through.ts';
import { accessorsAt, implicitMembers, implicitValues } from './implicit-calls.ts';
import { callsAt, holdersIn } from './called-at.ts';
import { mayBeCallable } from './may-be-callable.ts';
import { answersTo } from './own-routes.ts';
import { readsRequest } from './route-requests.ts';

/** What may run beside the code itself. */
export interface Run {
  /** The functions and classes of the repository that may run, those that these run included. */
  readonly code: readonly Code[];
  /** Where something runs that can't be seen, and may do anything. */
  readonly unknown: ts.Node | undefined;
}

/**
 * What may run when some nodes are evaluated: whatever function of the repository is mentioned there, called or not,
 * and whatever is mentioned in turn.
 *
 * @param nodes each for itself, without what is below it
 * @param home the function that the nodes stand in, whose parameters others fill
 */
export function whatRuns(nodes: Iterable<ts.Node>, home: ts.Node, unit: Unit): Run {
  const code = new Map<ts.Node, Code>();
  const unknowns: (() => ts.Node | undefined)[] = [];
  const open: Code[] = [];
  const taken = new Set<ReadonlySet<Code>>();
  const add = (found: Code): void => {
    if (code.has(found.node)) return;
    code.set(found.node, found);
    open.push(found);
  };
  const take = (found: Mentions): void => {
    unknowns.push(found.unknown);
    found.unmentioned.forEach(add);
    for (const targets of found.targets) {
      if (taken.has(targets)) continue;
      taken.add(targets);
      targets.forEach(add);
    }
  };
  implicitMembers(unit).forEach(add);
  for (const place of implicitValues(unit)) targetsOf(place).code.forEach(add);
  for (const node of nodes) {
    take(runAt({ node, unit }));
    if (ts.isYieldExpression(node) && containerOf(node) === home) unknowns.push(() => node);
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) take(runIn(next));
  const found = once(() => {
    for (const unknown of unknowns) {
      const node = unknown();
      if (node !== undefined) return node;
    }
    return undefined;
  });
  return {
    code: [...code.values()],
    // Most ask only which code runs.
    get unknown() {
      return found();
    },
  };
}

/**
 * Asks whether any of what may run when some nodes are evaluated is asked for. Each piece of code is asked about once,
 * whichever nodes lead to it.
 */
export function createRunQuestion(
  isAskedFor: (code: Code) => boolean,
): (nodes: readonly ts.Node[], unit: Unit) => boolean {
  const ofImplicit = new WeakMap<Unit, boolean>();
  const inside = (code: Code): Mentions => runIn(code);
  // A set of targets that many nodes have in common is gone through once, too.
  const reach = createReach<Mentions | ReadonlySet<Code>, boolean>(
    (from) => ('targets' in from ? [...from.targets, ...[...from.unmentioned].map(inside)] : [...from].map(inside)),
    (from, reached) =>
      reached.includes(true) || from.some((one) => 'targets' in one && one.of !== undefined && isAskedFor(one.of)),
  );
  // What is asked about while it is being found may be anything.
  const isLed = (from: Mentions | ReadonlySet<Code>): boolean => reach(from) ?? true;
  return (nodes, unit) => {
    const byItself =
      ofImplicit.get(unit) ??
      (implicitMembers(unit).some((code) => isLed(inside(code))) ||
        implicitValues(unit).some((place) => isLed(targetsOf(place).code)));
    ofImplicit.set(unit, byItself);
    return byItself || nodes.some((node) => isLed(runAt({ node, unit })));
  };
}

/** What may run because of a node, or of all that is inside of it. */
interface Mentions {
  /** The code that they are all inside of; undefined where they are a node's own. */
  readonly of: Code | undefined;
  /** What the values may be that may be called. */
  readonly targets: ReadonlySet<ReadonlySet<Code>>;
  readonly unmentioned: ReadonlySet<Code>;
  /** Where something runs that can't be seen. Most that ask what runs don't ask that, or know of another such place. */
  readonly unknown: () => ts.Node | undefined;
}

/** Whether a node runs nothing by itself. */
export function runsNothing(node: ts.Node, unit: Unit): boolean {
  const { targets, unmentioned, unknown } = runAt({ node, unit });
  return targets.size === 0 && unmentioned.size === 0 && !ts.isYieldExpression(node) && unknown() === undefined;
}

/** What a node runs by itself, in whichever run of the function around it. */
const runAt = memoizeBy(
  ({ node, unit }: Code) => [unit.graph, node],
  ({ node, unit }): Mentions => mentionsAt([{ node, unit, within: undefined }], undefined),
);

/**
 * What a function runs by itself, or another piece of code with all functions inside of it: each in a run of its own.
 */
const runIn = memoizeBy(({ node, unit }: Code) => [unit.graph, node], mentionsInside);

function mentionsInside(code: Code): Mentions {
  const { unit } = code;
  const sites: Site[] = [];
  let within: Code | undefined;
  walk(code.node, (node) => {
    if (within === undefined || !contains(within.node, node))
      within = ts.isFunctionLike(node) ? { node, unit } : undefined;
    sites.push({ node, unit, within });
    return undefined;
  });
  return mentionsAt(sites, code);
}

/** A node where it stands; `within`: the function around it, if only what happens in a run of that counts. */
type Site = Pick<Place, 'node' | 'unit' | 'within'>;

function mentionsAt(sites: readonly Site[], of: Code | undefined): Mentions {
  const targets = new Set<ReadonlySet<Code>>();
  const unmentioned = new Set<Code>();
  let anything: ts.Node | undefined;
  for (const site of sites) {
    for (const value of valuesAt(site)) {
      const found = targetsAt(value, site.within);
      if (found.code.size > 0) targets.add(found.code);
      if (found === ANYTHING) anything ??= site.node;
    }
    for (const accessor of accessorsAt(site.node, site.unit)) unmentioned.add(accessor);
    for (const answer of answersTo(site.node, site.unit)) unmentioned.add(answer);
  }
  let found: { readonly unknown: ts.Node | undefined } | undefined;
  const unknown = (): ts.Node | undefined => {
    found ??= { unknown: anything ?? firstUnknown(sites) };
    return found.unknown;
  };
  return { of, targets, unmentioned, unknown };
}

/** The values that may be called at a node, or hold what is. */
function valuesAt({ node, unit }: Site): Code[] {
  const values = [
    ...goneThroughBy(node, unit),
    ...callsAt(node).flatMap(({ callee, given }) => {
      if (readsRequest(callee, unit)) return given;
      return sendsRequest(callee, unit) ? [callee] : [callee, ...given];
    }),
  ];
  return [...holdersIn(node, unit), ...values.map((value) => ({ node: value, unit }))];
}

/** Whether a callee is a method of the SDK's that sends what it is given, and calls none of it. */
function sendsRequest(callee: ts.Expression, unit: Unit): boolean {
  const value = evaluate(callee, unit);
  return value.kind === 'sdk' && REQUEST_TYPES.has(value.type);
}

function targetsAt({ node, unit }: Code, within: Code | undefined): Targets {
  return targetsOf({ node, unit, sight: 'open', within });
}

function firstUnknown(sites: readonly Site[]): ts.Node | undefined {
  for (const site of sites) {
    const unknown = unknownAt(site);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

/** Where a node calls what is out of sight, if it does. */
function unknownAt(site: Site): ts.Node | undefined {
  const { node, unit } = site;
  // Its code is elsewhere.
  if ((ts.isFunctionDeclaration(node) || ts.isClassElement(node)) && isAmbient(node)) return node;
  const mayBeUnknown = (value: ts.Node): boolean => targetsAt({ node: value, unit }, site.within).hasUnknown;
  // Going through a value runs code of its own.
  for (const value of goneThroughBy(node, unit))
    if (mayBeUnknown(value) && !isPlain(value, unit) && evaluate(value, unit).kind !== 'sdk') return node;
  for (const { callee, given } of callsAt(node)) {
    const object = accessOf(unwrap(callee))?.object;
    const isOfLanguage = object !== undefined && isPlain(object, unit);
    // What is called is in sight, or may do anything. What is only mentioned may be out of sight.
    const isUnseen = (): boolean =>
      mayBeUnknown(callee) ||
      isFunctionOfOthers(callee, unit) ||
      runsListeners(callee, unit) ||
      isHandedAround(callee, unit);
    if (!isOfLanguage && isUnseen()) return node;
    const isReader = (): boolean =>
      isOfQuietGlobal(callee, unit) ||
      builtinFunction(globalFunctionName(callee, unit))?.isPure === true ||
      (ts.isCallExpression(node) && evaluate(callee, unit).kind === 'sdk');
    const open = given.find((argument) => mayBeUnknown(argument) && mayBeCallable(argument, unit));
    if (open !== undefined && !isReader()) return open;
  }
  return undefined;
}

/** Whether a value is a text, a list, a date or the like, whose methods are the language's. */
function isPlain(value: ts.Expression, unit: Unit): boolean {
  if (isValue(value, unit)) return true;
  const binding = unit.isTypeScript ? undefined : unit.scope.bindingOf(unwrap(value));
  return binding !== undefined && isUsedAsData(binding, unit);
}
