import { ts } from 'ts-morph';
import { whatRuns } from '../../../effects/what-runs.ts';
import type { Surface } from '../../../api-change.ts';
import { isEvaluatedBefore, mayPrecede } from '../../../flow/order.ts';
import type { Code } from '../../../effects/place.ts';
import { comparedBehind, endBefore, type Range } from '../../../flow/ranges.ts';
import { containerOf, contains, loopsAround } from '../../../tree.ts';
import { activeNodes, inOrder } from './writes-in-run.ts';
import { memoizeBy } from '../../../memoize.ts';
import type { Unit } from '../../../language/unit.ts';

/** What sends the value: a call of the SDK, or a request. */
export interface Sending {
  readonly surface: Surface;
  readonly call: ts.Expression;
  readonly params: ts.Node;
}

/** What may run before a request is sent. */
export interface Before {
  /**
   * Whether `node` runs before the request in the same function, or may: in a loop around both, in a function inside,
   * in one that is called before.
   */
  readonly has: (node: ts.Node) => boolean;
  /**
   * The function of the file around `node`, where that is why it may run before: it is called there, or given to what
   * is.
   */
  readonly calledAround: (node: ts.Node) => ts.Node | undefined;
  /** The code of other files that runs before, or may. */
  readonly elsewhere: () => readonly Code[];
}

/**
 * The same, but for what leaves the function instead of coming to the request: `if (user.banned) return user`. What a
 * run has fetched is its own; the browser's user is that of all runs.
 *
 * @param fetched where it is fetched
 */
export function butForOtherWays(before: Before, fetched: ts.Node, { surface, call }: Sending): Before {
  const isOwn = surface !== 'frontend' && ts.isCallExpression(fetched) && containerOf(fetched) === containerOf(call);
  // What the request is given is evaluated on the way to it.
  const comesTo = (node: ts.Node): boolean => contains(call, node) || mayPrecede(node, call);
  return isOwn ? { ...before, has: (node) => before.has(node) && comesTo(node) } : before;
}

/** Found once for each request. */
export const whatRunsBefore = memoizeBy(({ call }: Sending, { graph }: Unit) => [graph, call], findWhatRunsBefore);

function findWhatRunsBefore(site: Sending, unit: Unit): Before {
  let known: readonly Code[] | undefined;
  const code = (): readonly Code[] => (known ??= codeCalledBefore(site, unit));
  const isOwn = (one: Code): boolean => one.unit.source === unit.source;
  const calledAround = (node: ts.Node): ts.Node | undefined => {
    if (isBefore(node, site) || isAround(node, site)) return undefined;
    return code().find((one) => isOwn(one) && one.node !== node && contains(one.node, node))?.node;
  };
  return {
    has: (node) => isBefore(node, site) || calledAround(node) !== undefined,
    calledAround,
    elsewhere: () => code().filter((one) => !isOwn(one)),
  };
}

/** The code that may run before. The function that sends the request has variables of its own each time. */
function codeCalledBefore(site: Sending, unit: Unit): readonly Code[] {
  const { code } = whatRuns(nodesBefore(site, unit), containerOf(site.call), unit);
  return code.filter(({ node, unit: home }) => home.source !== unit.source || !contains(node, site.call));
}

/**
 * What does something before the request in its own function and in those around it, or may; other functions' nodes run
 * where they are called.
 */
function nodesBefore(site: Sending, unit: Unit): readonly ts.Node[] {
  const active = activeNodes('run', unit);
  const runsFirst = (node: ts.Node): boolean =>
    !contains(node, site.call) && (isBefore(node, site) || isAround(node, site));
  const around = containersAround(site).flatMap((container) => [...active.own(container, runsFirst)]);
  return inOrder([...around, ...active.inside(containerOf(site.call), runsFirst, rangesOf(site))]);
}

/** Where all begins of the function's own that may run before the request. */
function rangesOf({ call }: Sending): readonly Range[] {
  const [home, end] = [containerOf(call), endBefore(call)];
  return [[home.pos, end], ...comparedBehind(call, home, end)];
}

/** The functions around the site's own, and the file. */
function containersAround({ call }: Sending): ts.Node[] {
  const home = containerOf(call);
  return [...functionsAround(call), call.getSourceFile()].filter((container) => container !== home);
}

/**
 * Whether `node` belongs to a function around the site's own: it ran before that one was made, or runs again before it
 * is called.
 */
function isAround(node: ts.Node, site: Sending): boolean {
  const container = containerOf(node);
  return container !== containerOf(site.call) && contains(container, site.call);
}

/**
 * Whether `node` may run at some time before the request: it is around, or, on the frontend, where everybody has one and
 * the same user, in any other function of the file and in its markup, as the handlers of a component are: nobody knows
 * which runs first.
 */
export function mayRunBefore(node: ts.Node, site: Sending, before: Before): boolean {
  if (before.has(node) || isAround(node, site)) return true;
  return site.surface === 'frontend' && !contains(containerOf(site.call), node);
}

function isBefore(node: ts.Node, { call }: Sending): boolean {
  const container = containerOf(call);
  if (!contains(container, node)) return false;
  // The arguments are evaluated before the request is made.
  if (
    contains(call, node) ||
    node.end <= call.pos ||
    isEvaluatedBefore(node, call) ||
    loopsAround(call).some((loop) => contains(loop, node))
  )
    return true;
  // A function that is declared further down can be called all the same.
  return functionsAround(node).some(
    (around) => around !== container && contains(container, around) && ts.isFunctionDeclaration(around),
  );
}

function functionsAround(node: ts.Node): ts.Node[] {
  const functions: ts.Node[] = [];
  for (let current = containerOf(node); !ts.isSourceFile(current); current = containerOf(current))
    functions.push(current);
  return functions;
}
