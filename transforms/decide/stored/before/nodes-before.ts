import type { ts } from 'ts-morph';
import { isEvaluatedBefore, mayPrecede } from '../../../flow/order.ts';
import { endBefore, rangesBefore, type Range } from '../../../flow/ranges.ts';
import type { Unit } from '../../../language/unit.ts';
import { containerOf, contains, loopsAround } from '../../../tree.ts';
import type { Sending } from './happens-before.ts';
import { activeNodes, type Doing } from './writes-in-run.ts';

/** What does something in the request's own function, and in those inside of it, before it, or may. */
export function nodesBefore(doing: Doing, { call }: Pick<Sending, 'call'>, unit: Unit): Generator<ts.Node, void> {
  return activeNodes(doing, unit).inside(containerOf(call), (node) => isBefore(node, call), placesBefore(call));
}

/** Where all is that `isBefore`. */
export function placesBefore(call: ts.Node): readonly Range[] {
  return rangesBefore(call, endBefore(call));
}

/** Whether a node of the function is evaluated before what it does somewhere, or may be. */
export function isBefore(node: ts.Node, call: ts.Node): boolean {
  return (
    !contains(node, call) &&
    ((node.end <= call.pos && mayPrecede(node, call)) ||
      isEvaluatedBefore(node, call) ||
      loopsAround(call).some((loop) => contains(loop, node)))
  );
}
