import { ts } from 'ts-morph';
import type { Unit } from '../recognise/source/unit.ts';
import { unwrap } from '../syntax.ts';
import { whatIsPutInto } from './put-into.ts';
import { from, NOTHING, type Code, type Knowledge, type Place, type Step } from './place.ts';
import { stepBack } from './step-back.ts';

/** What may be called by way of a value. */
export interface Targets {
  /** The functions and classes of the repository that it may be, or hold. */
  readonly code: readonly Code[];
  /** Whether there may be others, which aren't in sight. */
  readonly isOpen: boolean;
}

/**
 * The places that were followed before: a place is followed once, as what may hold anything, and once as what holds
 * only what is handed to it in sight.
 */
export interface Followed {
  readonly open: Set<object>;
  readonly closed: Set<object>;
}

/**
 * Follows a value back to the functions that it may be, or hold. What isn't known to hold none may hold any.
 *
 * @param asked what was followed before: it isn't followed again, and its functions aren't given again
 * @param isRunning whether a function is one of those that run while the question is asked: what its parameters hold,
 *   the calls in sight have given it
 */
export function targetsOf(
  expression: ts.Node,
  unit: Unit,
  knowledge: Knowledge,
  asked: Followed,
  isRunning: (fn: ts.Node) => boolean,
): Targets {
  const code = new Map<ts.Node, Code>();
  let isOpen = false;
  const places: Place[] = [{ node: expression, unit, isClosed: false }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (place.unlessRuns !== undefined && isRunning(place.unlessRuns)) continue;
    const node = ts.isExpression(place.node) ? unwrap(place.node) : place.node;
    const followed = place.isClosed ? asked.closed : asked.open;
    const key = place.into ?? node;
    if (followed.has(key)) continue;
    followed.add(key);
    const step =
      ts.isParameter(node) && isRunning(node.parent) ? initialOf(node, place) : stepOnce({ ...place, node }, knowledge);
    isOpen ||= step.isOpen === true && !place.isClosed;
    for (const found of step.code ?? []) code.set(found.node, found);
    places.push(...(step.from ?? []));
  }
  return { code: [...code.values()], isOpen };
}

function initialOf({ initializer }: ts.ParameterDeclaration, place: Place): Step {
  return initializer === undefined ? NOTHING : from(place, initializer);
}

/** The steps that are known, by what they lead back from. */
interface Steps {
  readonly open: WeakMap<object, Step>;
  readonly closed: WeakMap<object, Step>;
}

const known = new WeakMap<Knowledge, Steps>();

/** The step back from a place is the same whoever asks. */
function stepOnce(place: Place, knowledge: Knowledge): Step {
  const steps = known.get(knowledge) ?? { open: new WeakMap(), closed: new WeakMap() };
  known.set(knowledge, steps);
  const ofKind = place.isClosed ? steps.closed : steps.open;
  const key = place.into ?? place.node;
  const step =
    ofKind.get(key) ??
    (place.into === undefined ? stepBack(place, knowledge) : whatIsPutInto(place.into, place, knowledge.tracer));
  ofKind.set(key, step);
  return step;
}
