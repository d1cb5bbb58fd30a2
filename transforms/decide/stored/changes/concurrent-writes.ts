import { ts } from 'ts-morph';
import { createByContainer, groupByContainer, type ByContainer } from '../../../flow/by-container.ts';
import { mayPrecede } from '../../../flow/order.ts';
import type { Code } from '../../../effects/place.ts';
import { whatRuns, createRunQuestion } from '../../../effects/what-runs.ts';
import type { Unit } from '../../../language/unit.ts';
import { containerOf, nodesIn } from '../../../tree.ts';
import type { Sending } from '../before/happens-before.ts';
import { isBefore, placesBefore } from '../before/nodes-before.ts';
import { waysTo, type Sender } from '../senders/senders.ts';
import { isWaitedFor } from '../before/waited-for.ts';
import { writesHere, isDoneInside, type StoredField } from '../before/writes-in-run.ts';
import { memoize, memoizeBy } from '../../../memoize.ts';
import { isCall } from '../../../syntax.ts';

/** A call, or what else runs a function where it stands. */
export type Action = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

function isAction(node: ts.Node): node is Action {
  return isCall(node) || ts.isTaggedTemplateExpression(node);
}

/**
 * Whether another write to the field may be under way together with the request: which of the two is the last can't be
 * told. All is asked about that leads to the request: the request itself, what runs the function that it is in, and so
 * on. What each of them does is over before the code goes on, or may meet what else writes.
 *
 * @param covers whether it doesn't matter what a call writes: the request sets all of that again
 */
export function mayRaceWithWrite(
  field: StoredField,
  site: Sending,
  unit: Unit,
  covers: (write: ts.CallExpression) => boolean,
): boolean {
  const isCovered = ({ node, unit: home }: Code): boolean => home === unit && ts.isCallExpression(node) && covers(node);
  // What writes, but isn't seen to, may write anything.
  const isHarmless = (action: ts.Node, of: Unit): boolean => {
    const writes = writesOf(action, of, field);
    return writes.length > 0 && writes.every(isCovered);
  };
  const meets = ({ action, unit: of, isRepeated, isKept }: Sender): boolean => {
    if (isRepeated && !isHarmless(action, of)) return true;
    if (isKept) return false;
    const container = containerOf(action);
    const left = writesLeftUnderWay(field, of);
    const isEarlier = (node: ts.Node): boolean => isBefore(node, action);
    // In the request's own function, those inside of it may have run, whoever runs them.
    const writes =
      action === site.call ? left.inside(container, isEarlier, placesBefore(action)) : left.own(container, isEarlier);
    // Another file that waits for the request is taken to wait for what it does before as well.
    if (of === unit || !isWaitedFor(action)) for (const write of writes) if (!isHarmless(write, of)) return true;
    return (
      !isWaitedFor(action) &&
      actionsIn(container).some(
        (node) =>
          node.pos >= action.end &&
          containerOf(node) === container &&
          mayPrecede(action, node) &&
          writesBy(node, of, field) &&
          !isHarmless(node, of),
      )
    );
  };
  const { senders, companions } = waysTo(site, unit);
  const isMet = ({ node, unit: of }: Code): boolean => writesBy(node, of, field) && !isHarmless(node, of);
  return senders.some(meets) || companions.some(isMet);
}

/** The actions in a function or a file, those of the functions inside of it included. */
export const actionsIn = memoize((container: ts.Node): readonly Action[] => nodesIn(container, isAction));

/** The actions of the file that write the field while the code goes on. */
const writesLeftUnderWay = memoizeBy(
  (field: StoredField, unit: Unit) => [unit, field],
  (field, unit): ByContainer<Action> =>
    createByContainer(
      groupByContainer(actionsIn(unit.source), (action) => action),
      (action) => action,
      (action) =>
        writesBy(action, unit, field) &&
        (!isWaitedFor(action) || runQuestions(field, unit).leaves(partsOf(action), unit)),
    ),
);

/** Whether an action writes the field, or runs a function of the repository that does. */
export const writesBy = memoizeBy(
  (action: ts.Node, unit: Unit, field: StoredField) => [unit, action, field],
  (action, unit, field): boolean => {
    const parts = partsOf(action);
    return parts.some((node) => writesHere(node, field, unit)) || runQuestions(field, unit).writes(parts, unit);
  },
);

/** What writes the field where an action is, or in a function that runs with it. */
function writesOf(action: ts.Node, unit: Unit, field: StoredField): readonly Code[] {
  const parts = partsOf(action);
  const run = whatRuns(parts, containerOf(action), unit).code.flatMap(({ node, unit }) =>
    partsOf(node).map((part) => ({ node: part, unit })),
  );
  return [...parts.map((node) => ({ node, unit })), ...run].filter((code) => writesHere(code.node, field, code.unit));
}

/** A node, and what is inside of it. */
function partsOf(node: ts.Node): readonly ts.Node[] {
  return nodesIn(node, () => true);
}

type RunQuestion = ReturnType<typeof createRunQuestion>;

/** Whether a function that runs with some nodes writes the field, or may end before what writes it does. */
export const runQuestions = memoizeBy(
  (field: StoredField, unit: Unit) => [unit, field],
  (field): { readonly writes: RunQuestion; readonly leaves: RunQuestion } => {
    const leavesWrite = ({ node, unit }: Code): boolean =>
      actionsIn(node).some((action) => !isWaitedFor(action) && writesBy(action, unit, field));
    return { writes: createRunQuestion((code) => isDoneInside(code, field)), leaves: createRunQuestion(leavesWrite) };
  },
);
