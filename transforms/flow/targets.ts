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
  return follow({ node: expression, unit, isClosed: false }, knowledge, (place) => {
    if (place.unlessRuns !== undefined && isRunning(place.unlessRuns)) return NOTHING;
    const followed = place.isClosed ? asked.closed : asked.open;
    const key = keyOf(place);
    if (followed.has(key)) return NOTHING;
    followed.add(key);
    const { node } = place;
    if (ts.isParameter(node) && isRunning(node.parent)) return initialOf(node, place);
    return targetsOfVariable(place, knowledge) ?? stepOnce(place, knowledge);
  });
}

/** Goes from place to place, by one step each. */
function follow(start: Place, knowledge: Knowledge, step: (place: Place) => Step): Targets {
  const code = new Set<Code>();
  let isOpen = false;
  const places: Place[] = [start];
  for (let found = places.pop(); found !== undefined; found = places.pop()) {
    const place = ts.isExpression(found.node) ? { ...found, node: unwrap(found.node) } : found;
    const next = step(place);
    isOpen ||= next.isOpen === true && !place.isClosed;
    for (const one of next.code ?? []) code.add(one);
    places.push(...(next.from ?? []));
  }
  return { code: [...code], isOpen };
}

function keyOf({ into, node }: Place): object {
  return into ?? node;
}

/** What the variables may be that hold the same whoever runs: undefined for one that may hold what a parameter does. */
const variables = new WeakMap<Knowledge, Record<'open' | 'closed', WeakMap<ts.Node, Targets | undefined>>>();

/** What a variable may be is asked by all who mention it, and so is found out once. */
function targetsOfVariable(place: Place, knowledge: Knowledge): Targets | undefined {
  if (!ts.isVariableDeclaration(place.node) || place.into !== undefined) return undefined;
  const known = variables.get(knowledge) ?? { open: new WeakMap(), closed: new WeakMap() };
  variables.set(knowledge, known);
  const ofKind = known[place.isClosed ? 'closed' : 'open'];
  if (ofKind.has(place.node)) return ofKind.get(place.node);
  const followed: Followed = { open: new Set(), closed: new Set() };
  let isSame = true as boolean;
  const targets = follow(place, knowledge, (inner) => {
    if (inner.unlessRuns !== undefined || ts.isParameter(inner.node)) isSame = false;
    const before = inner.isClosed ? followed.closed : followed.open;
    if (!isSame || before.has(keyOf(inner))) return NOTHING;
    before.add(keyOf(inner));
    const variable = ts.isVariableDeclaration(inner.node) && inner.into === undefined && inner.node !== place.node;
    const ofVariable = variable ? known[inner.isClosed ? 'closed' : 'open'] : undefined;
    if (ofVariable?.has(inner.node) === true) {
      const found = ofVariable.get(inner.node);
      if (found !== undefined) return found;
      isSame = false;
    }
    return isSame ? stepOnce(inner, knowledge) : NOTHING;
  });
  const answer = isSame ? targets : undefined;
  ofKind.set(place.node, answer);
  return answer;
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
